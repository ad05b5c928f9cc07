"""Direct assignment on either table: which agent is taken, and the queues before and after."""

import pytest

from dynamo.items import Key
from dynamo.table import Table
from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import Event, EventKind
from routing.model.outcomes import Assignment
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent
from tests.centres import agent_now, call_now, infos_now, queues_moved
from tests.tables import InterruptedTable

WOMEN = agent_queue("Spanish", "F")


@pytest.fixture
def watched(either_table: Table) -> InterruptedTable:
    return InterruptedTable(either_table)


@pytest.fixture
def told() -> list[Event]:
    return []


@pytest.fixture
def router(watched: InterruptedTable, told: list[Event]) -> Router:
    return a_router(watched, emit=told.extend)


def test_nobody_is_assigned_where_nobody_waits(router: Router) -> None:
    assert services.queue_assign(router, queue=WOMEN) is None


def test_the_longest_waiting_gets_a_call_of_its_own_at_once(router: Router, told: list[Event]) -> None:
    a_waiting_agent(router, "max", gender="M")
    ana = a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva")
    before = infos_now(router)
    told.clear()

    assignment = services.queue_assign(router, queue=WOMEN)

    assert isinstance(assignment, Assignment)
    assert (assignment.agent.agent_id, assignment.agent.ticket) == ("ana", ana.ticket)
    call, agent = call_now(router, assignment.call.call_id), agent_now(router, "ana")
    assert (call.status, call.agent_id, call.language) == (CallStatus.IN_PROGRESS, "ana", "Spanish")
    assert (agent.status, agent.call_id) == (AgentStatus.ATTENDING_CALL, call.call_id)
    assert queues_moved(before, router) == {"Q#English#F": (1, -1), "Q#Spanish#F": (1, -1)}
    assert [(event.kind, event.agent_id) for event in told] == [(EventKind.CALL_ACCEPTED, "ana")]
    assert audit(router) == []


def test_it_says_what_it_deleted_and_the_counts_before_and_after(router: Router) -> None:
    ana = a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva")

    assignment = services.queue_assign(router, queue=WOMEN)

    assert isinstance(assignment, Assignment)
    sort_key = f"{ana.ticket:020d}"
    assert assignment.deleted == (Key("Q#English#F", sort_key), Key("Q#Spanish#F", sort_key))
    counts = {
        str(queue): (info.version, info.depth, assignment.after[queue].version, assignment.after[queue].depth)
        for queue, info in assignment.before.items()
    }
    assert counts == {"Q#English#F": (1, 1, 2, 0), "Q#Spanish#F": (2, 2, 3, 1)}
    assert {queue: (info.version, info.depth) for queue, info in assignment.after.items()}.items() <= (
        infos_now(router).items()
    )


def test_the_counts_are_exact_also_where_others_come_meanwhile(
    router: Router, watched: InterruptedTable
) -> None:
    a_waiting_agent(router, "ana")
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: a_waiting_agent(other, "eva"))

    assignment = services.queue_assign(router, queue=WOMEN)

    assert isinstance(assignment, Assignment)
    assert assignment.agent.agent_id == "ana"
    assert (assignment.before[WOMEN].version, assignment.before[WOMEN].depth) == (2, 2)
    assert infos_now(router)[WOMEN] == (3, 1)


def test_an_agent_who_leaves_meanwhile_is_not_assigned(router: Router, watched: InterruptedTable) -> None:
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: services.agent_choose(other, agent_id="ana", choice=Choice.OFFLINE))

    assignment = services.queue_assign(router, queue=WOMEN)

    assert isinstance(assignment, Assignment)
    assert assignment.agent.agent_id == "eva"
    assert agent_now(router, "ana").status is AgentStatus.OFFLINE
    assert audit(router) == []


def test_a_queue_served_from_its_end_gives_the_newest(either_table: Table) -> None:
    router = a_router(either_table, newest_first={WOMEN})
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)

    assignment = services.queue_assign(router, queue=WOMEN)

    assert isinstance(assignment, Assignment)
    assert assignment.agent.agent_id == "eva"


def test_the_assigned_agent_goes_the_way_of_any_other(router: Router) -> None:
    a_waiting_agent(router, "ana")
    assignment = services.queue_assign(router, queue=WOMEN)
    assert isinstance(assignment, Assignment)

    services.call_complete(router, call_id=assignment.call.call_id)
    assert agent_now(router, "ana").status is AgentStatus.WRAP_UP
    services.agent_end_wrap_up(router, agent_id="ana")

    assert agent_now(router, "ana").status is AgentStatus.QUEUED
    assert audit(router) == []
