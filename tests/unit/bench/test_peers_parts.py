"""Parts of the time of a match: milliseconds for each match, over all matchers."""

import time

from bench.peers.parts import Done, TimedTable, row
from dynamo.items import Key
from tests.memory.table import MemoryTable


def test_parts_are_shared_out_over_the_matches_of_all_matchers() -> None:
    work = [Done(30, 5.0, 7.0, 0.5, 0.2, ()), Done(10, 5.5, 9.0, 0.3, 0.2, ())]

    assert row(work, engine=0.8, http=0.2, agents=40) == {
        "measured": "a match",
        "matchers": 2,
        "agents": 40,
        "wall_ms": 100.0,
        "engine_storage_ms": 15.0,
        "engine_http_ms": 5.0,
        "client_ms": 10.0,
        "planning_ms": 10.0,
    }


def test_a_timed_table_answers_as_the_table_and_keeps_what_it_was_asked() -> None:
    memory = MemoryTable()
    memory.create()
    key, table = Key("a", "b"), TimedTable(memory)
    before = time.thread_time()

    assert table.get(key) is None
    assert table.asked == [("get", (key,), {})]
    assert 0 <= table.seconds <= time.thread_time() - before
