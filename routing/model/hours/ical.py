"""iCalendar file: its events as periods of a holiday calendar, for the next years. Pure.

A file is hostile until it is read: its size, events, rules and occurrences have limits, and its definitions
of time zones are left out, because these are rules too. An error names the line and the field.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any

import recurring_ical_events
from icalendar import Calendar, Event

from routing.exceptions import InvalidFieldError
from routing.model.hours.calendars import LONGEST_NAME, MOST_PERIODS, Period, in_order, read_period
from routing.model.hours.ical_lines import Lines, read_lines
from routing.model.hours.moments import FIRST_YEAR, LAST_YEAR, is_near

YEARS_AHEAD = 5
MOST_BYTES = 500_000
MOST_SECONDS = 2.0
LONGEST_DAYS = 366
A_DAY = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)
# What a rule may have; other parts only multiply occurrences within a day, or cannot be bounded.
ALWAYS_ALLOWED = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"}
IN_A_YEAR = {"BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS"}
ALLOWED = {"YEARLY": IN_A_YEAR, "MONTHLY": IN_A_YEAR, "WEEKLY": {"BYDAY"}, "DAILY": set[str]()}
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, LookupError, AssertionError)


@dataclass(frozen=True)
class _Series:
    """The events of one UID: one with its rule, and those that replace single occurrences of it."""

    events: list[Event]
    line: int

    @property
    def where(self) -> str:
        return f"line {self.line}"


def read_ical(content: bytes, *, today: date, ticks: Callable[[], float]) -> list[Period]:
    """The events from the beginning of this year on, for five years ahead, in order.

    `ticks` gives seconds that only go forward. Raises InvalidFieldError.
    """
    if len(content) > MOST_BYTES:
        raise InvalidFieldError("file", f"{len(content):,} bytes", f"at most {MOST_BYTES:,} bytes")
    try:
        lines = read_lines(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidFieldError("file", "", "it must be UTF-8 text") from None
    first, last = date(today.year, 1, 1), date(today.year + YEARS_AHEAD, 12, 31)
    ends_at = ticks() + MOST_SECONDS
    found: set[Period] = set()
    for series in _all_series(lines):
        found.update(_periods(series, first, last))
        if len(found) > MOST_PERIODS:
            raise InvalidFieldError(
                series.where, _name(series.events[0]), f"at most {MOST_PERIODS} days in all"
            )
        if ticks() > ends_at:
            raise InvalidFieldError(series.where, _name(series.events[0]), "its rule takes too long to read")
    return list(in_order(found))


def _all_series(lines: Lines) -> list[_Series]:
    try:
        events = [one for one in Calendar.from_ical(lines.text).walk("VEVENT") if isinstance(one, Event)]
    except UNREADABLE as error:
        raise InvalidFieldError("file", "", f"it must be iCalendar text: {_short(error)}") from None
    by_uid: dict[str, _Series] = {}
    for number, (event, line) in enumerate(zip(events, lines.events, strict=False)):
        _check(event, line)
        uid = str(event.get("UID", number))
        by_uid.setdefault(uid, _Series([], line)).events.append(event)
    return [*by_uid.values()]


def _check(event: Event, line: int) -> None:
    """Raises InvalidFieldError with the field of an event that cannot be used."""
    for field, error in event.errors:
        raise InvalidFieldError(f"line {line} {field or 'VEVENT'}", _name(event), _short(error))
    for field in ("DTSTART", "DTEND"):
        _check_moment(event.get(field), f"line {line} {field}", event, is_needed=field == "DTSTART")
    _check_length(event, f"line {line} DTEND")
    rules = event.get("RRULE", [])
    for rule in rules if isinstance(rules, list) else [rules]:
        _check_rule(f"line {line} RRULE", rule)
    if "EXRULE" in event:
        raise InvalidFieldError(f"line {line} EXRULE", _name(event), "use EXDATE")


def _check_length(event: Event, where: str) -> None:
    try:
        ends_early = event.end < event.start
    except UNREADABLE as error:
        raise InvalidFieldError(where, _name(event), _short(error)) from None
    if ends_early:
        raise InvalidFieldError(where, _name(event), "it must not end before it starts")


def _check_moment(found: Any, where: str, event: Event, *, is_needed: bool) -> None:
    if found is None and not is_needed:
        return
    at = getattr(found, "dt", None)
    if not isinstance(at, date):
        raise InvalidFieldError(where, _name(event), "one date or time is required")
    if not is_near(at):
        raise InvalidFieldError(where, at.isoformat(), f"a year from {FIRST_YEAR} to {LAST_YEAR}")
    zone = found.params.get("TZID")
    if zone and isinstance(at, datetime) and at.tzinfo is None:
        raise InvalidFieldError(f"{where} TZID", str(zone)[:60], "a time zone such as Europe/Berlin")


def _check_rule(where: str, rule: Any) -> None:
    text = rule.to_ical().decode()[:80]
    frequency = str((rule.get("FREQ") or [""])[0]).upper()
    if frequency not in ALLOWED:
        raise InvalidFieldError(where, text, f"FREQ must be one of {', '.join(ALLOWED)}")
    allowed = ALWAYS_ALLOWED | ALLOWED[frequency]
    if others := [part for part in map(str.upper, rule) if part not in allowed]:
        raise InvalidFieldError(where, text, f"{others[0]} is not supported with FREQ={frequency}")
    if any(int(one) < 1 for one in rule.get("INTERVAL", [1])):
        raise InvalidFieldError(where, text, "INTERVAL must be 1 or more")


def _periods(series: _Series, first: date, last: date) -> Iterator[Period]:
    calendar = Calendar()
    for event in series.events:
        calendar.add_component(event)
    try:
        found = _occurrences(calendar, first, last)
        for one in islice(found, MOST_PERIODS + 1):
            if str(one.get("STATUS", "")).upper() != "CANCELLED":
                yield _period(series.where, one)
    except InvalidFieldError:
        raise
    except UNREADABLE as error:
        raise InvalidFieldError(series.where, _name(series.events[0]), _short(error)) from None


def _occurrences(calendar: Calendar, first: date, last: date) -> list[Any]:
    found: list[Any] = recurring_ical_events.of(calendar).between(first, last + A_DAY)
    return found


def _period(where: str, one: Any) -> Period:
    begin, end = one.start, one.end
    if end - begin > timedelta(days=LONGEST_DAYS):
        raise InvalidFieldError(where, _name(one), f"at most {LONGEST_DAYS} days")
    name = _name(one)
    if not isinstance(begin, datetime):
        last = max(begin, end - A_DAY)
        return read_period(where, begin.isoformat() + (f"/{last}" if last > begin else ""), name)
    begin, end = _to_minute(begin), _to_minute(end)
    return Period(begin, max(end, begin + ONE_MINUTE), name)


def _to_minute(at: datetime) -> datetime:
    """In UTC if it has a time zone, else by the clocks of the schedule."""
    return (at.astimezone(UTC) if at.tzinfo else at).replace(second=0, microsecond=0)


def _name(event: Any) -> str:
    said = " ".join(str(event.get("SUMMARY", "")).split())
    return "".join(letter for letter in said if letter.isprintable())[:LONGEST_NAME]


def _short(error: object) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
