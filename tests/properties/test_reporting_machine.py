"""Rings, buffers and leases under any producers, workers, kills and time: one fate for each event.

The same machine runs on the buffers in memory and on those in Redis. A worker may die with its claim, finish
it late, or finish it when it has become another's; keys leave and join the rings all the while.
"""

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from redis import Redis

from reporting.buffers.batches import Batch, Lane
from tests.contracts.reporting_buffers import SINKS, SMALL, Bench, memory_bench, redis_bench
from tests.properties.reporting_truth import KEYS, Truth, drained
from tests.thorough import examples

WITHOUT_SHRINKING = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))
sinks, keys = st.sampled_from(SINKS), st.sampled_from(KEYS)
lanes = st.sampled_from([Lane.COLD] * 4 + [Lane.HOT])


class ReportingMachine(RuleBasedStateMachine):
    """Producers and workers, one step at a time: each is one script, so they may come in any order."""

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench, self.truth = bench, Truth()
        self.claims: list[tuple[str, Batch]] = []

    @rule(key=keys, count=st.integers(1, SMALL.capacity + 3), old=st.sampled_from([0, 0, 0, 100, 170, 200]))
    def append(self, key: str, count: int, old: int) -> None:
        lines = self.bench.append(count, key, old_seconds=old)
        self.truth.appended.setdefault(key, []).extend(lines)

    @rule(key=keys, count=st.integers(1, 3), again=st.booleans())
    def miss(self, key: str, count: int, again: bool) -> None:  # noqa: FBT001 - hypothesis passes by name
        self.bench.call += 1
        assert self.bench.buffers.drop("p", self.bench.call, {key: count})
        if again:
            assert not self.bench.buffers.drop("p", self.bench.call, {key: count})
        self.truth.missed[key] = self.truth.missed.get(key, 0) + count

    @rule(sink=sinks, lane=lanes, most=st.sampled_from([1, 2]))
    def claim(self, sink: str, lane: Lane, most: int = 1) -> None:
        oldest_ms = self.bench.now_ms() - SMALL.fresh_ms
        for batch in self.bench.buffers.claim_several(sink, lane, most=most):
            self.truth.check_batch(sink, batch, oldest_ms)
            self.claims.append((sink, batch))

    @rule(sink=sinks)
    def finish_all(self, sink: str) -> None:
        """A worker ends all the claims it remembers, those that have become another's too."""
        ended = [batch for of, batch in self.claims if of == sink]
        self.claims = [one for one in self.claims if one[0] != sink]
        for batch, counted in zip(ended, self.bench.buffers.finish_several(sink, ended), strict=True):
            if counted:
                self.truth.finished(sink, batch, batch.count)

    @precondition(lambda self: self.claims)
    @rule(which=st.integers(0, 9), too_old=st.sampled_from([0, 0, 1, SMALL.batch]), again=st.booleans())
    def finish(self, which: int, too_old: int, again: bool) -> None:  # noqa: FBT001 - as above
        sink, batch = self.claims.pop(which % len(self.claims))
        delivered = max(0, batch.count - too_old)
        if self.bench.buffers.finish(sink, batch, delivered=delivered):
            self.truth.finished(sink, batch, delivered)
        if again:
            assert not self.bench.buffers.finish(sink, batch, delivered=delivered)

    @precondition(lambda self: self.claims)
    @rule(which=st.integers(0, 9))
    def give_back(self, which: int) -> None:
        sink, batch = self.claims.pop(which % len(self.claims))
        if self.bench.buffers.give_back(sink, batch):
            self.truth.ended(sink, batch)

    @precondition(lambda self: self.claims)
    @rule(which=st.integers(0, 9))
    def take_over(self, which: int) -> None:
        """A worker hangs for longer than its lease, and another asks for work."""
        self.bench.wait(SMALL.lease_seconds + 1)
        self.claim(self.claims[which % len(self.claims)][0], Lane.COLD)

    @rule(seconds=st.sampled_from([1, 1, 2, 31, 100]))
    def pass_time(self, seconds: float) -> None:
        self.bench.wait(seconds)

    @invariant()
    def every_event_has_one_fate(self) -> None:
        for account in self.bench.buffers.accounts():
            self.truth.check_account(account)

    def teardown(self) -> None:
        drained(self.bench, self.truth)


def test_every_event_has_one_fate_in_memory() -> None:
    class InMemory(ReportingMachine):
        def __init__(self) -> None:
            super().__init__(memory_bench())

    run_state_machine_as_test(
        InMemory, settings=settings(deadline=None, max_examples=examples(200), stateful_step_count=50)
    )


def test_every_event_has_one_fate_in_redis(redis_url: str) -> None:
    class InRedis(ReportingMachine):
        def __init__(self) -> None:
            client.flushall()
            super().__init__(redis_bench(client))

    with Redis.from_url(redis_url) as client:
        run_state_machine_as_test(
            InRedis,
            settings=settings(
                deadline=None, max_examples=examples(60), stateful_step_count=50, phases=WITHOUT_SHRINKING
            ),
        )
