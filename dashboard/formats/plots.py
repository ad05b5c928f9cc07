"""Plots: lines over labels, as data for the script; the tables beside them say the same. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from routing.model.shares import shown_share


def in_percent(part: float) -> float:
    """A share as a value of a plot, rounded as the table beside it."""
    return round(100 * shown_share(part, 1), 2)


@dataclass(frozen=True)
class Line:
    """One line of a plot; colour, dash and word, so that no line is known by its colour alone."""

    word: str
    tone: str
    dash: tuple[int, ...]
    values: Sequence[float | None]


@dataclass(frozen=True)
class Plot:
    """Lines over labels; values in percent or agents. `mark` is the place of the answer."""

    labels: list[str]
    lines: list[Line]
    unit: str
    is_stepped: bool = False
    mark: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "labels": self.labels,
            "lines": [vars(line) for line in self.lines],
            "unit": self.unit,
            "stepped": self.is_stepped,
            "mark": self.mark,
        }
