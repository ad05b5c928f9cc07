"""What a matcher knows from earlier rounds: it saves reads, and changes no match."""

from random import Random

import pytest

from dynamo.transaction import Transaction
from routing import services
from routing.matching import batched, heads
from routing.matching.known import SECONDS, Known
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.outcomes import Round
from routing.repair.audit import audit
from routing.router import Router
from routing.selectors import agents, all_calls
from routing.storage import keys
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call, counting_ids
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def router(watched: InterruptedTable) -> Router:
    return a_router(watched)


def pairs(found: Round) -> list[tuple[str, str]]:
    return [(match.call.call_id, match.agent.agent_id) for match in found.matches]


def queues_read(watched: InterruptedTable) -> list[str]:
    """The queues read since the last time."""
    read = [pk for pk, _ in watched.queries if pk.startswith(("Q#", "W#"))]
    watched.queries.clear()
    return sorted(read)


def test_after_its_own_matches_it_reads_only_the_queue_that_others_have_changed(
    router: Router, watched: InterruptedTable
) -> None:
    known = Known()
    for name in ("ana", "bea", "cia"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1")
    assert pairs(batched.match_batch(router, known)) == [("c1", "ana")]
    assert queues_read(watched) == ["Q#Spanish#F", "W#Spanish#Any"]

    a_waiting_call(router, "c2")
    assert pairs(batched.match_batch(router, known)) == [("c2", "bea")]
    assert queues_read(watched) == ["W#Spanish#Any"]

    services.agent_choose(router, agent_id="cia", choice=Choice.PAUSED)
    a_waiting_agent(router, "dia")
    a_waiting_call(router, "c3")
    assert pairs(batched.match_batch(router, known)) == [("c3", "dia")]
    assert queues_read(watched) == ["Q#Spanish#F", "W#Spanish#Any"]


def test_an_entry_too_new_for_one_round_is_there_in_the_next(
    router: Router, watched: InterruptedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    known = Known()
    monkeypatch.setattr(batched, "last_tickets", lambda _table: (1, 0))
    assert pairs(batched.match_batch(router, known)) == []
    assert not known.nobody_waits

    monkeypatch.undo()
    watched.queries.clear()
    assert pairs(batched.match_batch(router, known)) == [("c1", "ana")]
    assert queues_read(watched) == []


def test_after_a_second_it_also_finds_what_a_version_did_not_tell(router: Router) -> None:
    now = [0.0]
    known = Known(lambda: now[0])
    a_waiting_agent(router, "ana")
    bea = a_waiting_agent(router, "bea")
    a_waiting_call(router, "c1")
    batched.match_batch(router, known)
    erased = Transaction("erased")
    erased.delete(keys.agent_entry_key(bea.queues[0], bea.ticket or 0))
    router.table.commit(erased)
    a_waiting_call(router, "c2")

    now[0] += SECONDS

    assert batched.match_batch(router, known) == Round()


def test_a_head_that_is_not_the_whole_queue_is_read_again_after_a_match(
    router: Router, watched: InterruptedTable
) -> None:
    known = Known()
    for number in range(heads.HEAD_LENGTH + 5):
        a_waiting_call(router, f"c{number:02d}")
    a_waiting_agent(router, "ana")
    assert pairs(batched.match_batch(router, known)) == [("c00", "ana")]
    a_waiting_agent(router, "bea")
    watched.queries.clear()

    assert pairs(batched.match_batch(router, known)) == [("c01", "bea")]
    assert queues_read(watched) == ["Q#Spanish#F", "W#Spanish#Any"]


def test_it_knows_that_nobody_waits_for_a_second_or_until_somebody_may(router: Router) -> None:
    now = [0.0]
    known = Known(lambda: now[0])
    batched.match_batch(router, known)
    assert known.nobody_waits
    known.somebody_may_wait()
    assert not known.nobody_waits

    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", language="French")
    batched.match_batch(router, known)
    assert not known.nobody_waits, "c2 fits nobody"

    a_waiting_agent(router, "max", languages=("French",))
    batched.match_batch(router, known)
    assert known.nobody_waits
    now[0] += SECONDS
    assert not known.nobody_waits


class Centre:
    """A centre in which the same luck brings the same changes."""

    def __init__(self, seed: int) -> None:
        self.router = a_router(MemoryTable(), clock=FakeClock(), new_id=counting_ids())
        self._luck = Random(seed)  # noqa: S311 - no secret
        self._numbers = iter(range(10_000))

    def change(self) -> None:
        """One to four changes by others."""
        for _ in range(self._luck.randint(1, 4)):
            comes = [self._agent_comes, self._call_comes] * 4
            self._luck.choice((*comes, self._call_moves, self._somebody_leaves, self._offer_ends))()

    def state(self) -> list[tuple[str, str]]:
        return [(call.call_id, f"{call.status} {call.agent_id}") for call in all_calls(self.router)]

    def _agent_comes(self) -> None:
        languages = self._luck.sample(["English", "French", "Spanish"], self._luck.randint(1, 3))
        name, gender = f"a{next(self._numbers):04d}", self._luck.choice("FM")
        a_waiting_agent(self.router, name, gender=gender, languages=languages)

    def _call_comes(self) -> None:
        language = self._luck.choice(["English", "French", "Spanish"])
        gender, priority = self._luck.choice(["Any", "Any", "F", "M"]), self._luck.choice([2, 5, 8])
        name = f"c{next(self._numbers):04d}"
        a_waiting_call(self.router, name, language=language, gender=gender, priority=priority)

    def _call_moves(self) -> None:
        if waiting := self._calls(CallStatus.QUEUED):
            services.call_change_priority(
                self.router, call_id=self._luck.choice(waiting), priority=self._luck.choice([1, 9])
            )

    def _somebody_leaves(self) -> None:
        if waiting := self._calls(CallStatus.QUEUED):
            services.call_abandon(self.router, call_id=self._luck.choice(waiting))
        if ready := [one.agent_id for one in agents(self.router) if one.status is AgentStatus.QUEUED]:
            services.agent_choose(self.router, agent_id=self._luck.choice(ready), choice=Choice.PAUSED)

    def _offer_ends(self) -> None:
        for call in all_calls(self.router):
            if call.status is CallStatus.OFFERED and call.agent_id and self._luck.random() < 0.5:
                services.call_decline(self.router, call_id=call.call_id, agent_id=call.agent_id)

    def _calls(self, status: CallStatus) -> list[str]:
        return sorted(call.call_id for call in all_calls(self.router) if call.status is status)


def test_a_head_read_further_than_needed_serves_the_next_rounds(
    router: Router, watched: InterruptedTable
) -> None:
    known = Known(more=3)
    for number in range(3 * heads.SPARE):
        a_waiting_agent(router, f"a{number:02d}")
    for number in range(4):
        a_waiting_call(router, f"c{number}")
        assert pairs(batched.match_batch(router, known)) == [(f"c{number}", f"a{number:02d}")]
    read = queues_read(watched)

    a_waiting_call(router, "c4")
    assert pairs(batched.match_batch(router, known)) == [("c4", "a04")]

    assert read.count("Q#Spanish#F") == 1
    assert queues_read(watched) == ["Q#Spanish#F", "W#Spanish#Any"], "too little of it was left"


@pytest.mark.parametrize("seed", range(12))
def test_it_changes_no_match(seed: int) -> None:
    plain, knowing, known = Centre(seed), Centre(seed), Known(more=seed)
    made = 0
    for _ in range(25):
        plain.change()
        knowing.change()
        expected = batched.match_batch(plain.router)

        found = batched.match_batch(knowing.router, known)

        assert (found.matches, found.conflicts) == (expected.matches, expected.conflicts)
        assert knowing.state() == plain.state()
        made += len(expected.matches)
    assert made > 10
    assert audit(knowing.router) == []
