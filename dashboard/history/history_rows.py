"""Rows and plots of the history: figures by interval or day, by the board's formulas."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from itertools import zip_longest

from django.conf import settings

from dashboard.formats.plots import Line, Plot, in_percent
from dashboard.history.history_question import DAY, Asked
from live.figures.formulas import ALL, Counts, Measure, figures_row, formulas
from reporting.history.history_selectors import Figures, Intervals, figures_sum, interval_list, part_list
from reporting.history.keeping import bounds_of
from routing.model.queues import CALLS
from routing.router import Router
from routing.runtime import service_level

TEAM = "agent_group"


@dataclass(frozen=True)
class HistoryRow:
    """One row: its label, its figures and their shares, None without calls; the last four are of chats."""

    label: str
    figures: Figures
    service_level: float | None
    asa_seconds: float | None
    abandonment: float | None
    first_response_level: float | None = None
    first_response_seconds: float | None = None
    handle_seconds: float | None = None
    rating: float | None = None

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
    return [
        history_row(interval_label(one.start, several=several), one, measure, asked.channel) for one in every
    ]


def history_total(
    rows: list[HistoryRow], measure: Measure, start: datetime, channel: str = CALLS
) -> HistoryRow:
    return history_row("", figures_sum((row.figures for row in rows), start), measure, channel)


def history_parts(asked: Asked, measure: Measure) -> dict[str, list[HistoryRow]]:
    """The calls of the whole time by team, if any has one, and chats by scene and queue, each by name."""
    parts = {
        by: [
            history_row(getattr(one, by), one, measure, asked.channel)
            for one in part_list(asked_intervals(asked), by=by)
        ]
        for by in (TEAM, *(("scene", "queue") if asked.channel else ()))
    }
    return parts if any(row.label for row in parts[TEAM]) else {**parts, TEAM: []}


def asked_intervals(asked: Asked) -> Intervals:
    """The intervals of the query, for `interval_list`."""
    since, before = asked_bounds(asked)
    return Intervals(
        since=since,
        before=before,
        length_minutes=asked.length_minutes,
        channel=asked.channel,
        queue=asked.queue,
        scene=asked.scene,
        team=asked.team,
    )


def asked_bounds(asked: Asked) -> tuple[datetime, datetime]:
    return bounds_of(asked.first)[0], bounds_of(asked.last)[1]


def formula_words(measure: Measure, channel: str = CALLS) -> dict[str, str]:
    return {name: str(words) for name, words in formulas(measure, channel).items()}


def _days(asked: Asked, measure: Measure) -> Iterator[HistoryRow]:
    found = interval_list(**asked_intervals(asked))
    for day in asked.days:
        start, end = bounds_of(day)
        figures = figures_sum((one for one in found if start <= one.start < end), start)
        label = f"{day:%a} {day.day} {day:%b %Y}"
        yield history_row(label, replace(figures, start=start), measure, asked.channel)


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


def history_row(label: str, figures: Figures, measure: Measure, channel: str = CALLS) -> HistoryRow:
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    for name in ("offered", "answered", "abandoned", "abandoned_soon", "within_target"):
        counts[ALL, name] = getattr(figures, name)
    counts[ALL, "removed"] = figures.set_aside
    counts[ALL, "waited_seconds"] = figures.waited_ms / 1000
    if channel:
        _count_of_chats(counts, figures)
    row = figures_row(counts, ALL, measure.level, channel)
    shares = {one.name: _share(row.get(one.name)) for one in fields(HistoryRow)[2:]}
    return HistoryRow(label, figures, **shares)


def _count_of_chats(counts: Counts, figures: Figures) -> None:
    counts[ALL, "responded"] = figures.responded
    counts[ALL, "unresponded"] = figures.offered - figures.responded
    counts[ALL, "responded_in_time"] = figures.responded_within
    counts[ALL, "response_seconds"] = figures.responded_ms / 1000
    counts[ALL, "handled"] = figures.answered
    counts[ALL, "handle_seconds"] = figures.talk_ms / 1000
    counts[ALL, "rated"] = figures.rated
    counts[ALL, "ratings"] = figures.ratings


def _share(value: object) -> float | None:
    return value if isinstance(value, float | int) else None


def calls_plot(rows: Sequence[HistoryRow], channel: str = CALLS) -> Plot:
    """Offered, answered and abandoned in each row."""
    lines = [
        Line("Offered", "blue", (), [row.figures.offered for row in rows]),
        Line("Answered", "green", (7, 3), [row.figures.answered for row in rows]),
        Line("Abandoned", "red", (2, 3), [row.figures.abandoned for row in rows]),
    ]
    return Plot(
        labels=[row.label for row in rows], lines=lines, unit="chats" if channel else "calls", is_stepped=True
    )


def level_plot(rows: Sequence[HistoryRow], channel: str = CALLS) -> Plot:
    """The service level in each row, of chats also that of first responses; a gap without one."""
    lines = [Line("Service level", "green", (), [_percent(row.service_level) for row in rows])]
    if channel:
        of_response = [_percent(row.first_response_level) for row in rows]
        lines.append(Line("First response in time", "blue", (7, 3), of_response))
    return Plot(labels=[row.label for row in rows], lines=lines, unit="%", is_stepped=True)


def _percent(share: float | None) -> float | None:
    return None if share is None else in_percent(share)
