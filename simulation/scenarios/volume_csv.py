"""Volume from CSV: one line for each interval. Pure."""

import csv
from collections.abc import Iterator
from io import StringIO

from simulation.decimals import number_from
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.field_limits import LIMITS

HEADERS = ("interval", "calls")
MOST_CHARACTERS = 200_000


def calls_from_csv(text: str) -> tuple[float, ...]:
    """The calls of each interval from text with the columns `interval` (1, 2, …) and `calls`.

    Raises ScenarioError with line and column.
    """
    if len(text) > MOST_CHARACTERS:
        raise ScenarioError(
            "csv", f"{len(text):,} characters are too many; up to {MOST_CHARACTERS:,} are read"
        )
    lines = list(_lines(text))
    if not lines or tuple(cell.strip().lower() for cell in lines[0][1]) != HEADERS:
        found = ",".join(lines[0][1]) if lines else ""
        raise ScenarioError("csv, line 1", f"the headers must be {','.join(HEADERS)}, and are {told(found)}")
    most = int(LIMITS["intervals"].most)
    if not 0 < len(lines) - 1 <= most:
        raise ScenarioError("csv", f"1 to {most:,} intervals are allowed, and there are {len(lines) - 1}")
    return tuple(_calls(line, cells, number) for number, (line, cells) in enumerate(lines[1:], start=1))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers in the text."""
    reader = csv.reader(StringIO(text.removeprefix("\ufeff")), strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise ScenarioError(f"csv, line {reader.line_num}", str(error)) from None


def _calls(line: int, cells: list[str], number: int) -> float:
    if len(cells) != len(HEADERS):
        raise ScenarioError(
            f"csv, line {line}", f"{len(HEADERS)} columns are expected, and there are {len(cells)}"
        )
    if cells[0].strip() != str(number):
        raise ScenarioError(
            f"csv, line {line}, column interval",
            f"{told(cells[0])} is not expected here; intervals count 1, 2, …, and this is {number}",
        )
    limits = LIMITS["interval_calls"]
    calls = number_from(cells[1])
    if calls is None or calls not in limits:
        raise ScenarioError(
            f"csv, line {line}, column calls",
            f"{told(cells[1])} is not allowed; a number from {limits.least:g} to {limits.most:,.9g}",
        )
    return calls
