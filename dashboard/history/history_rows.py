"""Rows and plots of the history: figures by interval or day, by the board's formulas."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import zip_longest

from django.conf import settings

from dashboard.formats.plots import Line, Plot, in_percent
from dashboard.history.history_question import DAY, Asked
from live.figures.formulas import ALL, Measure, figures_row, formulas
from reporting.history.history_selectors import Figures, Intervals, figures_sum, interval_list
from reporting.history.keeping import bounds_of
from routing.router import Router
from routing.runtime import service_level


@dataclass(frozen=True)
class HistoryRow:
    """One row: its label, its figures and their shares, None without calls."""

    label: str
    figures: Figures
    service_level: float | None
    asa_seconds: float | None
    abandonment: float | None

    @property
    def longest_seconds(self) -> float:
        return self.figures.longest_wait_ms / 1000

    @property
    def talk_seconds(self) -> float:
        """All talk time together."""
        return self.figures.talk_ms / 1000

    @property
    def wrap_up_seconds(self) -> float | None:
        """All wrap-up time together, None if unknown."""
        return None if self.figures.wrap_up_ms is None else self.figures.wrap_up_ms / 1000


def measure_of(router: Router) -> Measure:
    return Measure(
        policies=router.policies,
        topics=bool(router.skills.topics),
        level=service_level(),
        scene_policy=router.scene_policy,
    )


def history_rows(asked: Asked, measure: Measure) -> list[HistoryRow]:
    """The rows in order: each day of the query, or each interval from the first to the last with calls."""
    if asked.by == DAY:
        return [*_days(asked, measure)]
    found = interval_list(**asked_intervals(asked))
    several = asked.first != asked.last
    every = without_gaps(found, timedelta(minutes=asked.length_minutes))
    return [_row(interval_label(one.start, several=several), one, measure) for one in every]


def history_total(rows: list[HistoryRow], measure: Measure, start: datetime) -> HistoryRow:
    return _row("", figures_sum((row.figures for row in rows), start), measure)


def asked_intervals(asked: Asked) -> Intervals:
    """The intervals of the query, for `interval_list`."""
    since, before = asked_bounds(asked)
    return Intervals(
        since=since,
        before=before,
        length_minutes=asked.length_minutes,
        channel=asked.channel,
        queue=asked.queue,
    )


def asked_bounds(asked: Asked) -> tuple[datetime, datetime]:
    return bounds_of(asked.first)[0], bounds_of(asked.last)[1]


def formula_words(measure: Measure) -> dict[str, str]:
    return {name: str(words) for name, words in formulas(measure).items()}


def _days(asked: Asked, measure: Measure) -> Iterator[HistoryRow]:
    found = interval_list(**asked_intervals(asked))
    for day in asked.days:
        start, end = bounds_of(day)
        figures = figures_sum((one for one in found if start <= one.start < end), start)
        yield _row(f"{day:%a} {day.day} {day:%b %Y}", replace(figures, start=start), measure)


def without_gaps(found: Sequence[Figures], step: timedelta) -> Iterator[Figures]:
    """The intervals, with empty ones in between."""
    for one, after in zip_longest(found, found[1:]):
        yield one
        start = one.start + step
        while after is not None and start < after.start:
            yield Figures(start)
            start += step


def interval_label(start: datetime, *, several: bool) -> str:
    """Start of an interval, in the time zone of the settings; with its day if there are several."""
    local = start.astimezone(settings.DAY_TIME_ZONE)
    return f"{local.day} {local:%b %H:%M}" if several else f"{local:%H:%M}"


def _row(label: str, figures: Figures, measure: Measure) -> HistoryRow:
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    for name in ("offered", "answered", "abandoned", "abandoned_soon", "within_target"):
        counts[ALL, name] = getattr(figures, name)
    counts[ALL, "removed"] = figures.set_aside
    counts[ALL, "waited_seconds"] = figures.waited_ms / 1000
    row = figures_row(counts, ALL, measure.level)
    shares = (_share(row[name]) for name in ("service_level", "asa_seconds", "abandonment"))
    return HistoryRow(label, figures, *shares)


def _share(value: object) -> float | None:
    return value if isinstance(value, float | int) else None


def calls_plot(rows: Sequence[HistoryRow]) -> Plot:
    """Offered, answered and abandoned in each row."""
    lines = [
        Line("Offered", "blue", (), [row.figures.offered for row in rows]),
        Line("Answered", "green", (7, 3), [row.figures.answered for row in rows]),
        Line("Abandoned", "red", (2, 3), [row.figures.abandoned for row in rows]),
    ]
    return Plot(labels=[row.label for row in rows], lines=lines, unit="calls", is_stepped=True)


def level_plot(rows: Sequence[HistoryRow]) -> Plot:
    """The service level in each row; a gap without one."""
    levels = [None if row.service_level is None else in_percent(row.service_level) for row in rows]
    return Plot(
        labels=[row.label for row in rows],
        lines=[Line("Service level", "green", (), levels)],
        unit="%",
        is_stepped=True,
    )
