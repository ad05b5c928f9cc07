"""Producer with failing buffers: nothing is lost uncounted, nothing is counted twice."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st

from reporting.buffers.batches import Counts, Limits, Lines
from reporting.buffers.grouping import GroupBy
from reporting.buffers.producer import LONGEST_PAUSE_SECONDS, MOST_AT_ONCE, MOST_KEPT, Producer, in_a_thread
from tests.memory.buffers import MemoryBuffers
from tests.unit.reporting.events import an_event
from tests.waiting import wait_until

KEY = "W#Spanish#Any"


class Fate(Enum):
    """Fate of one call to Redis."""

    ARRIVES = auto()
    REFUSED = auto()
    REPLY_LOST = auto()
    LATE = auto()


class BadLine(MemoryBuffers):
    """Buffers at the end of a bad line."""

    def __init__(self) -> None:
        super().__init__(sinks=["file"], limits=Limits(capacity=10**6), now_ms=lambda: 10**12)
        self.fates: list[Fate] = []
        self.late: list[tuple[str, int, Lines]] = []
        self.calls = 0

    def append(self, producer: str, call: int, lines: Lines) -> bool:
        fate = self._next()
        if fate is Fate.REPLY_LOST:
            super().append(producer, call, lines)
        if fate is Fate.LATE:
            self.late.append((producer, call, lines))
        if fate is not Fate.ARRIVES:
            raise redis.TimeoutError("no answer")
        return super().append(producer, call, lines)

    def drop(self, producer: str, call: int, counts: Counts) -> bool:
        fate = self._next()
        if fate is Fate.REPLY_LOST:
            super().drop(producer, call, counts)
        if fate is not Fate.ARRIVES:
            raise redis.ConnectionError("refused")
        return super().drop(producer, call, counts)

    def deliver_late(self) -> None:
        """Delayed calls arrive."""
        for call in self.late:
            super().append(*call)
        self.late = []

    def _next(self) -> Fate:
        self.calls += 1
        return self.fates.pop(0) if self.fates else Fate.ARRIVES


class Setting:
    """A producer at one end of a bad line, with a clock that the test moves."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self.now = 0.0
        self.buffers = BadLine()
        self.plans: list[tuple[float, Callable[[], object]]] = []
        self.producer = Producer(
            lambda: self.buffers,
            group_by=GroupBy.QUEUE,
            site="",
            new_id=lambda: "p",
            clock=lambda: self.now,
            later=lambda seconds, do: self.plans.append((self.now + seconds, do)),
            most_kept=most_kept,
        )

    def come_back(self) -> None:
        """The time of everything planned so far comes."""
        plans, self.plans = self.plans, []
        for at, do in plans:
            self.now = max(self.now, at)
            do()

    def counted(self) -> tuple[int, int]:
        """Produced, and dropped."""
        accounts = self.buffers.accounts()
        assert not any(account.unaccounted for account in accounts)
        return sum(one.produced for one in accounts), sum(one.dropped for one in accounts)


@given(
    st.integers(0, 8),
    st.lists(st.sampled_from(Fate), max_size=12),
    st.lists(st.tuples(st.integers(1, 3), st.floats(0, 1), st.booleans(), st.booleans()), max_size=20),
)
def test_everything_given_is_counted_exactly_once_whatever_the_line_does(
    most_kept: int, fates: list[Fate], commits: list[tuple[int, float, bool, bool]]
) -> None:
    here = Setting(most_kept)
    here.buffers.fates = fates
    total = 0
    for count, passes, arrives, comes_back in commits:
        here.producer.produce([an_event(number) for number in range(count)])
        total += count
        here.now += passes
        if arrives:
            here.buffers.deliver_late()
        if comes_back:
            here.come_back()

    here.buffers.fates = []
    here.now += LONGEST_PAUSE_SECONDS
    here.come_back()
    assert here.producer.unsettled == 0, "what is left is always planned for"
    here.buffers.deliver_late()
    produced, dropped = here.counted()
    assert produced == total
    assert not dropped or total > most_kept


@pytest.mark.parametrize("fate", [Fate.REFUSED, Fate.REPLY_LOST, Fate.LATE])
def test_a_hiccup_loses_nothing(fate: Fate) -> None:
    here = Setting()
    here.buffers.fates = [fate]
    for _ in range(5):
        here.producer.produce([an_event()])
    here.now += 0.06
    here.producer.produce([an_event()])
    assert here.buffers.calls == 1, "no further commit waits for it"
    assert here.producer.unsettled == 6

    here.come_back()
    here.buffers.deliver_late()
    assert here.counted() == (6, 0)
    assert here.producer.unsettled == 0


def test_what_is_kept_is_sent_though_no_further_event_comes() -> None:
    here = Setting()
    here.buffers.fates = [Fate.REFUSED, Fate.REFUSED]
    here.producer.produce([an_event()])
    here.producer.produce([an_event()])
    assert len(here.plans) == 1

    here.come_back()
    assert (len(here.plans), here.producer.unsettled) == (1, 2), "it failed, so once more"
    here.come_back()
    assert here.counted() == (2, 0)
    assert not here.plans


def test_at_its_end_it_tells_what_it_can_and_plans_nothing() -> None:
    here = Setting()
    here.producer.produce([an_event()])
    here.buffers.fates = [Fate.REFUSED]
    here.producer.close()
    here.buffers.fates = [Fate.REFUSED] * 2
    here.producer.produce([an_event()])
    here.producer.close()
    assert not here.plans

    here.producer.close()
    assert here.counted() == (2, 0)


def test_a_timer_of_its_own_brings_it_back() -> None:
    done = threading.Event()
    in_a_thread(0.0, done.set)
    assert done.wait(20)


def test_while_nobody_answers_for_long_events_are_dropped_and_counted_afterwards() -> None:
    here = Setting()
    here.buffers.fates = [Fate.REFUSED]
    for _ in range(MOST_KEPT + 10):
        here.producer.produce([an_event()])
    assert here.producer.unsettled == MOST_KEPT + 10

    here.come_back()
    here.producer.produce([an_event()])
    assert here.counted() == (MOST_KEPT + 11, 9), "those without room"


def test_a_call_whose_reply_was_lost_is_not_counted_as_dropped() -> None:
    here = Setting()
    here.buffers.fates = [Fate.REPLY_LOST]
    here.producer.produce([an_event()])
    here.come_back()
    here.producer.produce([an_event()])

    assert here.counted() == (2, 0)


def test_it_says_once_that_nobody_answers_and_once_that_somebody_does(
    caplog: pytest.LogCaptureFixture,
) -> None:
    here = Setting()
    here.buffers.fates = [Fate.REFUSED] * 4
    for _ in range(8):
        here.producer.produce([an_event()])
        here.come_back()

    assert [record.getMessage()[:20] for record in caplog.records] == [
        "Redis accepts no eve",
        "Redis accepts events",
    ]


def test_a_single_hiccup_loses_nothing_and_is_not_worth_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    here = Setting()
    here.buffers.fates = [Fate.REFUSED]
    here.producer.produce([an_event()])
    here.come_back()

    assert here.counted() == (1, 0)
    assert caplog.records == []


def test_the_events_of_one_commit_go_in_one_call_unless_there_are_very_many() -> None:
    here = Setting()
    here.producer.produce([an_event(number) for number in range(100)])
    assert here.buffers.calls == 1

    here.producer.produce([an_event(number) for number in range(MOST_AT_ONCE + 1)])
    assert here.buffers.calls == 3
    here.producer.produce([])
    assert here.buffers.calls == 3


def test_commits_that_wait_for_a_round_trip_share_the_next_one() -> None:
    here, under_way, answers = Setting(), threading.Event(), threading.Event()
    append = here.buffers.append

    def slowly(producer: str, call: int, lines: Lines) -> bool:
        under_way.set()
        assert answers.wait(10)
        return append(producer, call, lines)

    here.buffers.append = slowly  # type: ignore[method-assign]
    with ThreadPoolExecutor(6) as threads:
        threads.submit(here.producer.produce, [an_event(0)])
        assert under_way.wait(10)
        others = [threads.submit(here.producer.produce, [an_event(number)]) for number in range(1, 6)]
        wait_until(lambda: here.producer.unsettled == 6, "all wait")
        answers.set()
    assert not any(one.exception() for one in others)
    assert here.buffers.calls == 2
    assert (here.counted(), here.producer.unsettled) == ((6, 0), 0)


def test_after_a_fork_it_counts_from_zero_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    here, names = Setting(), iter("abc")
    here.producer = Producer(
        lambda: here.buffers, group_by=GroupBy.QUEUE, site="", new_id=lambda: next(names)
    )
    here.producer.produce([an_event()])
    monkeypatch.setattr("os.getpid", lambda: -1)
    here.producer.produce([an_event()])

    assert here.buffers._calls == {"a": 1, "b": 1}
    assert here.counted() == (2, 0)
