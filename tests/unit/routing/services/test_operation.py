"""Operation: decide, commit, tell; decide again after a lost race, a limited number of times."""

import json

import pytest

from dynamo.exceptions import OutcomeUnknownError
from dynamo.transaction import Outcome, Transaction
from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.events import Event, EventKind
from routing.notices.over_redis import encode
from routing.router import Router
from routing.services.operation import MAX_DECISIONS
from tests.builders import a_router, a_waiting_agent, a_waiting_call, as_agent, as_conflict
from tests.centres import agent_now
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable, PassingTable


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def told() -> list[Event]:
    return []


@pytest.fixture
def router(watched: InterruptedTable, told: list[Event]) -> Router:
    router = a_router(watched, emit=told.extend)
    a_waiting_agent(router, "ana")
    told.clear()
    return router


def test_who_loses_a_race_decides_again_on_what_the_winner_left(
    router: Router, watched: InterruptedTable, told: list[Event]
) -> None:
    other = a_router(watched.behind)
    a_waiting_call(other, "c1")
    watched.before_commits.append(lambda: services.match_once(other))

    chosen = as_agent(services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED))

    assert (chosen.status, chosen.choice) == (AgentStatus.OFFERED, Choice.PAUSED)
    assert agent_now(router, "ana") == chosen
    assert [event.kind for event in told] == [EventKind.AGENT_STATUS_CHANGED]


def test_it_does_not_decide_for_ever_and_tells_nothing_it_has_not_done(
    router: Router, watched: InterruptedTable, told: list[Event]
) -> None:
    other = a_router(watched.behind)
    reasons = iter(range(100))

    def get_in_the_way() -> None:
        services.agent_choose(other, agent_id="ana", choice=Choice.PAUSED, reason=f"reason {next(reasons)}")

    watched.before_commits.extend([get_in_the_way] * 100)

    lost = as_conflict(services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE))

    assert lost.reason == f"others changed it {MAX_DECISIONS} times meanwhile; try again"
    assert next(reasons) == MAX_DECISIONS
    assert told == []
    assert agent_now(router, "ana").status is AgentStatus.PAUSED


def test_a_ticket_lasts_for_the_whole_operation(router: Router, watched: InterruptedTable) -> None:
    """Deciding again takes no second ticket: the place is that of the moment the operation began."""
    other = a_router(watched.behind)
    services.agent_choose(other, agent_id="ana", choice=Choice.PAUSED)

    def go_ahead() -> None:
        services.agent_choose(other, agent_id="ana", choice=Choice.OFFLINE)
        a_waiting_agent(other, "eva")

    watched.before_commits.append(go_ahead)

    chosen = as_agent(services.agent_choose(router, agent_id="ana", choice=Choice.READY))

    assert (chosen.ticket or 0) < (agent_now(router, "eva").ticket or 0)


def test_an_unknown_outcome_is_told_to_the_caller_and_to_nobody_else(told: list[Event]) -> None:
    class Silent(PassingTable):
        def commit(self, transaction: Transaction) -> Outcome:
            self.behind.commit(transaction)
            raise OutcomeUnknownError(transaction.operation_id, 3)

    behind = MemoryTable()
    sound = a_router(behind)
    a_waiting_agent(sound, "ana")
    silent = Router(Silent(behind), sound.skills, sound.clock, lambda: "op", told.extend)

    with pytest.raises(OutcomeUnknownError):
        services.agent_choose(silent, agent_id="ana", choice=Choice.PAUSED)

    assert told == []
    assert as_agent(services.agent_choose(sound, agent_id="ana", choice=Choice.PAUSED)).version == 3


def test_what_an_agent_was_and_became_is_told(router: Router, told: list[Event]) -> None:
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch")
    services.agents_reset(router)
    services.agents_enqueue(router)

    moves = [(event.was, event.became, event.reason) for event in told]
    assert moves == [
        ("queued", "paused", "paused: Lunch"),
        ("paused", "available", "reset"),
        ("available", "queued", ""),
    ]
    (notice,) = json.loads(encode(told[:1]))
    assert (notice["was"], notice["became"]) == ("queued", "paused")
