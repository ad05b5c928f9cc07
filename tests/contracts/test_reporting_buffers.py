"""Buffers, in memory and in Redis: order, bound, freshness, leases, accounts that add up."""

from collections.abc import Iterator

import pytest
import redis

from reporting.buffers.batches import Lane, Limits
from tests.contracts.reporting_buffers import KEY, SMALL, Bench, memory_bench, redis_bench


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.servers)])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    if request.param == "memory":
        yield memory_bench()
        return
    with redis.Redis.from_url(request.getfixturevalue("redis_url")) as client:
        yield redis_bench(client)


def test_what_is_appended_is_claimed_in_order_and_counted_once_it_is_delivered(bench: Bench) -> None:
    lines = bench.append(3)

    batch = bench.claim()
    assert (batch.key, batch.first, batch.count, batch.lines()) == (KEY, 0, 3, lines)
    assert bench.account().claimed == bench.account().waiting == 3
    assert bench.buffers.finish("left", batch, delivered=3)

    account = bench.account()
    assert (account.produced, account.delivered, account.waiting) == (3, 3, 0)
    assert bench.buffers.claim("left", Lane.COLD) is None


def test_several_keys_are_claimed_at_once_and_each_claim_ends_by_itself(bench: Bench) -> None:
    lines = {key: bench.append(2, key) for key in ("a", "b", "c")}

    first = bench.buffers.claim_several("left", Lane.COLD, most=2)
    rest = bench.buffers.claim_several("left", Lane.COLD, most=9)
    assert {batch.key: batch.lines() for batch in (*first, *rest)} == lines
    assert [len(first), len(rest)] == [2, 1]
    assert bench.buffers.claim_several("left", Lane.COLD, most=9) == []

    lost = first[0]
    assert bench.buffers.give_back("left", lost)
    again = bench.claim()
    assert bench.buffers.finish_several("left", [*first, *rest]) == [False, True, True]
    assert [bench.account(key=key).delivered for key in sorted(lines, key=lost.key.__ne__)] == [0, 2, 2]
    assert bench.buffers.finish_several("left", [again]) == [True]
    assert bench.account(key=lost.key).delivered == 2


def test_keys_with_nothing_fresh_hide_no_others(bench: Bench) -> None:
    bench.append(1, "first")
    for number in range(40):
        bench.append(1, f"old{number:02}", old_seconds=200)
    bench.append(1, "fresh")

    assert [one.key for one in bench.buffers.claim_several("left", Lane.COLD, most=3)] == ["first", "fresh"]


def test_a_batch_has_exactly_as_many_events_as_it_may(bench: Bench) -> None:
    bench.append(SMALL.batch * 2 + 1)
    counts = []
    while (batch := bench.buffers.claim("left", Lane.COLD)) is not None:
        counts.append(batch.count)
        bench.buffers.finish("left", batch, delivered=batch.count)

    assert counts == [SMALL.batch, SMALL.batch, 1]


def test_at_the_bound_the_oldest_go_and_are_counted(bench: Bench) -> None:
    lines = bench.append(SMALL.capacity) + bench.append(3)

    assert bench.account().dropped == 3
    assert bench.claim().lines() == lines[3 : 3 + SMALL.batch]
    assert bench.account().dropped == 3


def test_what_overflows_while_it_is_claimed_counts_as_delivered_if_it_is(bench: Bench) -> None:
    bench.append(SMALL.batch)
    batch = bench.claim()
    bench.append(SMALL.capacity)

    assert bench.buffers.finish("left", batch, delivered=batch.count)
    assert (bench.account().delivered, bench.account().dropped) == (SMALL.batch, 0)


def test_what_overflows_while_it_is_claimed_counts_as_dropped_if_it_comes_back(bench: Bench) -> None:
    bench.append(SMALL.batch)
    batch = bench.claim()
    bench.append(SMALL.capacity)

    assert bench.buffers.give_back("left", batch)
    assert bench.account().dropped == SMALL.batch
    assert bench.claim().first == SMALL.batch


def test_what_is_too_old_is_never_handed_out(bench: Bench) -> None:
    bench.append(3, old_seconds=181)
    fresh = bench.append(2, old_seconds=170)

    assert bench.claim().lines() == fresh
    assert bench.account().expired == 3


def test_an_old_event_behind_fresh_ones_ends_the_batch_and_goes_next_time(bench: Bench) -> None:
    before, _, after = bench.append(1), bench.append(1, old_seconds=200), bench.append(1)

    batch = bench.claim()
    assert batch.lines() == before
    bench.buffers.finish("left", batch, delivered=1)
    assert bench.claim().lines() == after
    assert bench.account().expired == 1


def test_a_full_buffer_of_old_events_empties_without_a_batch(bench: Bench) -> None:
    bench.append(SMALL.capacity)
    bench.wait(181)

    assert bench.buffers.claim("left", Lane.COLD) is None
    assert bench.account().expired == SMALL.capacity
    assert bench.buffers.claim("left", Lane.COLD) is None


def test_a_batch_whose_worker_died_comes_back_while_it_is_fresh(bench: Bench) -> None:
    lines = bench.append(2)
    lost = bench.claim()
    assert bench.buffers.claim("left", Lane.COLD) is None, "it is leased"

    bench.wait(31)
    again = bench.claim()
    assert again.lines() == lines
    assert not bench.buffers.finish("left", lost, delivered=2), "it has become another's"
    assert not bench.buffers.give_back("left", lost)
    assert bench.buffers.finish("left", again, delivered=2)
    assert bench.account().delivered == 2


def test_a_batch_whose_worker_died_expires_when_it_comes_back_too_late(bench: Bench) -> None:
    bench.append(2, old_seconds=160)
    bench.claim()
    bench.wait(31)

    assert bench.buffers.claim("left", Lane.COLD) is None
    assert bench.account().expired == 2


def test_a_worker_may_finish_late_as_long_as_nobody_else_has_the_batch(bench: Bench) -> None:
    bench.append(2)
    batch = bench.claim()
    bench.wait(60)

    assert bench.buffers.finish("left", batch, delivered=2)
    assert not bench.buffers.finish("left", batch, delivered=2), "once"
    assert bench.account().delivered == 2


def test_what_got_too_old_on_its_way_counts_as_expired(bench: Bench) -> None:
    bench.append(3)
    assert bench.buffers.finish("left", bench.claim(), delivered=1)

    assert (bench.account().delivered, bench.account().expired) == (1, 2)


def test_what_was_given_back_waits_again(bench: Bench) -> None:
    lines = bench.append(2)
    assert bench.buffers.give_back("left", bench.claim())

    assert bench.account().waiting == 2
    assert bench.claim().lines() == lines


def test_every_key_has_its_turn_however_much_waits_in_another(bench: Bench) -> None:
    bench.append(SMALL.capacity, "flood")
    bench.append(1, "quiet")
    turns = []
    while (batch := bench.buffers.claim("left", Lane.COLD)) is not None:
        turns.append(batch.key)
        bench.buffers.finish("left", batch, delivered=batch.count)

    assert turns == ["flood", "quiet", "flood", "flood"]


def test_an_event_that_arrives_while_its_key_is_claimed_waits_for_the_next_turn(bench: Bench) -> None:
    bench.append(1)
    batch = bench.claim()
    later = bench.append(1)
    bench.buffers.finish("left", batch, delivered=1)

    assert bench.claim().lines() == later


def test_a_sink_that_takes_nothing_keeps_nothing_from_another(bench: Bench) -> None:
    bench.append(SMALL.capacity)
    for _ in range(3):
        batch = bench.claim("right")
        bench.append(SMALL.batch)
        bench.buffers.finish("right", batch, delivered=batch.count)

    assert (bench.account("right").delivered, bench.account("right").dropped) == (3 * SMALL.batch, 0)
    assert (bench.account("left").delivered, bench.account("left").dropped) == (0, 3 * SMALL.batch)


def test_a_call_that_is_sent_again_appends_nothing(bench: Bench) -> None:
    line = bench.line()
    assert bench.buffers.append("p", 7, {KEY: [line]})
    assert not bench.buffers.append("p", 7, {KEY: [line]})
    assert not bench.buffers.append("p", 6, {KEY: [line]})
    assert bench.buffers.append("q", 6, {KEY: [line]}), "others count for themselves"

    assert bench.account().produced == 2


def test_what_is_dropped_before_it_came_is_counted_once(bench: Bench) -> None:
    bench.buffers.append("p", 1, {KEY: [bench.line()]})

    assert not bench.buffers.drop("p", 1, {KEY: 9}), "calls of both kinds count on"
    assert bench.buffers.drop("p", 2, {KEY: 2, "other": 1})
    assert not bench.buffers.drop("p", 2, {KEY: 2, "other": 1})
    assert not bench.buffers.append("p", 2, {KEY: bench.lines(2)})
    assert (bench.account().produced, bench.account().dropped) == (3, 2)
    assert (bench.account(key="other").produced, bench.account(key="other").dropped) == (1, 1)


def test_a_buffer_that_runs_out_counts_as_expired_for_all(bench: Bench) -> None:
    bench.append(5)
    batch = bench.claim()
    bench.wait(SMALL.buffer_ms / 1000 + 1)
    if hasattr(bench.buffers, "_client"):
        bench.buffers._client.delete(f"test:{{reporting}}:buffer:{KEY}")  # its own clock cannot be set ahead

    assert (bench.account().expired, bench.account("right").expired) == (5, 5)
    lines = bench.append(1)
    assert not bench.buffers.finish("left", batch, delivered=batch.count)
    assert bench.claim().lines() == lines
    assert bench.claim("right").lines() == lines
    assert bench.account("right").expired == 5


def test_a_key_that_runs_hot_gets_a_lane_of_its_own_and_leaves_it_when_it_cools(bench: Bench) -> None:
    for _ in range(3):
        bench.wait(1)
        for _ in range(15):
            bench.append(8)
        if batch := bench.buffers.claim("left", Lane.COLD):
            bench.buffers.give_back("left", batch)
    assert bench.account().lane is Lane.HOT
    assert bench.account().rate > SMALL.hot_per_second

    bench.append(1, "quiet")
    assert bench.claim().key == "quiet"
    batch = bench.claim(lane=Lane.HOT)
    assert batch.key == KEY

    bench.buffers.give_back("left", batch)
    bench.wait(20)
    assert bench.account().rate == 0
    bench.buffers.give_back("left", bench.claim(lane=Lane.HOT))
    assert bench.account().lane is Lane.COLD
    assert bench.claim().key == KEY


def test_events_without_gaps_are_named_by_their_number(bench: Bench) -> None:
    bench.append(5)
    first = bench.claim()
    bench.buffers.finish("left", first, delivered=first.count)
    second = bench.claim()

    assert (first.first, second.first) == (0, 4)
    assert first.since == second.since > 0


def test_the_newest_stay_as_a_log_if_wanted(bench: Bench) -> None:
    bench.buffers.limits = Limits(capacity=10, batch=4, keep=2)
    lines = bench.append(4)
    for sink in ("left", "right"):
        bench.buffers.finish(sink, bench.claim(sink), delivered=4)

    assert bench.buffers.recent(KEY, 10) == [line[14:] for line in lines[2:]]
    assert bench.buffers.recent(KEY, 1) == [lines[3][14:]]
    assert bench.buffers.recent("nobody", 5) == []
    assert bench.account().waiting == 0


def test_what_all_sinks_are_done_with_is_removed(bench: Bench) -> None:
    bench.append(3)
    bench.buffers.finish("left", bench.claim("left"), delivered=3)
    assert len(bench.buffers.recent(KEY, 10)) == 3, "the other has not had it"

    bench.buffers.finish("right", bench.claim("right"), delivered=3)
    assert bench.buffers.recent(KEY, 10) == []
