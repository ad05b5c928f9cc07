"""Repeated, concurrent and interrupted sweeps: everything due is done once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from dynamo.transaction import Outcome, Transaction
from routing import services
from routing.model.calls import CallStatus
from routing.model.policies import QueuePolicy
from routing.model.queues import call_queue
from routing.repair.audit import audit
from routing.services import sweeping
from routing.services.sweeping import Swept
from routing.storage import keys
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.centres import call_now, match_all
from tests.contracts.call_life import Life, a_life
from tests.contracts.sweeps.due import DUE, RINGING, everything_due, told_once
from tests.tables import PassingTable


@pytest.fixture
def life(either_table: Table) -> Life:
    return everything_due(either_table)


def contents(life: Life) -> dict[Key, Attributes]:
    """The whole table, without the counters of tickets."""
    return {key_of(item): item for item in life.router.table.scan() if item["pk"] != keys.TICKETS}


def offers_kept(life: Life) -> int:
    """The number of offers items left."""
    return sum(key.pk.startswith(keys.OFFERS_PREFIX) for key in contents(life))


class KilledError(Exception):
    """Stands for `kill -9`."""


class DeadlyTable(PassingTable):
    """Kills the committer of a transaction that `kills` selects."""

    def __init__(self, behind: Table, kills: Callable[[Transaction], bool]) -> None:
        super().__init__(behind)
        self._kills = kills

    def commit(self, transaction: Transaction) -> Outcome:
        if self._kills(transaction):
            raise KilledError
        return super().commit(transaction)


def forgets(transaction: Transaction) -> bool:
    """True for the transaction with which a sweep forgets the offers of a match, and for nothing else."""
    return all(action.key.sk == keys.OFFERS_SORT for action in transaction.actions)


def kill(life: Life, kills: Callable[[Transaction], bool]) -> None:
    """Runs a sweep that is killed at the transaction that `kills` selects."""
    deadly = replace(life.router, table=DeadlyTable(life.router.table, kills))
    with pytest.raises(KilledError):
        services.sweep(deadly)


def test_everything_due_is_done_and_told_once(life: Life) -> None:
    swept = life.sweep()

    assert swept.changed == len(DUE)
    assert told_once(life)
    assert offers_kept(life) == 0
    assert audit(life.router) == []


def test_what_was_done_is_not_done_again(life: Life) -> None:
    life.sweep()
    before = contents(life)

    assert life.sweep() == Swept()

    assert contents(life) == before
    assert told_once(life)


def test_several_sweeps_at_once_do_everything_once(life: Life) -> None:
    together = Barrier(4)

    def sweep_with_others(_: int) -> None:
        together.wait(timeout=20)
        services.sweep(life.router)

    with ThreadPoolExecutor(max_workers=4) as machines:
        list(machines.map(sweep_with_others, range(4)))

    life.sweep()  # what one lost to another eight times over, if anything
    assert told_once(life)
    assert offers_kept(life) == 0
    assert audit(life.router) == []


# --- killed half-way


def test_who_is_killed_before_forgetting_an_offer_leaves_that_to_the_next(life: Life) -> None:
    kill(life, forgets)
    assert [call_now(life.router, name).failures for name in RINGING] == [1, 1, 1]
    assert offers_kept(life) == 1

    life.sweep()

    assert offers_kept(life) == 0
    assert [call_now(life.router, name).failures for name in RINGING] == [1, 1, 1]
    assert audit(life.router) == []


def test_who_is_killed_between_two_calls_of_an_offer_leaves_the_rest_to_the_next(life: Life) -> None:
    kill(life, lambda transaction: keys.call_key("ring-1") in transaction)
    assert offers_kept(life) == 1

    life.sweep()

    assert [call_now(life.router, name).failures for name in RINGING] == [1, 1, 1]
    assert offers_kept(life) == 0
    assert sorted(event.kind for event in life.told if event.call_id in RINGING) == ["callNotAnswered"] * 3
    assert audit(life.router) == []


# --- offers that need nothing, or not yet


def test_the_offers_of_answered_calls_are_forgotten_without_a_word(either_table: Table) -> None:
    life = a_life(either_table)
    for number in range(2):
        a_waiting_agent(life.router, f"a{number}")
        a_waiting_call(life.router, f"c{number}")
    match_all(life.router)
    as_call(services.call_accept(life.router, call_id="c0", agent_id="a0"))
    as_call(services.call_abandon(life.router, call_id="c1"))
    assert offers_kept(life) == 1
    told = len(life.told)

    assert life.sweep(after=20) == Swept(found=1, changed=0)

    assert (offers_kept(life), len(life.told)) == (0, told)
    assert call_now(life.router, "c0").status is CallStatus.IN_PROGRESS


def test_offers_with_different_ring_times_are_each_ended_in_time(either_table: Table) -> None:
    rings = {"F": 5, "M": 10, "T": 20}
    queues = {call_queue("Spanish", gender): QueuePolicy(ring_seconds=ring) for gender, ring in rings.items()}
    life = a_life(either_table, queues=queues, agents={"no_answer_rest_seconds": 1000})
    for gender in rings:
        a_waiting_agent(life.router, f"agent-{gender}", gender=gender)
        a_waiting_call(life.router, gender, gender=gender)
    assert len(services.match_once(life.router).matches) == 3

    for gender, seconds in (("F", 5), ("M", 5), ("T", 10)):
        assert life.sweep(after=seconds - 0.001).changed == 0
        assert (call_now(life.router, gender).status, offers_kept(life)) == (CallStatus.OFFERED, 1)
        assert life.sweep(after=0.001).changed == 1
        assert call_now(life.router, gender).status is CallStatus.QUEUED

    assert offers_kept(life) == 0


# --- only what has been due for a while


def test_a_sweep_for_what_was_left_lying_leaves_what_is_due_just_now(life: Life) -> None:
    assert services.sweep(life.router, overdue_seconds=1.5) == Swept()
    life.clock.advance(1.499)
    assert services.sweep(life.router, overdue_seconds=1.5) == Swept()

    life.clock.advance(0.001)
    services.sweep(life.router, overdue_seconds=1.5)

    assert told_once(life)


def test_what_is_too_much_for_one_sweep_is_done_by_the_next(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "MOST_FOUND", 1)

    assert [life.sweep().found > 0 for _ in range(8)].count(True) > 1

    assert told_once(life)
