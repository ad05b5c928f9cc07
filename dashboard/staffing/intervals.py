"""List of calls per interval: read from typed lines or CSV with a header. Pure."""

import csv
from dataclasses import dataclass

from simulation.decimals import number_from
from simulation.theory import LIMITS

MOST_INTERVALS = 672  # a week in quarters of an hour
MOST_TEXT = 8_000  # the list is part of the page's address, and longer addresses get lost
MOST_LABEL = 40
SEPARATORS = ("\t", ";", ",")
LABEL, CALLS, AHT = "interval", "calls", "aht"
COLUMNS = (LABEL, CALLS, AHT)
LIMITS_OF = {CALLS: LIMITS["calls"], AHT: LIMITS["aht_seconds"]}


class IntervalsError(Exception):
    """An unreadable list; the message names line and column."""


@dataclass(frozen=True)
class Interval:
    """Calls of one interval; `line` is its line in the list, from 1.

    Without its own handle time it has the general one.
    """

    line: int
    label: str
    calls: float
    aht_seconds: float | None = None


def read_intervals(text: str, *, needs_header: bool = False) -> list[Interval]:
    """One interval a line: `calls`, or `interval,calls`; also with tabs or semicolons between.

    A first line of words only is a header that names the columns, among them `aht`, the handle time of the
    interval. Empty lines are skipped; without a label an interval has its number. Raises IntervalsError.
    """
    if len(text) > MOST_TEXT:
        raise IntervalsError(f"at most {MOST_TEXT:,} characters; these are {len(text):,}")
    lines = [(number, cells) for number, cells in cells_of(text) if any(cells)]
    columns = None
    if lines and (needs_header or _is_header(lines[0][1])):
        columns = _columns(*lines.pop(0))
    if needs_header and not lines:
        raise IntervalsError("the file has no calls below its header")
    if len(lines) > MOST_INTERVALS:
        raise IntervalsError(f"at most {MOST_INTERVALS} intervals; these are {len(lines)}")
    return [_interval(line, cells, columns, place) for place, (line, cells) in enumerate(lines, start=1)]


def written_intervals(intervals: list[Interval]) -> str:
    """The list in its shortest readable form; labels must not contain separators."""
    named = any(one.label != str(place) for place, one in enumerate(intervals, start=1))
    timed = any(one.aht_seconds for one in intervals)
    header = [",".join([LABEL] * named + [CALLS, AHT])] * timed
    return "\n".join([*header, *(_written(one, named=named, timed=timed) for one in intervals)])


def _written(one: Interval, *, named: bool, timed: bool) -> str:
    aht = f"{one.aht_seconds:.15g}" if one.aht_seconds else ""
    return ",".join([_plain(one.label)] * named + [f"{one.calls:.15g}"] + [aht] * timed)


def _plain(label: str) -> str:
    return "".join(" " if letter in '"\t;,' else letter for letter in label).strip()


def cells_of(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line with its number, by the separator of the first lines."""
    rows = text.removeprefix("\ufeff").splitlines()
    separator = next((mark for mark in SEPARATORS if any(mark in row for row in rows[:2])), ",")
    return [
        (number, [cell.strip() for cell in next(csv.reader([row], delimiter=separator), [])])
        for number, row in enumerate(rows, start=1)
    ]


def _is_header(cells: list[str]) -> bool:
    return not any(letter.isdigit() for cell in cells for letter in cell)


def _columns(line: int, cells: list[str]) -> list[str]:
    names = [cell.lower() for cell in cells]
    for place, name in enumerate(names, start=1):
        if name not in COLUMNS:
            raise IntervalsError(
                f"line {line}, column {place}: '{_short(name)}' is not a known column; "
                f"choose from {','.join(COLUMNS)}"
            )
        if name in names[: place - 1]:
            raise IntervalsError(f"line {line}, column {place}: a second column {name}")
    if CALLS not in names:
        raise IntervalsError(f"line {line}: the header has no column {CALLS}")
    return names


def _interval(line: int, cells: list[str], columns: list[str] | None, place: int) -> Interval:
    names = columns or ([CALLS] if len(cells) == 1 else [LABEL, CALLS])
    if len(cells) > len(names):
        raise IntervalsError(f"line {line}, column {len(names) + 1}: one column too many; {_wanted(names)}")
    if len(cells) < len(names):
        raise IntervalsError(f"line {line}, column {len(cells) + 1}: a column is missing; {_wanted(names)}")
    found = dict(zip(names, cells, strict=True))
    label = found.get(LABEL) or str(place)
    if len(label) > MOST_LABEL:
        at = names.index(LABEL) + 1
        raise IntervalsError(f"line {line}, column {at} ({LABEL}): at most {MOST_LABEL} characters")
    aht = _number(AHT, found[AHT], line, names) if found.get(AHT) else None
    return Interval(line, label, _number(CALLS, found[CALLS], line, names), aht)


def _wanted(names: list[str]) -> str:
    return f"each line is {','.join(names)}"


def _number(name: str, text: str, line: int, names: list[str]) -> float:
    limits, column = LIMITS_OF[name], names.index(name) + 1
    found = number_from(text)
    if found is None or found not in limits:
        raise IntervalsError(
            f"line {line}, column {column} ({name}): '{_short(text)}' must be a number "
            f"from {limits.least:,} to {limits.most:,}"
        )
    return found


def _short(text: str) -> str:
    return text if len(text) <= MOST_LABEL else f"{text[:MOST_LABEL]}…"
