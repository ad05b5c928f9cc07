"""Owns how two reports stand side by side: each figure of both, and whether their bounds lie apart. Pure."""

from dataclasses import dataclass
from typing import Any

from dashboard.simulation_report import COLUMNS, FIGURES, Figure, Kept, figures_of, queue_rows


@dataclass(frozen=True)
class Side:
    """One figure of two reports; `a` or `b` None where it was not measured; `verdict` in words."""

    word: str
    a: Figure | None
    b: Figure | None
    verdict: str
    is_apart: bool


def sides_of(one: Kept, other: Kept) -> dict[str, Any]:
    """The figures, and the counts and waits of all queues, of two reports."""
    a, b = ({figure.name: figure for figure in figures_of(report)} for report in (one, other))
    return {
        "figures": [
            Side(word, a.get(name), b.get(name), *_verdict(one, other, name))
            for name, (word, _, _) in FIGURES.items()
            if name in a or name in b
        ],
        "totals": list(zip(COLUMNS, queue_rows(one)[-1].cells, queue_rows(other)[-1].cells, strict=True)),
    }


def _verdict(one: Kept, other: Kept, name: str) -> tuple[str, bool]:
    """Bounds that do not overlap leave no doubt; those that do leave it open."""
    a, b = (report["spread"].get(name) for report in (one, other))
    if not a or not b or None in (a["low"], b["low"]):
        return "cannot be told", False
    if a["high"] < b["low"] or b["high"] < a["low"]:
        return ("B is higher" if b["mean"] > a["mean"] else "B is lower"), True
    return "no difference beyond chance", False
