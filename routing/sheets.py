"""CSV of every export; no text in it becomes a spreadsheet formula. Pure."""

import csv
from collections.abc import Iterable
from io import StringIO

# A spreadsheet evaluates a cell that begins with one of these, some also with their wide forms; it strips the
# last three first.
FORMULA_MARKS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")

Cell = str | int | float | None


def csv_text(header: Iterable[str], lines: Iterable[Iterable[Cell]]) -> str:
    """Header and lines as CSV, with CRLF at each end; None is an empty cell."""
    sheet = StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerow(map(_safe, header))
    writer.writerows(map(_safe, line) for line in lines)
    return sheet.getvalue()


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(FORMULA_MARKS) and not _is_number(cell):
        return f"'{cell}"
    return cell


def unmarked(text: str) -> str:
    """The text that an export has marked, so that it is no formula."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA_MARKS) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text[:1] in "+-"
