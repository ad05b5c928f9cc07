"""Exceptions from opening hours in one click, of a schedule or of one queue: close now, open until, back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import EXCEPTION, EXCEPTIONS, SCHEDULES, exception_of, read_hours
from routing.model.hours.overrides import document_of
from routing.model.hours.schedules import Override, Schedule
from routing.model.outcomes import Conflict
from routing.model.queues import CALL_SIDE
from routing.model.settings.documents import Documents, Kind
from routing.router import Router
from routing.services.setup.settings_reading import settings_kept
from routing.services.setup.settings_saving import BUSY, settings_save

MOST_TRIES = 4
# The exception of a schedule at a moment, or None for none.
Excepted = Callable[[Schedule, datetime], Override | None]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class _Place:
    """What gets an exception: its schedule without one, its name, and the document with one or none."""

    schedule: Schedule
    name: str
    document: Callable[[Override | None], dict[str, Any]]


def hours_except(
    router: Router, first: Documents, *, schedule: str, excepted: Excepted
) -> Schedule | Conflict:
    """Gives a schedule an exception in place of the one that it has; other changes meanwhile stay.

    Raises InvalidFieldError, also for an unknown schedule.
    """

    def place(document: Document) -> _Place:
        found = read_hours(document, router.skills).schedules.get(schedule)
        if found is None:
            raise InvalidFieldError("schedule", schedule, "there is no such schedule")
        own = {name: value for name, value in document[SCHEDULES][schedule].items() if name != EXCEPTION}

        def changed(override: Override | None) -> dict[str, Any]:
            fields = {**own, EXCEPTION: document_of(override)} if override else own
            return {**document, SCHEDULES: {**document[SCHEDULES], schedule: fields}}

        return _Place(replace(found, overrides=()), schedule, changed)

    return _saved(router, first, place, excepted)


def queue_hours_except(
    router: Router, first: Documents, *, queue: str, excepted: Excepted, time_zone: str
) -> Schedule | Conflict:
    """Gives one call queue an exception, in place of the one that it has; others of its schedule keep it.

    Days are those of its schedule, of `time_zone` for a queue that has none. The answer is its schedule with
    the exception. Exceptions that are over are left out. Raises RoutingError for an unknown queue, and
    InvalidFieldError.
    """
    key = router.skills.queue_named(queue, side=CALL_SIDE)
    at = router.clock()

    def place(document: Document) -> _Place:
        kept = document.get(EXCEPTIONS, {}).items()
        others = {name: one for name, one in kept if name != queue and exception_of(one).of.end > at}
        rest = {name: one for name, one in document.items() if name != EXCEPTIONS}
        rest |= {EXCEPTIONS: others} if others else {}
        rule = read_hours(rest, router.skills).of(key)

        def changed(override: Override | None) -> dict[str, Any]:
            return {**rest, EXCEPTIONS: {**others, queue: document_of(override)}} if override else rest

        schedule = rule.schedule if rule else Schedule("", time_zone)
        return _Place(schedule, router.names.of_queue(key), changed)

    return _saved(router, first, place, excepted)


def _saved(
    router: Router, first: Documents, place: Callable[[Document], _Place], excepted: Excepted
) -> Schedule | Conflict:
    for _ in range(MOST_TRIES):
        kept = settings_kept(router, first)[Kind.HOURS]
        found = place(kept.document)
        override = excepted(found.schedule, router.clock())
        saved = settings_save(
            router,
            first,
            documents={Kind.HOURS: found.document(override)},
            expected_versions={Kind.HOURS: kept.version},
            note=_said(found, override),
        )
        if not isinstance(saved, Conflict):
            overrides = (*found.schedule.overrides, *([override] if override else []))
            return replace(found.schedule, overrides=overrides)
    return Conflict(BUSY)


def _said(place: _Place, override: Override | None) -> str:
    if override is None:
        return f"{place.name}: back to the schedule"
    ends = place.schedule.local(override.of.end)
    return f"{place.name}: {'open' if override.is_open else 'closed'} until {ends:%Y-%m-%d %H:%M}"
