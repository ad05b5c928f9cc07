"""Operations on agents in every situation: the result, or a refusal that changes nothing."""

import pytest

from routing.exceptions import UnknownCallError
from routing.model import agents
from routing.model.agents import Agent, AgentStatus
from routing.model.outcomes import Conflict
from routing.repair.audit import audit
from tests.centres import agent_now, call_now, infos_now, queues_moved, table_now
from tests.unit.routing.services.agent_cases import (
    AGENT,
    BUSY,
    CALL,
    CASES,
    LATE,
    NOT_REPEATABLE,
    OF_AGENT,
    OF_CALL,
    OFFERED,
    OPERATIONS,
    QUEUED,
    SITUATIONS,
    choice_after,
    chosen_in,
    end_of,
    prepare,
    status_in,
)
from tests.unit.routing.services.outcomes import (
    CONFLICT,
    NOTED,
    REFUSED,
    UNCHANGED,
    UNKNOWN,
    attempted,
    lets_pass,
)
from tests.unit.routing.services.situations import Situations

NEVER = -1
# A conflict of these names the agent, of the others its call.
ABOUT_THE_AGENT = (
    *OF_AGENT,
    "enqueue",
    "offer",
    "end wrap-up",
    "end wrap-up of the call",
    "end wrap-up of another",
)


a_centre = Situations(prepare).centre


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_agent_is_where_the_situation_says(situation: str) -> None:
    router, _ = a_centre(situation)

    agent = agent_now(router, AGENT)

    assert (agent.status, agent.choice) == (status_in(situation), chosen_in(situation))


@pytest.mark.parametrize(("name", "situation"), CASES)
def test_each_operation_leads_from_each_situation_where_it_should(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    lets_pass(router, name, LATE)
    before, infos, table = agent_now(router, AGENT), infos_now(router), table_now(router)

    answer = attempted(OPERATIONS[name], router)

    after, end = agent_now(router, AGENT), end_of(name, situation)
    assert audit(router) == []
    assert isinstance(answer, Conflict) is (end == CONFLICT), answer
    assert isinstance(answer, Exception) is (end == UNKNOWN), answer
    if isinstance(answer, Conflict):
        assert answer.current == (before if name in ABOUT_THE_AGENT else call_now(router, CALL))
    if isinstance(answer, Agent):
        assert answer == after
    if end in REFUSED:
        assert table_now(router) == table
        assert told == []
    if end in UNCHANGED:
        assert after == before
        assert AGENT not in {event.agent_id for event in told}
    else:
        status = before.status if end == NOTED else end
        assert (after.status, after.version) == (status, before.version + 1)
        assert after.choice is choice_after(name, situation)
        assert AGENT in {event.agent_id for event in told}
        if end == QUEUED:
            _assert_it_stands_where_it_should(before, after)
    joined = (after.status is QUEUED) - (before.status is QUEUED)
    assert queues_moved(infos, router).get("Q#Spanish#F") == ((1, joined) if joined else None)
    _assert_it_cannot_get_stuck(after)


def _assert_it_stands_where_it_should(before: Agent, after: Agent) -> None:
    """At its old place if a call only rang that is gone for no fault of the agent's, else at the end."""
    assert after.ticket is not None
    if before.status is OFFERED:
        assert (after.ticket, after.queued_at) == (before.ticket, before.queued_at)
    else:
        assert after.ticket > (before.ticket or 0)


def _assert_it_cannot_get_stuck(agent: Agent) -> None:
    """Whatever holds an agent has an end, and the agent knows which call it is about."""
    assert (agent.call_id is not None) is (agent.status in BUSY)
    if agent.status in BUSY:
        assert agent.until is not None
    elif agent.status is not AgentStatus.AVAILABLE:
        assert agent.until is None


@pytest.mark.parametrize(("name", "situation"), [case for case in CASES if case not in NOT_REPEATABLE])
def test_an_operation_sent_twice_changes_nothing_the_second_time(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    lets_pass(router, name, LATE)
    attempted(OPERATIONS[name], router)
    table = table_now(router)
    told.clear()

    attempted(OPERATIONS[name], router)

    assert table_now(router) == table
    assert told == []


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("name", [*OF_AGENT, *OF_CALL])
def test_an_operation_on_an_old_version_is_refused_and_changes_nothing(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    table = table_now(router)

    answer = attempted(OPERATIONS[name], router, NEVER)

    assert table_now(router) == table
    assert told == []
    if end_of(name, situation) not in UNCHANGED:
        assert isinstance(answer, Conflict)
        assert f"not {NEVER}" in answer.reason
    if end_of(name, situation) == UNKNOWN:
        assert isinstance(answer, UnknownCallError)


def test_every_arrow_of_the_state_machine_is_the_way_of_some_operation_and_there_is_no_other() -> None:
    taken = {(status_in(situation), end_of(name, situation)) for name, situation in CASES}
    arrows = {(before, after) for before, after in taken if isinstance(after, AgentStatus)}

    assert arrows == {(before, after) for before in AgentStatus for after in agents.TRANSITIONS[before]}
