"""History CSV read back: the lines of `history_csv`, added up over queues."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from dashboard.staffing.intervals import IntervalsError, cells_of
from reporting.history.history_selectors import Figures, figures_sum
from simulation.decimals import number_from

START, MINUTES, OFFERED = "start", "length_minutes", "offered"
NEEDED = (START, MINUTES, OFFERED)
USED = (*NEEDED, "answered", "talk_seconds", "wrap_up_seconds")
LENGTHS = (15, 30, 60)
MOST = 1_000_000_000


def is_history(text: str) -> bool:
    """Whether the first line has the history's columns."""
    first = next((cells for _, cells in cells_of(text) if any(cells)), [])
    return {START, OFFERED} <= {cell.lower() for cell in first}


def read_history(text: str) -> tuple[int, list[Figures], list[str]]:
    """The minutes of an interval, the intervals in order over all queues, and the columns not used.

    Raises IntervalsError, which names line and column.
    """
    (_, header), *lines = [(number, cells) for number, cells in cells_of(text) if any(cells)]
    names = [cell.lower() for cell in header]
    for name in NEEDED:
        if name not in names:
            raise IntervalsError(f"line 1: the header has no column {name}")
    if not lines:
        raise IntervalsError("the file has no calls below its header")
    rows = [_Row(number, names, cells) for number, cells in lines]
    minutes = rows[0].minutes()
    by_start: dict[datetime, list[Figures]] = defaultdict(list)
    for row in rows:
        if row.minutes() != minutes:
            raise row.refusal(MINUTES, f"differs from {minutes} in the lines before")
        by_start[row.start()].append(row.figures())
    found = [figures_sum(some, start) for start, some in sorted(by_start.items())]
    return minutes, found, [name for name in names if name not in USED]


class _Row:
    """One line; errors name line and column."""

    def __init__(self, line: int, names: list[str], cells: list[str]) -> None:
        self._line, self._names = line, names
        if len(cells) != len(names):
            raise IntervalsError(f"line {line}: {len(names)} columns are expected, not {len(cells)}")
        self._cells: Mapping[str, str] = dict(zip(names, cells, strict=True))

    def refusal(self, name: str, why: str) -> IntervalsError:
        place = f"line {self._line}, column {self._names.index(name) + 1} ({name})"
        return IntervalsError(f"{place}: '{self._cells[name][:40]}' {why}")

    def minutes(self) -> int:
        found = self._number(MINUTES)
        if found not in LENGTHS:
            raise self.refusal(MINUTES, f"must be one of {', '.join(map(str, LENGTHS))}")
        return int(found)

    def start(self) -> datetime:
        try:
            start = datetime.fromisoformat(self._cells[START])
        except ValueError:
            start = datetime.min  # noqa: DTZ901  # refused below
        if start.tzinfo is None:
            raise self.refusal(START, "must be a time with its zone, such as 2026-11-21T08:30:00Z")
        return start

    def figures(self) -> Figures:
        """The counts and times that staffing uses."""
        wrap_up = self._number("wrap_up_seconds")
        return Figures(
            self.start(),
            offered=round(self._number(OFFERED) or 0),
            answered=round(self._number("answered") or 0),
            talk_ms=round(1000 * (self._number("talk_seconds") or 0)),
            wrap_up_ms=None if wrap_up is None else round(1000 * wrap_up),
        )

    def _number(self, name: str) -> float | None:
        """The number in a column; None if empty or missing, unless required."""
        text = self._cells.get(name, "")
        if not text and name not in NEEDED:
            return None
        found = number_from(text)
        if found is None or not 0 <= found <= MOST:
            raise self.refusal(name, f"must be a number from 0 to {MOST:,}")
        return found
