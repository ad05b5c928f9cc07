"""Holiday calendar: periods with names, as dates or as times of the clock. Pure.

In a document a calendar is a map: `{"2026-12-25": "Christmas Day", "2026-12-24T14:00/2026-12-25T00:00": …}`.
Dates are whole days, both included. Times are those of the schedule's clocks, with `Z` those of UTC.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from routing.exceptions import InvalidFieldError
from routing.model.hours.moments import Interval, is_near, moment_at

MOST_PERIODS = 400
MOST_DAYS = 366
LONGEST_NAME = 80
BETWEEN = "/"
PERIOD = "a date such as 2026-12-25, two dates, or two times such as 2026-12-24T14:00/2026-12-24T18:00"


@dataclass(frozen=True)
class Period:
    """A closed time: whole days from `first` to `last`, or, if these are times, until `last`."""

    first: date
    last: date
    name: str

    @property
    def key(self) -> str:
        """As a document has it."""
        first, last = map(_text, (self.first, self.last))
        return first if first == last else f"{first}{BETWEEN}{last}"

    @property
    def dates(self) -> list[date]:
        """The days that are closed as a whole; none for times of the clock."""
        if isinstance(self.first, datetime):
            return []
        days = (self.last - self.first).days + 1
        return [self.first + timedelta(days=number) for number in range(days)]

    def times(self, zone: ZoneInfo) -> Interval | None:
        """The time that is closed by the clocks of a zone; None for whole days."""
        if not isinstance(self.first, datetime) or not isinstance(self.last, datetime):
            return None
        return Interval(_moment(self.first, zone), _moment(self.last, zone))


Calendar = tuple[Period, ...]


def read_calendar(where: str, given: Any) -> Calendar:
    """The periods of a calendar, in order. Raises InvalidFieldError with the period."""
    if not isinstance(given, Mapping) or len(given) > MOST_PERIODS:
        raise InvalidFieldError(where, _amount(given), f"names by period, at most {MOST_PERIODS}")
    return in_order(read_period(where, text, name) for text, name in given.items())


def read_period(where: str, text: Any, name: Any) -> Period:
    """A period with its name. Raises InvalidFieldError."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidFieldError(f"{where} {text}", name, f"a name has at most {LONGEST_NAME} characters")
    try:
        first, last = _ends(str(text))
    except ValueError:
        raise InvalidFieldError(where, text, PERIOD) from None
    is_time = isinstance(first, datetime)
    if is_time != isinstance(last, datetime) or _is_utc(first) != _is_utc(last):
        raise InvalidFieldError(where, text, "start and end must be of the same kind")
    if last < first or (is_time and last == first):
        raise InvalidFieldError(where, text, "it must end after it starts")
    if last - first >= timedelta(days=MOST_DAYS):
        raise InvalidFieldError(where, text, f"at most {MOST_DAYS} days")
    return Period(first, last, name)


def in_order(periods: Iterable[Period]) -> Calendar:
    return tuple(sorted(periods, key=lambda one: (one.key, one.name)))


def document_of(periods: Iterable[Period]) -> dict[str, str]:
    """As a document has them; the names of one period are joined."""
    found: dict[str, list[str]] = {}
    for one in in_order(periods):
        names = found.setdefault(one.key, [])
        names += [one.name] if one.name not in names else []
    return {key: ", ".join(names)[:LONGEST_NAME] for key, names in found.items()}


def last_day(calendar: Calendar) -> date | None:
    """The last date in a calendar: later holidays are not known."""
    return max((_day(one.last) for one in calendar), default=None)


def _ends(text: str) -> tuple[date, date]:
    first, between, last = text.partition(BETWEEN)
    return _read(first), _read(last if between else first)


def _read(text: str) -> date:
    """A date, or date and minute. Raises ValueError."""
    found = datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
    if _text(found) != text or not is_near(found):
        raise ValueError(text)
    return found


def _text(one: date) -> str:
    if not isinstance(one, datetime):
        return one.isoformat()
    return f"{one:%Y-%m-%dT%H:%M}{'Z' * _is_utc(one)}"


def _is_utc(one: date) -> bool:
    return isinstance(one, datetime) and one.tzinfo is not None


def _moment(one: datetime, zone: ZoneInfo) -> datetime:
    return one.astimezone(UTC) if one.tzinfo else moment_at(one, zone)


def _day(one: date) -> date:
    return one.date() if isinstance(one, datetime) else one


def _amount(given: Any) -> Any:
    return len(given) if isinstance(given, Mapping) else given
