"""Rows of the board benchmark: which client saw which change when, and the figures from that."""

from bench.board.board_load import Change, Done
from bench.board.board_rows import (
    at_once_row,
    changes_per_second,
    fan_out_row,
    first_load_row,
    never_read_row,
    page_row,
    waits,
)
from bench.board.page import FirstLoad, Usage
from bench.board.sockets import Seen
from bench.board.watch import Watched

BROUGHT = {1: {"agent": 5}, 2: {"call": 1}, 3: {"agent": 7}}


def seen(**moments: float) -> Seen:
    """A client that reached `s1`, `s2`, … at these moments."""
    return Seen(
        accepted_at=1.0, snapshot_at=1.0, reached=[(int(name[1:]), at) for name, at in moments.items()]
    )


def test_a_change_is_seen_with_the_frame_that_brings_its_version() -> None:
    found, missed = waits([Change("agent", 5, 10.0)], BROUGHT, [seen(s1=10.2, s2=10.5)])

    assert ([round(one, 3) for one in found], missed) == ([0.2], 0)


def test_a_version_that_was_overtaken_is_seen_with_the_later_one() -> None:
    found, _ = waits([Change("agent", 6, 10.0)], BROUGHT, [seen(s1=10.2, s2=10.5, s3=10.7)])

    assert [round(one, 3) for one in found] == [0.7]


def test_a_client_that_skips_frames_sees_the_change_when_it_is_past_them() -> None:
    found, missed = waits([Change("call", 1, 10.0)], BROUGHT, [seen(s1=10.2, s3=10.9)])

    assert ([round(one, 3) for one in found], missed) == ([0.9], 0)


def test_what_a_client_never_saw_is_counted() -> None:
    changes = [Change("agent", 7, 10.0), Change("nobody", 1, 10.0)]

    assert waits(changes, BROUGHT, [seen(s1=10.2), seen(s3=10.4)])[1] == 3


def test_the_fan_out_counts_every_change_for_every_client() -> None:
    watched = Watched([seen(s1=10.1, s2=10.3), seen(s1=10.2, s2=10.4)], BROUGHT, cpu_seconds=0.5)
    people = [Done([Change("agent", 5, 10.0)]), Done([Change("call", 1, 10.2)], others=2)]

    row = fan_out_row(watched, people, seconds=2.0)

    assert (row["clients"], row["changes_per_s"], row["frames_per_s"]) == (2, 2.0, 1.0)
    assert (row["p50_ms"], row["longest_ms"], row["not_shown"]) == (100, 200, 0)
    assert row["web_core_percent"] == 25.0


def test_a_client_that_was_not_let_in_has_no_snapshot() -> None:
    clients = [Seen(accepted_at=0.1, snapshot_at=0.5, snapshot_bytes=2048), Seen(closed=True)]

    row = at_once_row(Watched(clients, cpu_seconds=0.25))

    assert (row["clients"], row["accepted"], row["with_snapshot"]) == (2, 1, 1)
    assert (row["last_s"], row["snapshot_kb"], row["web_cpu_s"]) == (0.5, 2.0, 0.25)


def test_what_clients_cost_that_never_read_is_shared_among_them() -> None:
    row = never_read_row(Watched([seen(s1=10.2)], BROUGHT, memory=[100.0, 104.0, 105.0]), [], deaf=4)

    assert (row["mb_each_when_they_came"], row["mb_each_in_all"]) == (1.0, 1.25)


def test_a_page_is_measured_by_the_second_and_its_heap_from_first_to_last() -> None:
    usage = Usage(work_seconds=2.0, script_seconds=0.5, heap=[10.0, 12.0, 9.0, 30.0, 11.0, 10.0, 14.0])

    row = page_row("/", usage, [Done(others=50)], agents=3, seconds=20.0)

    assert (row["main_thread_ms_per_s"], row["of_it_scripts_ms"]) == (100.0, 25.0)
    assert (row["heap_grew_percent"], row["changes_per_s"]) == (10.0, 2.5)


def test_a_first_load_is_told_without_what_the_socket_brought() -> None:
    row = first_load_row("/", FirstLoad(bytes=51_200, requests=4, socket_bytes=1024))

    assert (row["kb"], row["requests"], row["other_hosts"], row["snapshot_kb"]) == (50.0, 4, 0, 1.0)


def test_changes_count_whether_they_are_timed_or_not() -> None:
    assert changes_per_second([Done([Change("a", 1, 0.0)], others=3), Done()], seconds=2.0) == 2.0
