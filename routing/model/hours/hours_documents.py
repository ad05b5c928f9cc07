"""Documents of opening hours: schedules, holiday calendars, rules of queues, with their limits. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.hours.calendars import Calendar, read_calendar
from routing.model.hours.moments import Interval, is_near, zone_names
from routing.model.hours.opening import ALWAYS_OPEN_RULE, Hours, Rule, WhenClosed
from routing.model.hours.schedules import ALWAYS, Override, Schedule, Spans
from routing.model.hours.weeks import read_date, read_spans, read_week
from routing.model.policies import ALL_CHATS, ALL_QUEUES
from routing.model.queues import QueueKey
from routing.model.skills import Skills

SCHEDULES, CALENDARS, QUEUES, EXCEPTIONS = "schedules", "calendars", "queues", "exceptions"
PARTS = (SCHEDULES, CALENDARS, QUEUES, EXCEPTIONS)
TIME_ZONE, WEEK, DATES, HOLIDAYS, EXCEPTION = "time_zone", "week", "dates", "holidays", "exception"
SCHEDULE, WHEN_CLOSED, TEXT = "schedule", "when_closed", "text"
OPEN, FROM, UNTIL = "open", "from", "until"
MOST_SCHEDULES = 50
MOST_CALENDARS = 20
MOST_DATES = 200
LONGEST_NAME = 40
LONGEST_TEXT = 300
LONGEST_OVERRIDE = timedelta(days=2)
Found = TypeVar("Found")


def read_hours(given: Mapping[str, Any], skills: Skills) -> Hours:
    """The hours that a document describes:

    `{"calendars": {"Germany": {"2026-12-25": "Christmas Day"}}, "schedules": {"Office": {"time_zone":
    "Europe/Berlin", "week": {"mon": [["09:00", "17:00"]]}, "holidays": ["Germany"]}}, "queues": {"*":
    {"schedule": "Office"}}, "exceptions": {"W#Spanish#Any": {"open": false, "from": "2026-11-23T12:00:00Z",
    "until": "2026-11-24T00:00:00Z"}}}`. Raises InvalidFieldError with the place in the document.
    """
    _fields("hours", given, PARTS)
    calendars = _named(CALENDARS, given, MOST_CALENDARS, read_calendar)
    schedules = _named(SCHEDULES, given, MOST_SCHEDULES, lambda where, one: _schedule(where, one, calendars))
    rules = {
        text: _rule(f"{QUEUES} {text}", one, schedules)
        for text, one in _fields(QUEUES, given.get(QUEUES, {})).items()
    }
    named = {
        queue: rule
        for text, rule in rules.items()
        if text not in (ALL_QUEUES, ALL_CHATS) and str(queue := _queue(QUEUES, text, skills)) == text
    }
    of_calls = rules.get(ALL_QUEUES)
    usual = Hours(schedules, named, of_calls, rules.get(ALL_CHATS, of_calls))
    excepted = {
        queue: (usual.of(queue) or ALWAYS_OPEN_RULE).excepted(exception_of(one, f"{EXCEPTIONS} {text}"))
        for text, one in _fields(EXCEPTIONS, given.get(EXCEPTIONS, {})).items()
        if str(queue := _queue(EXCEPTIONS, text, skills)) == text
    }
    return replace(usual, queues={**named, **excepted})


def check_refusals(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raises InvalidFieldError for a rule that was changed, and refuses contacts without a text.

    Of two documents that can be read.
    """
    known = before.get(QUEUES, {})
    for name, rule in after.get(QUEUES, {}).items():
        refuses = rule.get(SCHEDULE) and rule.get(WHEN_CLOSED, WhenClosed.REFUSE) == WhenClosed.REFUSE
        if refuses and not rule.get(TEXT, "").strip() and rule != known.get(name):
            allowed = f"customers who are refused need one, of 1 to {LONGEST_TEXT} characters"
            raise InvalidFieldError(f"{QUEUES} {name} {TEXT}", "", allowed)


def read_schedule(name: str, given: Mapping[str, Any], calendars: Mapping[str, Calendar]) -> Schedule:
    """A schedule with these fields; without a week it is always open. Raises InvalidFieldError."""
    where = f"{SCHEDULES} {name}"
    _fields(where, given, (TIME_ZONE, WEEK, DATES, HOLIDAYS, EXCEPTION))
    zone = given.get(TIME_ZONE, "UTC")
    if not isinstance(zone, str) or zone not in zone_names():
        raise InvalidFieldError(f"{where} {TIME_ZONE}", zone, "a time zone such as Europe/Berlin or UTC")
    followed = _followed(f"{where} {HOLIDAYS}", given.get(HOLIDAYS, []), calendars)
    periods = [period for calendar in followed for period in calendar]
    times = ((one.times(ZoneInfo(zone)), one.name) for one in periods)
    return Schedule(
        name,
        zone,
        read_week(f"{where} {WEEK}", given[WEEK]) if WEEK in given else ALWAYS,
        _dates(f"{where} {DATES}", given.get(DATES, {})),
        {day: one.name for one in periods for day in one.dates},
        tuple((interval, name) for interval, name in times if interval),
        (exception_of(given[EXCEPTION], f"{where} {EXCEPTION}"),) if given.get(EXCEPTION) else (),
    )


def _schedule(where: str, given: Any, calendars: Mapping[str, Calendar]) -> Schedule:
    return read_schedule(where.removeprefix(f"{SCHEDULES} "), _fields(where, given), calendars)


def _rule(where: str, given: Any, schedules: Mapping[str, Schedule]) -> Rule | None:
    """The rule of a queue; None for one without a schedule, which is always open."""
    _fields(where, given, (SCHEDULE, WHEN_CLOSED, TEXT))
    name, text = given.get(SCHEDULE, ""), given.get(TEXT, "")
    if not isinstance(name, str) or (name and name not in schedules):
        raise InvalidFieldError(f"{where} {SCHEDULE}", name, f"choose one of {', '.join(schedules)}")
    check_text(f"{where} {TEXT}", text)
    closed = read_when_closed(f"{where} {WHEN_CLOSED}", given.get(WHEN_CLOSED, WhenClosed.REFUSE))
    return Rule(schedules[name], closed, text) if name else None


def read_when_closed(where: str, given: Any) -> WhenClosed:
    """What happens when closed. Raises InvalidFieldError."""
    try:
        return WhenClosed(given)
    except ValueError:
        raise InvalidFieldError(where, given, f"choose one of {', '.join(WhenClosed)}") from None


def check_text(where: str, text: Any) -> None:
    """Raises InvalidFieldError."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not text.isprintable():
        raise InvalidFieldError(where, str(text)[:20], f"at most {LONGEST_TEXT} characters on one line")


def _followed(where: str, given: Any, calendars: Mapping[str, Calendar]) -> list[Calendar]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InvalidFieldError(where, given, "a list of names of calendars")
    for name in given:
        if name not in calendars:
            known = f"choose from {', '.join(calendars)}" if calendars else "there are no calendars"
            raise InvalidFieldError(where, name, known)
    return [calendars[name] for name in given]


def _dates(where: str, given: Any) -> Mapping[Any, Spans]:
    found = _fields(where, given)
    if len(found) > MOST_DATES:
        raise InvalidFieldError(where, len(found), f"at most {MOST_DATES} dates")
    return {read_date(where, day): read_spans(f"{where} {day}", spans) for day, spans in found.items()}


def exception_of(given: Any, where: str = EXCEPTION) -> Override:
    """An exception of a document. Raises InvalidFieldError."""
    _fields(where, given, (OPEN, FROM, UNTIL))
    if not isinstance(given.get(OPEN), bool):
        raise InvalidFieldError(f"{where} {OPEN}", given.get(OPEN), "true or false")
    begin, end = (_moment(f"{where} {name}", given.get(name)) for name in (FROM, UNTIL))
    if not begin < end <= begin + LONGEST_OVERRIDE:
        allowed = f"after {FROM}, by at most {LONGEST_OVERRIDE.days} days"
        raise InvalidFieldError(f"{where} {UNTIL}", given[UNTIL], allowed)
    return Override(given[OPEN], Interval(begin, end))


def _moment(where: str, text: Any) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        found = None
    if found is None or found.utcoffset() != timedelta(0) or not is_near(found):
        raise InvalidFieldError(where, text, "a time in UTC such as 2026-11-23T17:00:00Z")
    return found


def _queue(part: str, text: str, skills: Skills) -> QueueKey:
    try:
        return skills.queue_meant(text)
    except RoutingError as error:
        raise InvalidFieldError(part, text, str(error)) from None


def _named(
    part: str, given: Mapping[str, Any], most: int, read: Callable[[str, Any], Found]
) -> dict[str, Found]:
    found = _fields(part, given.get(part, {}))
    if len(found) > most:
        raise InvalidFieldError(part, len(found), f"at most {most}")
    for name in found:
        if name != name.strip() or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise InvalidFieldError(part, name[:50], f"a name has 1 to {LONGEST_NAME} characters")
    return {name: read(f"{part} {name}", one) for name, one in found.items()}


def _fields(where: str, given: Any, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or not all(isinstance(one, str) for one in given):
        raise InvalidFieldError(where, given, "it must be a map of named fields")
    if known and (others := [one for one in given if one not in known]):
        raise InvalidFieldError(where, others[0], f"choose from {', '.join(known)}")
    return given
