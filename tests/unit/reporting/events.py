"""Events for tests of reporting."""

from datetime import UTC, datetime

from routing.model.events import Event, EventKind


def an_event(
    number: int = 1,
    *,
    queue: str = "W#Spanish#Any",
    kind: EventKind = EventKind.CALL_QUEUED,
    at: datetime | None = None,
) -> Event:
    """An event of now, or of the moment given."""
    return Event(kind, at or datetime.now(UTC), None, f"c{number}", (queue,), queue=queue)
