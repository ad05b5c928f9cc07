"""Rows of the board benchmark: change latency, page work, first load, fan-out. Pure."""

import sys
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from bench.board.board_load import Change, Done
from bench.board.page import FirstLoad, Usage
from bench.board.sockets import Seen
from bench.board.watch import Watched
from bench.figures import Row, median, quantile

NEVER = sys.maxsize


def at_once_row(watched: Watched) -> Row:
    """Row of clients that connected at the same moment."""
    shown = sorted(one.snapshot_at for one in watched.seen if one.snapshot_at)
    return {
        "measured": "at once",
        "clients": len(watched.seen),
        "accepted": sum(bool(one.accepted_at) for one in watched.seen),
        "with_snapshot": len(shown),
        "p50_s": round(quantile(shown, 0.50), 2),
        "last_s": round(quantile(shown, 1.0), 2),
        "web_cpu_s": round(watched.cpu_seconds, 2),
        "snapshot_kb": _kilobytes(max((one.snapshot_bytes for one in watched.seen), default=0)),
    }


def fan_out_row(watched: Watched, people: Sequence[Done], *, seconds: float) -> Row:
    """Row of the delay until every client saw every change."""
    found, missed = waits([one for done in people for one in done.changes], watched.brought, watched.seen)
    frames = sum(len(one.reached) for one in watched.seen) / max(len(watched.seen), 1)
    return {
        "measured": "fan-out",
        "clients": len(watched.seen),
        "changes_per_s": changes_per_second(people, seconds=seconds),
        "frames_per_s": round(frames / seconds, 1),
        "not_shown": missed,
        "lost": sum(one.closed for one in watched.seen),
        "p50_ms": round(quantile(found, 0.50) * 1000),
        "p99_ms": round(quantile(found, 0.99) * 1000),
        "longest_ms": round(quantile(found, 1.0) * 1000),
        "web_core_percent": round(watched.cpu_seconds / seconds * 100, 1),
    }


def never_read_row(watched: Watched, people: Sequence[Done], *, deaf: int) -> Row:
    """Row of clients that never read: their cost, and their effect on others."""
    found, missed = waits([one for done in people for one in done.changes], watched.brought, watched.seen)
    before, came, end = watched.memory
    return {
        "measured": "never read",
        "never_reading": deaf,
        "mb_each_when_they_came": round((came - before) / deaf, 2),
        "mb_each_in_all": round((end - before) / deaf, 2),
        "others": len(watched.seen),
        "others_not_shown": missed,
        "others_lost": sum(one.closed for one in watched.seen),
        "others_p99_ms": round(quantile(found, 0.99) * 1000),
    }


def page_row(path: str, usage: Usage, people: Sequence[Done], *, agents: int, seconds: float) -> Row:
    """Row of an open page in the browser."""
    return {
        "measured": "page",
        "path": path,
        "agents": agents,
        "seconds": round(seconds),
        "changes_per_s": changes_per_second(people, seconds=seconds),
        **usage_figures(usage, seconds=seconds),
    }


def usage_figures(usage: Usage, *, seconds: float) -> Row:
    """Work of a page; its heap in the first and the last three parts, as medians.

    A collection may leave garbage for the next one: single readings differ by a tenth and more.
    """
    first, last = median(usage.heap[:3], 3), median(usage.heap[-3:], 3)
    return {
        "main_thread_ms_per_s": round(usage.work_seconds / seconds * 1000, 1),
        "of_it_scripts_ms": round(usage.script_seconds / seconds * 1000, 1),
        "heap_first_mb": round(first, 1),
        "heap_last_mb": round(last, 1),
        "heap_grew_percent": round((last / first - 1) * 100, 1),
    }


def first_load_row(path: str, load: FirstLoad) -> Row:
    """Row of a page's size in a fresh browser; the snapshot comes by the socket."""
    return {
        "measured": "first load",
        "path": path,
        "kb": _kilobytes(load.bytes),
        "requests": load.requests,
        "other_hosts": len(load.hosts),
        "snapshot_kb": _kilobytes(load.socket_bytes),
    }


def changes_per_second(people: Sequence[Done], *, seconds: float) -> float:
    """All changes, timed or not."""
    return round(sum(len(done.changes) + done.others for done in people) / seconds, 1)


def waits(
    changes: Iterable[Change], brought: Mapping[int, Mapping[str, int]], seen: Sequence[Seen]
) -> tuple[list[float], int]:
    """Seconds from each commit to each client that saw it, ascending, and the number never seen.

    A client has seen a change when it has reached the first `seq` that brought the row at that version or a
    later one, by that delta, or by a snapshot or a delta that holds several.
    """
    rows: dict[str, list[tuple[int, int]]] = {}
    for seq, versions in brought.items():
        for row, version in versions.items():
            rows.setdefault(row, []).append((seq, version))
    found: list[float] = []
    missed = 0
    numbers = [[seq for seq, _ in one.reached] for one in seen]
    for change in changes:
        later = (seq for seq, version in rows.get(change.row, ()) if version >= change.version)
        first = min(later, default=NEVER)
        for reached, one in zip(numbers, seen, strict=True):
            place = bisect_left(reached, first)
            if place == len(reached):
                missed += 1
            else:
                found.append(one.reached[place][1] - change.committed_at)
    return sorted(found), missed


def _kilobytes(size: int) -> float:
    return round(size / 1024, 1)
