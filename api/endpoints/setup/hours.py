"""Opening hours as they stand now, and exceptions for today; their document is one of the settings."""

import time
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Path, Router, Schema
from pydantic import Field

from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body
from operations.operation import Permission
from routing import services
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.hours.calendars import document_of
from routing.model.hours.hours_documents import LONGEST_NAME
from routing.model.hours.ical import read_ical
from routing.model.hours.overrides import closed_today, until
from routing.model.hours.schedules import Override, Schedule
from routing.model.outcomes import Conflict
from routing.model.queues import CALL_SIDE
from routing.router import Router as Centre
from routing.runtime import first_documents, settings_saved
from routing.runtime import router as routing

router = Router(tags=["settings"])
READERS = Allowed(Scope.READ, Permission.VIEW_BOARD)
SUPERVISORS = Allowed(Scope.ADMIN, Permission.SUPERVISE)
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
Name = Annotated[str, Path(max_length=LONGEST_NAME)]
Queue = Annotated[str, Path(description="the key of a call queue, with `#` sent as `%23`")]


class ScheduleOut(Schema):
    """A schedule now. `changes_at` is when it opens or closes next; null if it does neither within a year.

    `is_exception` is true while an exception holds; `holiday` is the name of one that closes it.
    """

    schedule: str
    time_zone: str
    open: bool
    changes_at: Moment | None
    holiday: str
    is_exception: bool


class SchedulesOut(Schema):
    """The schedules, in their order."""

    schedules: list[ScheduleOut]


class ExceptionIn(Body):
    """An exception that begins now. Without `until` a closure lasts until the end of the schedule's day."""

    open: Annotated[bool, Field(strict=True)]
    until: Annotated[
        datetime | None, Field(description="at most two days ahead; required if `open` is true")
    ] = None


class QueueHoursOut(Schema):
    """A call queue now. `changes_at` is when it opens or closes next; null if it does neither for a year."""

    queue: str
    open: bool
    changes_at: Moment | None
    is_exception: bool


class FileIn(Body):
    """An iCalendar file as text."""

    file: str


class DaysOut(Schema):
    """Closed days with their names, as a calendar in the settings `hours` has them."""

    days: dict[str, str]


@router.get("/hours", auth=READERS, response=SchedulesOut)
def hours(request: HttpRequest) -> dict[str, Any]:
    """Returns which schedules are open now, and when each changes."""
    centre = routing()
    return {"schedules": [_shown(one, centre.clock()) for one in centre.hours.schedules.values()]}


@router.put("/hours/{path:schedule}/exception", auth=SUPERVISORS, response=ScheduleOut)
def exception_put(request: HttpRequest, schedule: Name, found: ExceptionIn) -> dict[str, Any]:
    """Closes or opens a schedule from now until a time; replaces its current exception."""
    return _saved(acting_by(request, routing()), schedule, _asked(found))


@router.delete("/hours/{path:schedule}/exception", auth=SUPERVISORS, response=ScheduleOut)
def exception_delete(request: HttpRequest, schedule: Name) -> dict[str, Any]:
    """Ends the exception of a schedule; its regular hours apply again."""
    return _saved(acting_by(request, routing()), schedule, lambda _schedule, _at: None)


@router.put("/queue-hours/{path:queue}/exception", auth=SUPERVISORS, response=QueueHoursOut)
def queue_exception_put(request: HttpRequest, queue: Queue, found: ExceptionIn) -> dict[str, Any]:
    """Closes or opens one call queue from now until a time; other queues of its schedule stay as they are.

    It takes precedence over an exception of the schedule, and replaces the queue's current one.
    """
    return _queue_saved(acting_by(request, routing()), queue, _asked(found))


@router.delete("/queue-hours/{path:queue}/exception", auth=SUPERVISORS, response=QueueHoursOut)
def queue_exception_delete(request: HttpRequest, queue: Queue) -> dict[str, Any]:
    """Ends the exception of a call queue; the hours of its schedule apply again."""
    return _queue_saved(acting_by(request, routing()), queue, lambda _schedule, _at: None)


@router.post("/hours/days", auth=ADMINISTRATORS, response=DaysOut)
def days_read(request: HttpRequest, found: FileIn) -> dict[str, Any]:
    """Reads the days of this year and the next five from an iCalendar file; saves nothing."""
    content = found.file.encode(errors="surrogatepass")
    try:
        days = read_ical(content, today=routing().clock().date(), ticks=time.monotonic)
    except InvalidFieldError as error:  # of the file or of one of its lines
        raise error if error.field == "file" else wrong_field("file", str(error)) from None
    return {"days": document_of(days)}


def _saved(centre: Centre, name: str, excepted: services.Excepted) -> dict[str, Any]:
    """The schedule after an exception. Raises Problem: 404, 409."""
    try:
        saved = services.hours_except(centre, first_documents(), schedule=name, excepted=excepted)
    except InvalidFieldError as error:
        if error.field != "schedule":
            raise
        raise Problem(HTTPStatus.NOT_FOUND, str(error), "unknown_schedule", "schedule") from None
    if isinstance(saved, Conflict):
        raise Problem(HTTPStatus.CONFLICT, saved.reason)
    settings_saved()
    return _shown(saved, centre.clock())


def _asked(found: ExceptionIn) -> services.Excepted:
    def excepted(known: Schedule, at: datetime) -> Override:
        if found.until is None and not found.open:
            return closed_today(known, at)
        return until(at, found.until, is_open=found.open)

    return excepted


def _queue_saved(centre: Centre, queue: str, excepted: services.Excepted) -> dict[str, Any]:
    """The hours of a queue after an exception. Raises Problem: 404, 409."""
    try:
        key = str(centre.skills.queue_named(queue, side=CALL_SIDE))
    except RoutingError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error), field="queue") from None
    saved = services.queue_hours_except(
        centre, first_documents(), queue=key, excepted=excepted, time_zone=settings.DAY_TIME_ZONE.key
    )
    if isinstance(saved, Conflict):
        raise Problem(HTTPStatus.CONFLICT, saved.reason)
    settings_saved()
    now = _shown(saved, centre.clock())
    return {"queue": key, **{name: now[name] for name in ("open", "changes_at", "is_exception")}}


def _shown(schedule: Schedule, at: datetime) -> dict[str, Any]:
    found = schedule.standing(at)
    return {
        "schedule": schedule.name,
        "time_zone": schedule.time_zone,
        "open": found.is_open,
        "changes_at": found.of.end.astimezone(UTC) if found.changes else None,
        "holiday": "" if found.is_open else schedule.holiday(at),
        "is_exception": schedule.excepted(at),
    }
