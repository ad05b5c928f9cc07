"""Exceptions from opening hours in one click: close now, open until, back to the schedule."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import EXCEPTION, SCHEDULES, read_hours
from routing.model.hours.overrides import document_of
from routing.model.hours.schedules import Override, Schedule
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Documents, Kind
from routing.router import Router
from routing.services.setup.settings_reading import settings_kept
from routing.services.setup.settings_saving import BUSY, settings_save

MOST_TRIES = 4
# The exception of a schedule at a moment, or None for none.
Excepted = Callable[[Schedule, datetime], Override | None]


def hours_except(
    router: Router, first: Documents, *, schedule: str, excepted: Excepted
) -> Schedule | Conflict:
    """Gives a schedule an exception in place of the one that it has; other changes meanwhile stay.

    Raises InvalidFieldError, also for an unknown schedule.
    """
    for _ in range(MOST_TRIES):
        kept = settings_kept(router, first)[Kind.HOURS]
        found = read_hours(kept.document, router.skills).schedules.get(schedule)
        if found is None:
            raise InvalidFieldError("schedule", schedule, "there is no such schedule")
        override = excepted(found, router.clock())
        saved = settings_save(
            router,
            first,
            documents={Kind.HOURS: _with(kept.document, schedule, override)},
            expected_versions={Kind.HOURS: kept.version},
            note=_said(found, override),
        )
        if not isinstance(saved, Conflict):
            return replace(found, override=override)
    return Conflict(BUSY)


def _with(document: Mapping[str, Any], schedule: str, override: Override | None) -> dict[str, Any]:
    fields = {name: value for name, value in document[SCHEDULES][schedule].items() if name != EXCEPTION}
    if override:
        fields[EXCEPTION] = document_of(override)
    return {**document, SCHEDULES: {**document[SCHEDULES], schedule: fields}}


def _said(schedule: Schedule, override: Override | None) -> str:
    if override is None:
        return f"{schedule.name}: back to the schedule"
    ends = schedule.local(override.of.end)
    return f"{schedule.name}: {'open' if override.is_open else 'closed'} until {ends:%Y-%m-%d %H:%M}"
