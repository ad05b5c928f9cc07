"""Worker: when it rests, and its notes on a sink that takes nothing."""

import threading

from reporting.breaker import receiver_breaker
from reporting.buffers.batches import Lane, Limits
from reporting.delivery.worker import LONGEST_IDLE_SECONDS, Worker
from reporting.sinks.history_sink import HistorySink
from tests.integration.reporting.stage import Memory
from tests.memory.buffers import MemoryBuffers

NOW_MS = 1_800_000_000_000


class Notebook(dict[str, str]):
    def note(self, sink: str, **facts: str) -> None:
        assert sink == "left"
        self.update(facts)


def a_worker(sink: Memory, notes: Notebook) -> tuple[Worker, MemoryBuffers]:
    buffers = MemoryBuffers(sinks=["left"], limits=Limits(), now_ms=lambda: NOW_MS)
    made = Worker(
        "left",
        Lane.COLD,
        sink=sink,
        buffers=buffers,
        breaker=receiver_breaker(clock=lambda: 0.0),
        notebook=notes,
        stop=threading.Event(),
    )
    return made, buffers


class Resting(Memory):
    rest_seconds = HistorySink.rest_seconds


def test_it_waits_longer_the_longer_nothing_waits_and_not_at_all_after_a_batch() -> None:
    worker, buffers = a_worker(Memory(), Notebook())
    waits = [worker.step() for _ in range(9)]
    buffers.append("p", 1, {"k": [b'%013d {"n":1}' % NOW_MS]})

    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_IDLE_SECONDS
    assert worker.step() == 0


def test_a_sink_may_rest_when_nothing_waits_so_that_more_comes_together() -> None:
    worker, buffers = a_worker(Resting(), Notebook())
    buffers.append("p", 1, {key: [b'%013d {"n":1}' % NOW_MS] for key in "ab"})

    assert [worker.step() for _ in range(3)] == [0, 0, HistorySink.rest_seconds]


def test_it_notes_why_a_sink_takes_nothing_and_for_how_long_it_pauses() -> None:
    sink, notes = Memory(), Notebook()
    worker, buffers = a_worker(sink, notes)
    buffers.append("p", 1, {"k": [b'%013d {"n":1}' % NOW_MS]})
    sink.refuses = True

    assert worker.step() == 0
    assert (notes["state"], notes["error"], notes["pause_ms"]) == ("failing", "not now", "250")
    assert worker.step() == 0.25
