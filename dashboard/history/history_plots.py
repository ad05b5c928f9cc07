"""Plots of the history: calls and service level; the table beside them says the same."""

from collections.abc import Sequence

from dashboard.formats.plots import Line, Plot, in_percent
from dashboard.history.history_rows import HistoryRow


def calls_plot(rows: Sequence[HistoryRow]) -> Plot:
    """Offered, answered and abandoned in each row."""
    lines = [
        Line("Offered", "blue", (), [row.figures.offered for row in rows]),
        Line("Answered", "green", (7, 3), [row.figures.answered for row in rows]),
        Line("Abandoned", "red", (2, 3), [row.figures.abandoned for row in rows]),
    ]
    return Plot(labels=[row.label for row in rows], lines=lines, unit="calls", is_stepped=True)


def level_plot(rows: Sequence[HistoryRow]) -> Plot:
    """The service level in each row; a gap without one."""
    levels = [None if row.service_level is None else in_percent(row.service_level) for row in rows]
    return Plot(
        labels=[row.label for row in rows],
        lines=[Line("Service level", "green", (), levels)],
        unit="%",
        is_stepped=True,
    )
