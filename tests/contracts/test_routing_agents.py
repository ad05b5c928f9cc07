"""Agents on either table: created, queued, resting, reset, with depth and version in step."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import (
    AgentExistsError,
    InvalidFieldError,
    TooManyQueuesError,
    UnknownAgentError,
    UnknownSkillError,
)
from routing.model.agents import AgentStatus, Choice
from routing.model.events import Event, EventKind
from routing.model.policies import AgentPolicy, Policies
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from routing.router import Router
from routing.services.new_agents import new_agent
from routing.services.tickets import counters_begin
from tests.builders import (
    FakeClock,
    a_router,
    a_waiting_agent,
    a_waiting_call,
    as_agent,
    as_conflict,
    as_match,
)
from tests.centres import agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.tables import InterruptedTable

SPANISH_WOMEN = agent_queue("Spanish", "F")


@pytest.fixture
def told() -> list[Event]:
    return []


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, told: list[Event], clock: FakeClock) -> Router:
    return a_router(either_table, emit=told.extend, clock=clock)


def made(router: Router, agent_id: str = "ana", **facts: object) -> None:
    services.agent_create(
        router,
        agent_id=agent_id,
        **{"name": agent_id.title(), "gender": "F", "languages": ("Spanish",), **facts},  # type: ignore[arg-type]
    )


# --- making


def test_a_new_agent_is_available_and_in_no_queue(router: Router, told: list[Event]) -> None:
    before = infos_now(router)

    agent = services.agent_create(router, name="Ana", gender="F", languages=("Spanish",))

    assert agent == agent_now(router, agent.agent_id)
    assert (agent.status, agent.choice, agent.version) == (AgentStatus.AVAILABLE, Choice.READY, 1)
    assert queues_moved(before, router) == {}
    assert [(event.kind, event.agent_id) for event in told] == [(EventKind.AGENT_CREATED, agent.agent_id)]


def test_a_new_agent_may_be_offline(router: Router) -> None:
    made(router, status=AgentStatus.OFFLINE)

    agent = agent_now(router, "ana")
    assert (agent.status, agent.choice) == (AgentStatus.OFFLINE, Choice.OFFLINE)


def test_making_an_agent_may_be_repeated(router: Router, told: list[Event]) -> None:
    made(router)
    made(router)

    assert agent_now(router, "ana").version == 1
    assert len(told) == 1


def test_an_id_that_belongs_to_somebody_else_is_refused(router: Router) -> None:
    made(router)
    with pytest.raises(AgentExistsError, match="agent: 'ana' exists already"):
        made(router, name="Another Ana")


def test_it_writes_no_agent_nobody_could_route_to(router: Router) -> None:
    with pytest.raises(UnknownSkillError, match="languages: 'Klingon'"):
        made(router, languages=("Klingon",))
    with pytest.raises(InvalidFieldError, match="name: '' is not allowed; from 1 to 80 characters"):
        made(router, name="")
    with pytest.raises(InvalidFieldError, match=r"name: .* from 1 to 80 characters"):
        made(router, name="x" * 81)
    with pytest.raises(InvalidFieldError, match=r"agent_id: .* is not allowed; at most 80 characters"):
        made(router, "x" * 81, name="Ana")
    with pytest.raises(InvalidFieldError, match="status: 'paused' is not allowed"):
        made(router, status=AgentStatus.PAUSED)
    assert selectors.agents(router) == []


def test_an_agent_of_47_queues_is_refused_and_one_of_46_is_queued_and_matched(either_table: Table) -> None:
    at_once_again = Policies(agents=AgentPolicy(declined_rest_seconds=0))
    languages = tuple(f"L{number:02d}" for number in range(47))
    # A person acts, so that what is done is in the audit trail too: the largest transactions there are.
    router = replace(a_router(either_table, languages=languages, policies=at_once_again), origin="desk 7")

    with pytest.raises(TooManyQueuesError, match="47 queues; an agent can wait in at most 46"):
        made(router, languages=languages)

    made(router, languages=languages[:46])
    as_agent(services.agent_enqueue(router, agent_id="ana"))
    a_waiting_call(router, "c1", language="L07")
    assert match_all(router) == [("c1", "ana")]
    services.call_decline(router, call_id="c1", agent_id="ana")
    assert agent_now(router, "ana").status is AgentStatus.QUEUED
    assert as_match(services.call_offer(router, agent_id="ana")).call.call_id == "c1"
    assert agent_now(router, "ana").call_id == "c1"
    assert audit(router) == []


# --- queues


def test_a_queued_agent_is_in_each_of_its_queues_with_one_ticket(router: Router) -> None:
    before = infos_now(router)

    agent = a_waiting_agent(router, "ana", languages=("English", "Spanish"))

    for queue in (agent_queue("English", "F"), agent_queue("Spanish", "F")):
        assert [entry.ticket for entry in selectors.queue_entries(router, queue)] == [agent.ticket]
        assert in_line(router, queue) == ["ana"]
    assert queues_moved(before, router) == {"Q#English#F": (1, 1), "Q#Spanish#F": (1, 1)}


def test_agents_stand_in_the_order_they_came(router: Router) -> None:
    agents = [a_waiting_agent(router, name) for name in ("zoe", "ana", "mia")]

    tickets = [entry.ticket for entry in selectors.queue_entries(router, SPANISH_WOMEN)]
    assert tickets == [agent.ticket for agent in agents]
    assert in_line(router, SPANISH_WOMEN) == ["zoe", "ana", "mia"]


def test_pausing_takes_an_agent_out_of_all_queues_and_ready_puts_it_at_the_end(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva")
    before = infos_now(router)

    paused = as_agent(services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="lunch"))
    assert (paused.status, paused.pause_reason) == (AgentStatus.PAUSED, "lunch")
    assert queues_moved(before, router) == {"Q#English#F": (1, -1), "Q#Spanish#F": (1, -1)}

    ready = as_agent(services.agent_choose(router, agent_id="ana", choice=Choice.READY))
    assert (ready.status, ready.pause_reason) == (AgentStatus.QUEUED, "")
    assert (ready.ticket or 0) > (agent_now(router, "eva").ticket or 0)
    assert queues_moved(before, router) == {"Q#English#F": (2, 0), "Q#Spanish#F": (2, 0)}
    assert audit(router) == []


def test_a_choice_on_an_old_version_is_refused_with_the_present_agent(router: Router) -> None:
    made(router)
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED)

    late = services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE, expected_version=1)

    conflict = as_conflict(late)
    assert conflict.reason == "agent is at version 2, not 1"
    assert conflict.current == agent_now(router, "ana")
    assert agent_now(router, "ana").status is AgentStatus.PAUSED


def test_a_choice_on_an_old_version_that_stands_already_is_no_conflict(router: Router) -> None:
    made(router)
    first, again = (
        services.agent_choose(
            router, agent_id="ana", choice=Choice.PAUSED, reason="lunch", by="olga", expected_version=1
        )
        for _ in range(2)
    )

    assert as_agent(first) == as_agent(again) == agent_now(router, "ana")
    assert agent_now(router, "ana").version == 2


def test_it_keeps_who_chose_and_why(router: Router, told: list[Event]) -> None:
    made(router)
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="lunch", by="olga")
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="meeting", by="olga")

    agent = agent_now(router, "ana")
    assert (agent.pause_reason, agent.changed_by, agent.version) == ("meeting", "olga", 3)
    assert [event.by for event in told[1:]] == ["olga", "olga"]


def test_a_reason_has_a_limit_and_an_agent_must_exist(router: Router) -> None:
    with pytest.raises(InvalidFieldError, match=r"reason: .* at most 60 characters"):
        services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="x" * 61)
    attempts: list[Callable[[], object]] = [
        lambda: services.agent_choose(router, agent_id="ghost", choice=Choice.PAUSED),
        lambda: services.agent_enqueue(router, agent_id="ghost"),
        lambda: services.agent_end_wrap_up(router, agent_id="ghost"),
    ]
    for attempt in attempts:
        with pytest.raises(UnknownAgentError, match="there is no agent 'ghost'"):
            attempt()


# --- shifts


def test_a_shift_is_queued_in_the_order_it_became_available(router: Router, clock: FakeClock) -> None:
    for number in (3, 1, 2, 0):
        clock.advance(1)
        made(router, f"a{number}")
    a_waiting_agent(router, "first")
    services.agent_choose(router, agent_id="a2", choice=Choice.OFFLINE)
    before = infos_now(router)

    queued = services.agents_enqueue(router)

    assert [agent.agent_id for agent in queued] == ["a3", "a1", "a0"]
    assert in_line(router, SPANISH_WOMEN) == ["first", "a3", "a1", "a0"]
    assert queues_moved(before, router) == {"Q#Spanish#F": (1, 3)}
    assert services.agents_enqueue(router) == []
    assert audit(router) == []


def test_a_large_shift_takes_few_transactions_and_keeps_every_count(router: Router) -> None:
    counters_begin(router)  # as the service that makes a table does
    fresh = [
        new_agent(router, agent_id=f"a{number:03d}", name="A", gender="F", languages=router.skills.languages)
        for number in range(60)
    ]
    assert len(services.agents_add(router, fresh)) == 60
    before, requests = infos_now(router), router.table.meter.reading().requests

    queued = services.agents_enqueue(router)

    assert [agent.agent_id for agent in queued] == [agent.agent_id for agent in fresh]
    # 4 items each and 3 infos: 24 agents in each of 3 transactions; one read and one counter besides.
    assert router.table.meter.reading().requests - requests == 5
    assert queues_moved(before, router) == {f"Q#{one}#F": (3, 60) for one in router.skills.languages}
    assert audit(router) == []


def test_one_who_changes_meanwhile_costs_the_others_of_the_shift_no_place(either_table: Table) -> None:
    watched = InterruptedTable(either_table)
    router, other = a_router(watched), a_router(either_table)
    names = [f"a{number:02d}" for number in range(60)]
    fresh = [
        new_agent(router, agent_id=name, name=name, gender="F", languages=("Spanish",)) for name in names
    ]
    services.agents_add(router, fresh)
    watched.before_commits.append(lambda: services.agent_choose(other, agent_id="a07", choice=Choice.PAUSED))

    queued = services.agents_enqueue(router)

    names.remove("a07")
    assert in_line(router, SPANISH_WOMEN) == names
    assert sorted(agent.agent_id for agent in queued) == names
    assert audit(router) == []


# --- back to the start


def test_a_reset_brings_everybody_back_and_lets_no_call_hang(router: Router) -> None:
    for name in ("ringing", "talking", "waiting", "resting"):
        a_waiting_agent(router, name)
    services.agent_choose(router, agent_id="resting", choice=Choice.PAUSED)
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2")
    assert match_all(router) == [("c1", "ringing"), ("c2", "talking")]
    services.call_accept(router, call_id="c2", agent_id="talking")

    changed = services.agents_reset(router, by="olga")

    assert {agent.agent_id for agent in changed} == {"ringing", "talking", "waiting", "resting"}
    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.AVAILABLE}
    assert {agent.choice for agent in selectors.agents(router)} == {Choice.READY}
    assert [entry.call_id for entry in selectors.waiting_calls(router)] == ["c1"]
    assert str(call_now(router, "c2").status) == "completed"
    assert all(depth == 0 for queue, (_, depth) in infos_now(router).items() if queue.side == "Q")
    assert services.agents_reset(router) == []
    assert audit(router) == []
