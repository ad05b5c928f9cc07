"""Schedule: weekly hours, holidays, special days, exceptions; whether it is open at a moment. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from routing.model.hours.moments import A_DAY, Interval, moment_of, union, without

# Minutes of a day, from and to; over midnight the end is more than a day.
Span = tuple[int, int]
Spans = tuple[Span, ...]
ALL_DAY: Spans = ((0, A_DAY),)
ALWAYS: tuple[Spans, ...] = (ALL_DAY,) * 7
# The next change is looked for within so many days, in steps: most come within a week.
LOOKS_AHEAD = (2, 16, 400)


@dataclass(frozen=True)
class Override:
    """An exception from the plan: open, or closed, for a time."""

    is_open: bool
    of: Interval


@dataclass(frozen=True)
class Standing:
    """Open or closed, and for which time at least; `changes` if it is the other from then on."""

    is_open: bool
    of: Interval
    changes: bool

    @property
    def opens_at(self) -> datetime | None:
        """When it opens; None while it is open, and if it does not open within a year."""
        return self.of.end if self.changes and not self.is_open else None

    @property
    def closes_at(self) -> datetime | None:
        """When it closes; None while it is closed, and if it does not close within a year."""
        return self.of.end if self.changes and self.is_open else None


@dataclass(frozen=True)
class Schedule:
    """Opening hours by the clocks of a time zone.

    `week` has the spans of each weekday from Monday on; a span over midnight belongs to the day on which it
    begins. On `holidays`, by date with their names, and within `closures` it is closed. `special` days have
    spans of their own, none if it is closed, whatever else there is on these days. The `overrides` go before
    all, the last one first: its own, then that of the queue for which it is asked.
    """

    name: str
    time_zone: str = "UTC"
    week: tuple[Spans, ...] = ALWAYS
    special: Mapping[date, Spans] = field(default_factory=dict)
    holidays: Mapping[date, str] = field(default_factory=dict)
    closures: tuple[tuple[Interval, str], ...] = ()
    overrides: tuple[Override, ...] = ()
    # The last answer, which holds until the next change: each admission asks.
    _known: list[Standing] = field(default_factory=list, init=False, compare=False, repr=False)

    def standing(self, at: datetime) -> Standing:
        """Whether it is open at a moment, and until when."""
        for known in tuple(self._known):
            if known.of.has(at):
                return known
        found = self._found(at, LOOKS_AHEAD, planned=False)
        self._known[:] = [found]
        return found

    def is_open(self, at: datetime) -> bool:
        return self.standing(at).is_open

    def opens_at(self, at: datetime) -> datetime | None:
        return self.standing(at).opens_at

    def planned(self, at: datetime) -> Standing:
        """As `standing`, without the overrides."""
        return self._found(at, LOOKS_AHEAD, planned=True)

    def holiday(self, at: datetime) -> str:
        """The name of the holiday for which it is closed, if it is one."""
        day = self.day_of(at)
        if self.excepted(at) or day in self.special:
            return ""
        if day in self.holidays:
            return self.holidays[day]
        return next((name for one, name in self.closures if one.has(at)), "")

    def excepted(self, at: datetime) -> bool:
        """Whether an override holds at a moment."""
        return any(one.of.has(at) for one in self.overrides)

    def local(self, at: datetime) -> datetime:
        """A moment by its clocks."""
        return at.astimezone(self._zone)

    def day_of(self, at: datetime) -> date:
        return self.local(at).date()

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def _found(self, at: datetime, ahead: tuple[int, ...], *, planned: bool) -> Standing:
        first, *further = ahead
        begin = self.day_of(at) - timedelta(days=1)
        window = Interval(self._midnight(begin), self._midnight(begin + timedelta(days=first + 1)))
        times = self._open_times(begin, first + 1, planned=planned)
        found = _standing(at, times, window)
        if not found.changes and further:
            return self._found(at, tuple(further), planned=planned)
        return found

    def _open_times(self, first: date, days: int, *, planned: bool) -> list[Interval]:
        """When it is open from a day on, for some days."""
        dates = [first + timedelta(days=number) for number in range(-1, days)]
        usual = [one for one in dates if one not in self.special and one not in self.holidays]
        shut = [self._whole(one) for one in dates if one in self.special or one in self.holidays]
        open_times = without(
            (one for day in usual for one in self._times(day, self.week[day.weekday()])),
            (*shut, *(one for one, _ in self.closures)),
        )
        open_times += (one for day in dates for one in self._times(day, self.special.get(day, ())))
        times = union(open_times)
        for one in () if planned else self.overrides:
            times = union([*times, one.of]) if one.is_open else without(times, [one.of])
        return times

    def _times(self, day: date, spans: Spans) -> Iterator[Interval]:
        zone = self._zone
        return (Interval(moment_of(day, begin, zone), moment_of(day, end, zone)) for begin, end in spans)

    def _whole(self, day: date) -> Interval:
        return Interval(self._midnight(day), self._midnight(day + timedelta(days=1)))

    def _midnight(self, day: date) -> datetime:
        return moment_of(day, 0, self._zone)


def _standing(at: datetime, times: list[Interval], window: Interval) -> Standing:
    """By the open times within a window, in order."""
    since = window.begin
    for one in times:
        if one.has(at):
            return Standing(is_open=True, of=one, changes=one.end < window.end)
        if one.begin > at:
            return Standing(is_open=False, of=Interval(since, one.begin), changes=one.begin < window.end)
        since = max(since, one.end)
    return Standing(is_open=False, of=Interval(since, window.end), changes=False)
