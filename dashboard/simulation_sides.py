"""Owns how two reports stand side by side: each figure of both, and whether their bounds lie apart. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dashboard.numbers import share
from dashboard.simulation_report import FIGURES, NOT_MEASURED, Figure, Kept, clock, figures_of, totals_of
from dashboard.staffing_plots import Line, Plot


@dataclass(frozen=True)
class Side:
    """One figure of two reports; `a` or `b` None where it was not measured; `verdict` in words."""

    word: str
    a: Figure | None
    b: Figure | None
    verdict: str
    is_apart: bool


def sides_of(one: Kept, other: Kept) -> dict[str, Any]:
    """Figures, counts and waits of all queues, queues, groups of agents and depths of two reports."""
    a, b = ({figure.name: figure for figure in figures_of(report)} for report in (one, other))
    return {
        "figures": [
            Side(word, a.get(name), b.get(name), *_verdict(one, other, name))
            for name, (word, _, _) in FIGURES.items()
            if name in a or name in b
        ],
        "totals": [(word, a, b) for (word, a), (_, b) in zip(totals_of(one), totals_of(other), strict=True)],
        "queues": list(_queues(one, other)),
        "groups": list(_groups(one, other)),
        "plot": _plot(one, other),
    }


def _queues(one: Kept, other: Kept) -> Iterator[tuple[str, str, str, str]]:
    """Of each call queue of both: its name, what it is, and A and B; nothing where each has one only."""
    if len(one["queues"]) < 2 and len(other["queues"]) < 2:  # noqa: PLR2004 - all queues are that one
        return
    for name, a in one["queues"].items():
        b = other["queues"].get(name)
        if b is not None:
            for word, field in (("In time", "service_level"), ("Abandoned", "abandoned_share")):
                yield name, word, *(_written(side[field]) for side in (a, b))


def _groups(one: Kept, other: Kept) -> Iterator[tuple[str, str, str]]:
    """The occupancy of each group of agents, in A and B, as far as it is there."""
    sides = [{group["name"]: group["occupancy"] for group in report["groups"]} for report in (one, other)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        yield name, *(_written(side.get(name)) for side in sides)


def _plot(one: Kept, other: Kept) -> Plot | None:
    """How many waited in both, over the same time; None where the steps of one are longer."""
    a, b = one["depth"], other["depth"]
    step = a["step_seconds"]
    if step != b["step_seconds"]:
        return None
    longest = max(len(a["mean"]), len(b["mean"]))
    lines = [
        Line(
            word,
            tone,
            dash,
            [round(value, 2) for value in side["mean"]] + [None] * (longest - len(side["mean"])),
        )
        for word, tone, dash, side in (("A, mean", "blue", (), a), ("B, mean", "orange", (7, 3), b))
    ]
    return Plot(labels=[clock(at * step) for at in range(longest)], lines=lines, unit="calls")


def _written(part: float | None) -> str:
    return NOT_MEASURED if part is None else share(part)


def _verdict(one: Kept, other: Kept, name: str) -> tuple[str, bool]:
    """Bounds that do not overlap leave no doubt; those that do leave it open."""
    a, b = (report["spread"].get(name) for report in (one, other))
    if not a or not b or None in (a["low"], b["low"]):
        return "cannot be told", False
    if a["high"] < b["low"] or b["high"] < a["low"]:
        return ("B is higher" if b["mean"] > a["mean"] else "B is lower"), True
    return "no difference beyond chance", False
