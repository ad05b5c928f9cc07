"""Audit entries of a day, for tests."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from routing import selectors
from routing.model.trail import TrailEntry
from routing.router import Router
from routing.services import trail_write


def audit_trail(router: Router, day: date, *, limit: int = 500) -> list[TrailEntry]:
    """The audit entries of one day in UTC, the newest first, up to the limit."""
    midnight = datetime.combine(day, time(), UTC)
    return selectors.audit_trail_between(router, midnight, midnight + timedelta(days=1), limit=limit)


def entry_lost(*, is_written: bool) -> Callable[..., None]:
    """In place of `trail_write`: refuses the entry, or writes it and loses the reply."""

    def lost(*given: Any, **named: Any) -> None:
        if not is_written:
            raise EngineUnavailableError("away")
        trail_write(*given, **named)
        raise OutcomeUnknownError("away", 3)

    return lost
