"""Owns the history as CSV: a line for each interval and queue, times in UTC, seconds."""

import csv
from collections.abc import Iterable
from io import StringIO

from reporting.history_selectors import Figures

COUNTS = ("offered", "answered", "abandoned", "abandoned_soon", "set_aside", "within_target")
SECONDS = ("waited", "longest_wait", "talk", "wrap_up")
HEADER = (
    "start",
    "length_minutes",
    "queue",
    "agent_group",
    *COUNTS,
    *(f"{name}_seconds" for name in SECONDS),
)


def history_csv(every: Iterable[Figures], *, length_minutes: int) -> str:
    """One line for each; nothing where a time is not known."""
    sheet = StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerow(HEADER)
    for one in every:
        counts = (getattr(one, name) for name in COUNTS)
        times = (_seconds(getattr(one, f"{name}_ms")) for name in SECONDS)
        start = one.start.isoformat().replace("+00:00", "Z")
        writer.writerow((start, length_minutes, one.queue, one.agent_group, *counts, *times))
    return sheet.getvalue()


def _seconds(milliseconds: int | None) -> str:
    return "" if milliseconds is None else f"{milliseconds / 1000:.15g}"
