"""Lists of opening hours: schedules as they stand now, hours by queue, holiday calendars."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from dashboard.formats.statuses import CLOSED_LOOK, OPEN_LOOK, Look
from dashboard.setup.hours.hours_forms import WHEN_CLOSED_WORDS
from dashboard.setup.hours.part_views import name_of, users_of
from dashboard.setup.hours.parts import schedules_with
from routing.model.hours.calendars import last_day, read_calendar
from routing.model.hours.hours_documents import CALENDARS, QUEUES
from routing.model.hours.opening import Hours, Rule
from routing.model.hours.schedules import Schedule
from routing.model.policies import ALL_CHATS, ALL_QUEUES
from routing.model.queues import CHAT
from routing.router import Router, ScheduleUse

# A calendar that ends sooner needs a newer file.
SOON = timedelta(days=60)
ALWAYS_OPEN = "Always open"


@dataclass(frozen=True)
class ScheduleLine:
    """One schedule: whether it is open, until when, and why; `local` is the change by its own clocks."""

    name: str
    time_zone: str
    look: Look
    changes_at: datetime | None
    local: str
    holiday: str
    is_exception: bool
    used: str


@dataclass(frozen=True)
class RuleLine:
    """The opening hours of one queue, or of all of a channel; whether an exception of its own holds."""

    key: str
    name: str
    is_one: bool
    look: Look
    changes_at: datetime | None = None
    is_exception: bool = False
    schedule: str = ALWAYS_OPEN
    when_closed: str = ""
    text: str = ""


@dataclass(frozen=True)
class CalendarLine:
    """One holiday calendar; `ends_soon` if it has no days beyond the next weeks."""

    name: str
    entries: int
    last: date | None
    ends_soon: bool
    used: str


def schedule_lines(
    document: dict[str, Any], hours: Hours, use: ScheduleUse, at: datetime
) -> list[ScheduleLine]:
    return [
        _schedule(one, ", ".join(users_of(document, name, use)), at) for name, one in hours.schedules.items()
    ]


def rule_lines(document: Mapping[str, Any], hours: Hours, centre: Router, at: datetime) -> list[RuleLine]:
    """All queues, all chats if there are any, then the queues with hours of their own or an exception now."""
    usual = [
        (ALL_QUEUES, hours.calls),
        *([(ALL_CHATS, hours.chats)] if CHAT in centre.skills.channels else []),
    ]
    rules = [*usual, *((str(queue), rule) for queue, rule in hours.queues.items())]
    own = {ALL_QUEUES, ALL_CHATS, *document.get(QUEUES, {})}
    return [_rule(key, rule, at) for key, rule in rules if key in own or (rule and rule.is_excepted(at))]


def calendar_lines(document: Mapping[str, Any], today: date) -> list[CalendarLine]:
    return [
        _calendar(name, given, ", ".join(schedules_with(document, name)), today)
        for name, given in document.get(CALENDARS, {}).items()
    ]


def _schedule(one: Schedule, used: str, at: datetime) -> ScheduleLine:
    found = one.standing(at)
    changes_at = found.of.end if found.changes else None
    local = f"{one.local(changes_at):%a %-d %b %H:%M}" if changes_at else ""
    return ScheduleLine(
        one.name,
        one.time_zone,
        OPEN_LOOK if found.is_open else CLOSED_LOOK,
        changes_at,
        local,
        one.holiday(at) if not found.is_open else "",
        one.excepted(at),
        used,
    )


def _rule(key: str, rule: Rule | None, at: datetime) -> RuleLine:
    is_one = key not in (ALL_QUEUES, ALL_CHATS)
    if rule is None:
        return RuleLine(key, name_of(key), is_one, OPEN_LOOK)
    found = rule.standing(at)
    return RuleLine(
        key,
        name_of(key),
        is_one,
        OPEN_LOOK if found.is_open else CLOSED_LOOK,
        found.of.end if found.changes else None,
        rule.is_excepted(at),
        rule.schedule.name or ALWAYS_OPEN,
        WHEN_CLOSED_WORDS[rule.when_closed],
        rule.text,
    )


def _calendar(name: str, given: Any, used: str, today: date) -> CalendarLine:
    last = last_day(read_calendar(name, given))
    return CalendarLine(name, len(given), last, last is None or last < today + SOON, used)
