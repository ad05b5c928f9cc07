"""Small plots of queue depth over time, one for each call queue, as SVG paths. Pure.

All have the same scale, so that queues compare at a glance, on paper and without a script too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.formats.numbers import figure, grouped
from routing.model.words import queue_name

WIDTH, HEIGHT = 240, 64
# More points are invisible at this width.
MOST_POINTS = 120


@dataclass(frozen=True)
class SmallPlot:
    """One queue: the mean depth as an area, the most as a line, and both in words."""

    name: str
    mean: str
    most: str
    area: str
    line: str


@dataclass(frozen=True)
class SmallPlots:
    """The plots of several queues; `top` is the value of their height, `end` the end of the time."""

    plots: tuple[SmallPlot, ...]
    top: str
    end: str


def small_plots(depths: Mapping[str, Mapping[str, Any]], *, end: str) -> SmallPlots | None:
    """A plot for each queue of the report; None for a single queue."""
    if len(depths) < 2:  # noqa: PLR2004 - one is drawn large already
        return None
    top = max(1, *(max(depth["most"], default=0) for depth in depths.values()))
    return SmallPlots(
        tuple(_plot(queue_name(key), depth, top) for key, depth in depths.items()), grouped(top), end
    )


def _plot(name: str, depth: Mapping[str, Any], top: int) -> SmallPlot:
    mean, most = depth["mean"], depth["most"]
    average = sum(mean) / max(1, len(mean))
    together = -(-len(mean) // MOST_POINTS)
    means = [sum(some) / len(some) for some in _in_groups(mean, together)]
    line = " ".join(_points([max(some) for some in _in_groups(most, together)], top))
    area = " ".join(_points(means, top))
    return SmallPlot(
        name,
        figure(round(average, 1)),
        grouped(max(most, default=0)),
        f"M0 {HEIGHT} L{area} L{WIDTH} {HEIGHT}Z",
        f"M{line}",
    )


def _in_groups(values: list[float], size: int) -> list[list[float]]:
    return [values[start : start + size] for start in range(0, len(values), max(1, size))] or [[0]]


def _points(values: list[float], top: int) -> list[str]:
    step = WIDTH / max(1, len(values) - 1)
    heights = (HEIGHT - (HEIGHT - 2) * value / top for value in values)
    found = [f"{round(at * step, 1):g} {round(height, 1):g}" for at, height in enumerate(heights)]
    return found if len(found) > 1 else [*found, f"{WIDTH} {found[0].split(' ')[1]}"]
