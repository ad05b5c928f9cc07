"""Worker ids: of two processes none gives an id of the other, whatever their clocks say."""

from datetime import timedelta
from itertools import count

import pytest

from dynamo.changes import Set
from dynamo.table import Table
from messaging.exceptions import ClockWentBackError, NoWorkerError
from messaging.model.ids import SEQUENCES, TICK, WORKERS, tick_of
from messaging.services.leased_ids import LEASE_TICKS, RENEWED_TICKS, LeasedIds
from messaging.storage.keys import worker_key
from messaging.storage.worker_items import keep_worker, take_worker
from tests.builders import NOON, FakeClock, unique_id

names = count()


def worker_of(message_id: int) -> int:
    """The worker that gave an id."""
    return message_id // SEQUENCES % WORKERS


def ids_of(table: Table, clock: FakeClock, *, start: int = 0, owner: str = "") -> LeasedIds:
    """The ids of one process, which tries worker 0 first."""
    return LeasedIds(table, clock, owner=owner or f"p{next(names)}", choose=lambda _below: start)


def test_processes_that_start_together_get_different_workers(either_table: Table) -> None:
    clock = FakeClock()
    processes = [ids_of(either_table, clock, start=start) for start in (0, 0, 255, 255, 1)]
    found = [[give() for _ in range(50)] for give in processes]
    assert len({worker_of(ids[0]) for ids in found}) == 5
    assert len({one for ids in found for one in ids}) == 250


def test_a_lease_is_renewed_by_use_and_costs_a_unit_each_forty_seconds(either_table: Table) -> None:
    clock = FakeClock()
    give = ids_of(either_table, clock)
    workers = {worker_of(give())}
    before = either_table.meter.reading()
    for _ in range(120):
        clock.advance(1)
        workers.add(worker_of(give()))
    assert workers == {0}
    assert (either_table.meter.reading() - before).write_units == 3


def test_a_worker_that_was_idle_may_have_been_taken_and_then_takes_another(either_table: Table) -> None:
    clock = FakeClock()
    idle, busy = ids_of(either_table, clock), ids_of(either_table, clock)
    first = idle()
    clock.advance(61)
    taken = busy()
    again = idle()
    assert worker_of(first) == worker_of(taken) == 0
    assert worker_of(again) == 1
    assert first < taken


def test_a_process_whose_clock_is_behind_cannot_give_ids_of_the_same_time(either_table: Table) -> None:
    ahead, behind = FakeClock(NOON + timedelta(hours=1)), FakeClock(NOON)
    first = ids_of(either_table, ahead)()
    other = ids_of(either_table, behind)()
    assert worker_of(other) != worker_of(first), "the lease ends later than its clock can tell"
    behind.advance(3600 + 61)
    assert worker_of(ids_of(either_table, behind)()) == worker_of(first), "from then on it is free"


def test_no_two_leases_of_a_worker_overlap(either_table: Table) -> None:
    tick = tick_of(NOON)
    assert take_worker(either_table, "one", tick=tick, until=tick + 100, start=9) == 9
    assert take_worker(either_table, "two", tick=tick + 99, until=tick + 200, start=9) == 10
    assert take_worker(either_table, "three", tick=tick + 100, until=tick + 300, start=9) == 9
    assert keep_worker(either_table, 9, "one", until=tick + 900) is False
    assert keep_worker(either_table, 9, "three", until=tick + 900) is True


def test_a_forged_lease_stops_its_former_owner(either_table: Table) -> None:
    clock = FakeClock()
    give = ids_of(either_table, clock)
    give()
    either_table.change(worker_key(0), Set("Owner", "another"))
    clock.advance((LEASE_TICKS - RENEWED_TICKS) * TICK.total_seconds())
    assert worker_of(give()) == 1


def test_when_all_are_taken_it_says_so(either_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("messaging.storage.worker_items.WORKERS", 2)
    clock = FakeClock()
    for _ in range(2):
        ids_of(either_table, clock)()
    third = ids_of(either_table, clock, owner=unique_id())
    with pytest.raises(NoWorkerError, match="worker: all 2 worker ids for message ids are in use"):
        third()
    clock.advance(61)
    assert third()


def test_a_clock_that_goes_back_gives_no_id(either_table: Table) -> None:
    clock = FakeClock()
    give = ids_of(either_table, clock)
    first = give()
    clock.advance(-0.02)
    with pytest.raises(ClockWentBackError):
        give()
    clock.advance(0.02)
    assert give() > first
