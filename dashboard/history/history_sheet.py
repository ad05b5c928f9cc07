"""History as CSV: one line for each interval and queue; times in UTC, durations in seconds."""

from collections.abc import Iterable, Iterator

from reporting.history.history_selectors import Figures
from routing.model.queues import CALLS
from routing.sheets import Cell, csv_text

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


OF_CHATS = ("channel", "scene", "responded", "responded_within", "responded_seconds", "rated", "ratings")


def history_csv(every: Iterable[Figures], *, length_minutes: int, channel: str = CALLS) -> str:
    """One line for each; an empty cell for an unknown time. Chats have columns of their own at the end."""
    header = (*HEADER, *(OF_CHATS if channel else ()))
    return csv_text(header, ([*_line(one, length_minutes), *_of_chats(one, channel)] for one in every))


def _of_chats(one: Figures, channel: str) -> Iterator[Cell]:
    if channel:
        yield from (channel, one.scene, one.responded, one.responded_within)
        yield from (_seconds(one.responded_ms), one.rated, one.ratings)


def _line(one: Figures, length_minutes: int) -> Iterator[Cell]:
    yield one.start.isoformat().replace("+00:00", "Z")
    yield from (length_minutes, one.queue, one.agent_group)
    yield from (getattr(one, name) for name in COUNTS)
    yield from (_seconds(getattr(one, f"{name}_ms")) for name in SECONDS)


def _seconds(milliseconds: int | None) -> str:
    return "" if milliseconds is None else f"{milliseconds / 1000:.15g}"
