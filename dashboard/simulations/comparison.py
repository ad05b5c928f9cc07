"""Comparison of two reports: both values of each figure, and the difference. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dashboard.formats.numbers import Written, digits_apart, points, share
from dashboard.formats.plots import Line, Plot
from dashboard.simulations.report import (
    FIGURES,
    NOT_MEASURED,
    Figure,
    Kept,
    clock,
    contacts_in,
    figures_of,
    totals_of,
)
from routing.model.words import queue_name
from simulation.reports import Difference, can_be_paired, difference_of, same_service_level

PAIRED = "Compared replication by replication: in each, both had the same callers (paired)."
OTHER_CALLERS = (
    "Compared as independent runs (Welch): their seeds or numbers of replications differ. With the same seed "
    "and number, smaller differences show."
)
NO_SUMS = (
    "Compared as independent runs (Welch): one was run by an earlier version, which kept no sums per "
    "replication."
)
UNLIKE = "The service levels have different formulas, so no difference is given. A: {}. B: {}."
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Side:
    """One figure of two reports; `a` or `b` is None if not measured.

    `difference` and its `bounds` are B - A, `verdict` is their meaning in words.
    """

    word: str
    a: Figure | None
    b: Figure | None
    difference: str
    bounds: str
    verdict: str
    is_apart: bool


def sides_of(one: Kept, other: Kept) -> dict[str, Any]:
    """Figures, counts and waits of all queues, queues, groups of agents and depths of two reports."""
    a, b = ({figure.name: figure for figure in figures_of(report)} for report in (one, other))
    return {
        "figures": [
            _side(word, a.get(name), b.get(name), difference_of(one, other, name), written)
            for name, (word, written, _) in FIGURES.items()
            if name in a or name in b
        ],
        "method": _method(one, other),
        "unlike": "" if same_service_level(one, other) else _unlike(one, other),
        "contacts": contacts_in(one, other),
        "totals": [(word, a, b) for (word, a), (_, b) in zip(totals_of(one), totals_of(other), strict=True)],
        "queues": list(_queues(one, other)),
        "groups": list(_groups(one, other)),
        "plot": _plot(one, other),
    }


def _queues(one: Kept, other: Kept) -> Iterator[tuple[str, str, str, str]]:
    """Each call queue of both: its name, the figure, A and B; empty if each has one queue only."""
    if len(one["queues"]) < 2 and len(other["queues"]) < 2:  # noqa: PLR2004 - all queues are that one
        return
    for key, a in one["queues"].items():
        b = other["queues"].get(key)
        if b is not None:
            for word, field in (("Service level", "service_level"), ("Abandonment", "abandoned_share")):
                yield queue_name(key), word, _written(a[field]), _written(b[field])


def _groups(one: Kept, other: Kept) -> Iterator[tuple[str, str, str]]:
    """The occupancy of each agent group, in A and B, if present."""
    sides = [{group["name"]: group["occupancy"] for group in report["groups"]} for report in (one, other)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        yield name, *(_written(side.get(name)) for side in sides)


def _plot(one: Kept, other: Kept) -> Plot | None:
    """Depths of both over the same time; None if the steps of one are longer."""
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
    return Plot(labels=[clock(at * step) for at in range(longest)], lines=lines, unit=contacts_in(one, other))


def _written(part: float | None) -> str:
    return NOT_MEASURED if part is None else share(part)


def _unlike(one: Kept, other: Kept) -> str:
    return UNLIKE.format(one["service_level_formula"], other["service_level_formula"])


def _method(one: Kept, other: Kept) -> str:
    if can_be_paired(one, other):
        return PAIRED
    return OTHER_CALLERS if all(report.get("replicates") for report in (one, other)) else NO_SUMS


def _side(
    word: str, a: Figure | None, b: Figure | None, difference: Difference | None, written: Written
) -> Side:
    if difference is None:
        return Side(word, a, b, NOT_MEASURED, "", "not known", is_apart=False)
    found, wrote = difference.interval, points if written is share else written
    if found.low is None or found.high is None:
        return Side(word, a, b, _signed(found.mean, wrote), "", "not known", is_apart=False)
    is_apart = difference.is_beyond_chance is True
    # A bound other than 0 must not be written as 0 if the verdict depends on it.
    more = digits_apart(wrote, min(abs(found.low), abs(found.high)), 0.0) if is_apart else 0
    between, low, high = (_signed(one, wrote, more) for one in (found.mean, found.low, found.high))
    return Side(word, a, b, between, f"{low} to {high}", _verdict(difference), is_apart=is_apart)


def _verdict(difference: Difference) -> str:
    if difference.is_beyond_chance is None:
        return "not known"
    if not difference.is_beyond_chance:
        return "no difference beyond chance"
    return "B is higher" if difference.interval.mean > 0 else "B is lower"


def _signed(value: float, written: Written, more: int = 0) -> str:
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return f"{sign}{written(abs(value), more)}"
