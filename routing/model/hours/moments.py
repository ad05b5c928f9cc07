"""Clock times of a time zone and the moments they stand for, also where clocks change. Pure."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

A_DAY = 24 * 60
ONE_SECOND = timedelta(seconds=1)
# Dates outside have no use here, and near the ends of the calendar sums of dates fail.
FIRST_YEAR, LAST_YEAR = 1970, 2200


class Interval(NamedTuple):
    """From a moment to another one, which is not part of it."""

    begin: datetime
    end: datetime

    def has(self, at: datetime) -> bool:
        return self.begin <= at < self.end


def is_near(day: date) -> bool:
    """Whether a date, or a time, is one that schedules may have."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


@cache
def zone_names() -> frozenset[str]:
    """The names of all time zones, such as Europe/Berlin."""
    return frozenset(available_timezones())


def moment_of(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """When the clocks of a zone show this minute of a day, in UTC; 1440 and more are of the next day.

    A time that comes twice stands for its first coming, one that is left out for the moment at which clocks
    are put forward. So a later time never stands for an earlier moment.
    """
    days, rest = divmod(minute, A_DAY)
    return moment_at(datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60)), zone)


def moment_at(local: datetime, zone: ZoneInfo) -> datetime:
    """As `moment_of`, for date and time in one."""
    first, second = (local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    return first if first <= second else _change_between(second, first, zone)


def _change_between(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The moment between two at which the clocks of a zone change, to the second."""
    wanted = after.astimezone(zone).utcoffset()
    while after - before > ONE_SECOND:
        middle = before + (after - before) / 2
        if middle.astimezone(zone).utcoffset() == wanted:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0)


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """The same moments as intervals in order, of which no two touch; empty ones are left out."""
    found: list[Interval] = []
    for one in sorted(one for one in intervals if one.begin < one.end):
        if found and one.begin <= found[-1].end:
            found[-1] = Interval(found[-1].begin, max(found[-1].end, one.end))
        else:
            found.append(one)
    return found


def without(intervals: Iterable[Interval], holes: Iterable[Interval]) -> list[Interval]:
    """The moments of the intervals that are in no hole."""
    left, closed = union(intervals), union(holes)
    return [part for one in left for part in _parts(one, closed)]


def _parts(whole: Interval, holes: list[Interval]) -> Iterator[Interval]:
    begin = whole.begin
    for hole in holes:
        if hole.end > begin and hole.begin < whole.end:
            if hole.begin > begin:
                yield Interval(begin, hole.begin)
            begin = hole.end
    if begin < whole.end:
        yield Interval(begin, whole.end)
