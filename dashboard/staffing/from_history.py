"""Staffing question from the history: volumes and handle times of a past day."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.http import QueryDict

from dashboard.history.history_rows import interval_label, without_gaps
from dashboard.staffing.intervals import (
    MOST_INTERVALS,
    MOST_TEXT,
    Interval,
    IntervalsError,
    written_intervals,
)
from reporting.history.history_selectors import Figures, figures_sum


@dataclass(frozen=True)
class Taken:
    """Data taken from the history: the list, its busiest interval, and the number of answered calls."""

    minutes: int
    intervals: list[Interval]
    answered: int

    @property
    def busiest(self) -> Interval:
        """The interval with most calls, the first of several."""
        return max(self.intervals, key=lambda one: one.calls)

    @property
    def is_numbered(self) -> bool:
        """Whether the list would not fit into an address with the intervals' names."""
        return len(written_intervals(self.intervals)) > MOST_TEXT

    @property
    def listed(self) -> str:
        if not self.is_numbered:
            return written_intervals(self.intervals)
        return written_intervals([_numbered(place, one) for place, one in enumerate(self.intervals, start=1)])

    def fill(self, parameters: QueryDict) -> None:
        """Puts it into the page's query; goals, patience and shrinkage stay."""
        parameters["interval"] = str(self.minutes)
        parameters["calls"] = f"{self.busiest.calls:.15g}"
        parameters["intervals"] = self.listed
        if self.busiest.aht_seconds is not None:
            parameters["aht"] = f"{self.busiest.aht_seconds:.15g}"

    @property
    def words(self) -> str:
        """Description of the data and its source."""
        calls = sum(one.calls for one in self.intervals)
        found = [
            f"{len(self.intervals):,} intervals of {self.minutes} minutes with {calls:,.0f} calls offered.",
            f"The demand is that of the busiest interval, {self.busiest.label}.",
            f"Handle times are talk and wrap-up of {self.answered:,} answered calls; ringing is not recorded."
            if self.answered
            else "No call was answered: enter a handle time.",
        ]
        if self.is_numbered:
            found.append("The intervals are numbered: their times would make the list too long.")
        return " ".join(found)


def taken_from(found: Sequence[Figures], minutes: int) -> Taken:
    """The intervals from the first to the last, empty ones included.

    One without an answered call has the handle time of all. Raises IntervalsError for none or too many.
    """
    step = timedelta(minutes=minutes)
    if not found:
        raise IntervalsError("no call was offered in these intervals")
    amount = round((found[-1].start - found[0].start) / step) + 1
    if amount > MOST_INTERVALS:
        raise IntervalsError(f"at most {MOST_INTERVALS} intervals; from first to last there are {amount:,}")
    labels = {interval_label(one.start, several=True).rpartition(" ")[0] for one in found}
    several = len(labels) > 1
    total = figures_sum(found, found[0].start)
    usual = _handle_time(total)
    intervals = [
        Interval(
            place,
            interval_label(one.start, several=several),
            one.offered,
            _handle_time(one) or (usual if one.offered else None),
        )
        for place, one in enumerate(without_gaps(found, step), start=1)
    ]
    return Taken(minutes, intervals, total.answered)


def _handle_time(figures: Figures) -> float | None:
    """Mean talk and wrap-up of an answered call; None without one."""
    handled = (figures.talk_ms + (figures.wrap_up_ms or 0)) / 1000
    return round(handled / figures.answered, 1) or None if figures.answered else None


def _numbered(place: int, one: Interval) -> Interval:
    aht = None if one.aht_seconds is None else max(1.0, float(round(one.aht_seconds)))
    return replace(one, label=str(place), aht_seconds=aht)
