"""Figures: median and quantiles, rows printed as a table, Markdown or JSON. Pure."""

import json
import math
import statistics
from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]


def quantile(ascending: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed (nearest rank).

    0.0 without any values.
    """
    if not ascending:
        return 0.0
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def median(values: Sequence[float], digits: int) -> float:
    """The middle value, or the mean of the two in the middle, rounded."""
    return round(statistics.median(values), digits)


def printed(rows: Sequence[Row], *, as_json: bool) -> str:
    """The rows as they are printed: one JSON object {"rows": […]}, or aligned columns."""
    return json.dumps({"rows": list(rows)}) if as_json else aligned(rows)


def aligned(rows: Sequence[Row]) -> str:
    """Columns under their names, to the right; a new heading where the names change."""
    return "\n\n".join(_columns(block) for block in _blocks(rows))


def markdown(rows: Sequence[Row]) -> str:
    """The rows as Markdown tables, a new one where the names change."""
    return "\n\n".join(_markdown_table(block) for block in _blocks(rows))


def _markdown_table(rows: Sequence[Row]) -> str:
    names = list(rows[0])
    lines = [names, ["---:" for _ in names], *([_cell(row[name]) for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _blocks(rows: Sequence[Row]) -> list[list[Row]]:
    found: list[list[Row]] = []
    for row in rows:
        if not found or list(found[-1][0]) != list(row):
            found.append([])
        found[-1].append(row)
    return found


def _columns(rows: Sequence[Row]) -> str:
    lines = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


def _cell(value: str | float) -> str:
    return f"{value:,}" if isinstance(value, int | float) else value
