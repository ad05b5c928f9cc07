"""Assignment of a waiting or ringing call or chat to one agent."""

from collections.abc import Callable

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnknownAgentError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.steps import Step
from routing.repair.audit import audit
from tests.builders import a_waiting_agent, a_waiting_call, as_call, as_conflict
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, in_line, match_all, table_now
from tests.contracts.call_life import ANYBODY, WOMEN, Life, a_life
from tests.contracts.chats.chat_life import CHATS, a_chat, a_chat_life, a_row


@pytest.fixture
def life(either_table: Table) -> Life:
    """A preferred agent has 30 seconds."""
    return a_life(either_table)


def _assign(life: Life, call_id: str = "c1", agent_id: str = "eva", **more: str) -> Call | Conflict:
    return services.call_assign(life.router, call_id=call_id, agent_id=agent_id, **more)  # type: ignore[arg-type]


def test_a_waiting_call_goes_to_that_agent_first_and_after_a_time_to_all_others(life: Life) -> None:
    for name in ("ana", "eva"):
        a_waiting_agent(life.router, name)
    services.agent_choose(life.router, agent_id="eva", choice=Choice.PAUSED)
    before = a_waiting_call(life.router, "c1")

    call = as_call(_assign(life, reason="knows the case", by="mara"))

    assert (call.status, call.ticket, call.queued_at) == (before.status, before.ticket, before.queued_at)
    assert life.last_told() == (EventKind.CALL_ASSIGNED, "c1", None, "mara", "to eva: knows the case")
    assert in_line(life.router, ANYBODY) == ["c1"]
    assert match_all(life.router) == [], "it waits for eva alone"
    assert life.sweep(after=29).changed == 0
    life.sweep(after=1)
    assert match_all(life.router) == [("c1", "ana")]
    assert audit(life.router) == []


def test_an_agent_who_waits_gets_it_before_those_who_have_waited_longer(life: Life) -> None:
    a_waiting_agent(life.router, "ana", languages=("English",))
    a_waiting_call(life.router, "c1")
    for name in ("bea", "eva"):
        a_waiting_agent(life.router, name)

    _assign(life)

    assert match_all(life.router) == [("c1", "eva")]


def test_a_ringing_call_leaves_its_agent_who_keeps_her_place(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1")
    assert match_all(life.router) == [("c1", "ana")]
    a_waiting_agent(life.router, "eva")

    call = as_call(_assign(life))

    assert (call.status, call.agent_id, call.tried) == (CallStatus.QUEUED, None, ("ana",))
    assert life.told[-1].agent_id == "ana", "her row has changed"
    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.missed_offers) == (AgentStatus.QUEUED, 0)
    a_waiting_call(life.router, "c2")
    assert match_all(life.router) == [("c1", "eva"), ("c2", "ana")]
    assert audit(life.router) == []


def test_it_may_be_sent_again_at_each_stage(life: Life) -> None:
    a_waiting_agent(life.router, "eva")
    a_waiting_call(life.router, "c1")
    steps: tuple[Callable[[], object], ...] = (
        lambda: _assign(life),
        lambda: match_all(life.router),
        lambda: services.call_accept(life.router, call_id="c1", agent_id="eva"),
    )
    for step in steps:
        step()
        before = table_now(life.router)
        as_call(_assign(life))
        assert table_now(life.router) == before


def test_another_agent_takes_the_place_of_the_first_and_its_own_steps_follow(life: Life) -> None:
    for name in ("ana", "eva"):
        an_agent_in(life.router, AgentStatus.PAUSED, name)
    a_waiting_call(life.router, "c1", steps=(Step("F", seconds=25), Step("Any")))
    _assign(life, agent_id="ana")

    call = as_call(_assign(life))

    assert [(step.gender, step.agent_id) for step in call.steps] == [("F", "eva"), ("F", ""), ("Any", "")]
    life.sweep(after=30)
    assert (call_now(life.router, "c1").step, in_line(life.router, WOMEN)) == (1, ["c1"])
    life.sweep(after=25)
    assert in_line(life.router, ANYBODY) == ["c1"]
    assert audit(life.router) == []


def test_a_wish_that_the_agent_does_not_fit_comes_back_after_the_time(life: Life) -> None:
    services.agent_create(life.router, agent_id="max", name="Max", gender="M", languages=("Spanish",))
    services.agent_choose(life.router, agent_id="max", choice=Choice.PAUSED)
    a_waiting_call(life.router, "c1", gender="F")

    _assign(life, agent_id="max")

    assert in_line(life.router, ANYBODY) == ["c1"]
    life.sweep(after=30)
    assert in_line(life.router, WOMEN) == ["c1"]
    assert audit(life.router) == []


def test_what_cannot_be_assigned_stays_as_it_is(life: Life) -> None:
    router = life.router
    a_call_in(router, CallStatus.IN_PROGRESS, "talking")
    a_call_in(router, CallStatus.COMPLETED, "over", agent_id="bea")
    a_waiting_agent(router, "kim", languages=("French",))
    an_agent_in(router, AgentStatus.OFFLINE, "lea")
    a_waiting_call(router, "c1")
    before = table_now(router)

    def refused(call_id: str, agent_id: str) -> str:
        return as_conflict(_assign(life, call_id, agent_id)).reason

    assert refused("c1", "lea").endswith("is offline")
    assert refused("talking", "kim") == "call is in progress, not waiting"
    assert refused("over", "kim") == "call is completed, not waiting"
    with pytest.raises(InvalidFieldError, match=r"'Kim' .* an agent with the skills of Spanish · Any"):
        _assign(life, agent_id="kim")
    with pytest.raises(UnknownAgentError, match="'zoe'"):
        _assign(life, agent_id="zoe")
    with pytest.raises(InvalidFieldError, match="reason"):
        _assign(life, agent_id="kim", reason="x" * 61)
    assert table_now(router) == before


def test_at_another_version_it_is_refused(life: Life) -> None:
    a_waiting_agent(life.router, "eva")
    a_waiting_call(life.router, "c1")

    refused = services.call_assign(life.router, call_id="c1", agent_id="eva", expected_version=7)

    assert as_conflict(refused).reason == "call is at version 1, not 7"


def test_a_chat_goes_to_the_chats_of_the_agent(either_table: Table) -> None:
    life = a_chat_life(either_table)
    for name in ("ana", "eva"):
        a_row(life.router, name)
    a_chat(life.router, "h1")
    match_all(life.router)

    call = as_call(_assign(life, "h1"))

    assert (call.preferred_agent, in_line(life.router, CHATS)) == ("eva~chat", ["h1"])
    assert match_all(life.router) == [("h1", "eva~chat")]
    assert audit(life.router) == []
