"""Worker: when it rests, and its notes on a sink that takes nothing."""

import threading
from collections.abc import Callable, Sequence

import pytest
import redis

from reporting.breaker import receiver_breaker
from reporting.buffers.batches import Batch, Lane, Limits
from reporting.delivery.worker import LONGEST_IDLE_SECONDS, MOST_TOGETHER, Worker
from reporting.exceptions import DeliveryError
from tests.integration.reporting.stage import Memory
from tests.memory.buffers import MemoryBuffers

NOW_MS = 1_800_000_000_000
REST_SECONDS = 1.0


class Notebook(dict[str, str]):
    def note(self, sink: str, **facts: str) -> None:
        assert sink == "left"
        self.update(facts)


def a_worker(
    sink: Memory, notes: Notebook, *, clock: Callable[[], float] = lambda: 0.0
) -> tuple[Worker, MemoryBuffers]:
    buffers = MemoryBuffers(sinks=["left"], limits=Limits(), now_ms=lambda: NOW_MS)
    made = Worker(
        "left",
        Lane.COLD,
        sink=sink,
        buffers=buffers,
        breaker=receiver_breaker(clock=clock),
        notebook=notes,
        stop=threading.Event(),
    )
    return made, buffers


class Resting(Memory):
    """Takes the batches of several keys together, as the history does; none with `ill` among them."""

    rest_seconds = REST_SECONDS

    def __init__(self) -> None:
        super().__init__()
        self.together: list[list[str]] = []

    def deliver_together(self, batches: Sequence[Batch]) -> None:
        self.together.append([batch.key for batch in batches])
        if "ill" in self.together[-1]:
            raise DeliveryError("not this one")
        for batch in batches:
            self.deliver(batch)


def test_it_waits_longer_the_longer_nothing_waits_and_not_at_all_after_a_batch() -> None:
    worker, buffers = a_worker(Memory(), Notebook())
    waits = [worker.step() for _ in range(9)]
    buffers.append("p", 1, {"k": [b'%013d {"n":1}' % NOW_MS]})

    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_IDLE_SECONDS
    assert worker.step() == 0


def test_a_sink_may_take_several_keys_together_and_rest_so_that_more_comes() -> None:
    sink = Resting()
    worker, buffers = a_worker(sink, Notebook())
    for number in range(2):
        buffers.append("p", number + 1, {key: [b'%013d {"n":%d}' % (NOW_MS, number)] for key in "ab"})
        assert worker.step() == REST_SECONDS

    assert sink.together == [["a", "b"]] * 2
    assert sink.got == {"a": [0, 1], "b": [0, 1]}
    assert [one.delivered for one in buffers.accounts()] == [2, 2]
    assert worker.step() == REST_SECONDS


@pytest.mark.parametrize("keys", [MOST_TOGETHER, 1])
def test_it_does_not_rest_while_more_may_wait(keys: int) -> None:
    worker, buffers = a_worker(Resting(), Notebook())
    each = 1 if keys > 1 else buffers.limits.batch
    lines = [b'%013d {"n":%d}' % (NOW_MS, number) for number in range(each)]
    buffers.append("p", 1, {f"key{number:02}": lines for number in range(keys)})

    assert worker.step() == 0
    assert worker.step() == REST_SECONDS


def test_a_lost_reply_to_the_end_of_several_claims_counts_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sink, replies = Resting(), list[list[bool]]()
    worker, buffers = a_worker(sink, Notebook())
    finish = buffers.finish_several

    def loses_the_first_reply(name: str, batches: Sequence[Batch]) -> list[bool]:
        replies.append(finish(name, batches))
        if len(replies) == 1:
            raise redis.TimeoutError
        return replies[-1]

    monkeypatch.setattr(buffers, "finish_several", loses_the_first_reply)
    monkeypatch.setattr("reporting.delivery.worker.FINISH_AGAIN_SECONDS", 0)
    buffers.append("p", 1, {key: [b'%013d {"n":1}' % NOW_MS] for key in "ab"})
    worker.step()
    worker.step()

    assert replies == [[True, True], [False, False]]
    assert sink.together == [["a", "b"]]
    assert [(one.delivered, one.waiting) for one in buffers.accounts()] == [(1, 0), (1, 0)]


def test_after_a_failure_each_key_is_tried_alone() -> None:
    sink, now = Resting(), [0.0]
    worker, buffers = a_worker(sink, Notebook(), clock=lambda: now[0])
    buffers.append("p", 1, {key: [b'%013d {"n":1}' % NOW_MS] for key in ("ill", "a", "z")})
    worker.step()
    assert sink.got == {}

    for _ in range(4):
        now[0] += 60
        worker.step()

    assert sink.together[:2] == [["ill", "a", "z"], ["ill"]]
    assert sink.got == {"a": [1], "z": [1]}
    assert {one.key: one.delivered for one in buffers.accounts()} == {"a": 1, "ill": 0, "z": 1}


def test_it_notes_why_a_sink_takes_nothing_and_for_how_long_it_pauses() -> None:
    sink, notes = Memory(), Notebook()
    worker, buffers = a_worker(sink, notes)
    buffers.append("p", 1, {"k": [b'%013d {"n":1}' % NOW_MS]})
    sink.refuses = True

    assert worker.step() == 0
    assert (notes["state"], notes["error"], notes["pause_ms"]) == ("failing", "not now", "250")
    assert worker.step() == 0.25
