"""Repair beside live traffic: told to others, refused while a dispatcher leads."""

import pytest

from routing import services
from routing.exceptions import DispatcherLeadsError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import Event, EventKind
from routing.repair.audit import audit
from routing.repair.recounting import Repaired
from routing.repair.repairing import repair
from routing.router import Router
from routing.services.lease import Lease
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent
from tests.centres import a_call_in, agent_now, in_line
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable
from tests.unit.routing.repair.damages import DAMAGES, WOMEN, a_busy_centre, remove


@pytest.fixture
def router() -> Router:
    """A centre in which everybody does something."""
    return a_busy_centre()


def test_it_notifies_those_that_show_agents_and_calls() -> None:
    events: list[Event] = []
    router = a_router(emit=events.extend)
    a_call_in(router, CallStatus.OFFERED, agent_id="ana")
    events.clear()
    remove(router, keys.agent_key("ana"))

    assert list(repair(router))

    assert [(one.kind, one.call_id, one.queues, one.by) for one in events] == [
        (EventKind.CALL_QUEUED, "ana-call", ("W#Spanish#Any",), "repair")
    ]


def test_it_refuses_while_a_dispatcher_leads(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)
    assert Lease(router, "somebody").hold()

    with pytest.raises(DispatcherLeadsError, match="somebody is matching"):
        repair(router)

    assert audit(router)
    assert list(repair(router, force=True)) == [Repaired("Q#Spanish#F", ("depth 7 → 1",))]


def test_it_looks_again_where_somebody_moved_on_meanwhile() -> None:
    table = InterruptedTable(MemoryTable())
    router = a_busy_centre(table)
    DAMAGES["an entry of an agent who rests"].spoils(router)
    beside = a_router(table.behind)
    table.before_commits.append(lambda: services.agent_choose(beside, agent_id="pia", choice=Choice.READY))

    assert list(repair(router))

    assert agent_now(router, "pia").status is AgentStatus.QUEUED
    assert in_line(router, WOMEN) == ["ana", "pia"]
    assert audit(router) == []


def test_it_counts_again_where_somebody_came_while_it_counted() -> None:
    table = InterruptedTable(MemoryTable())
    router = a_busy_centre(table)
    DAMAGES["a depth too high"].spoils(router)
    beside = a_router(table.behind)
    table.before_commits.append(lambda: a_waiting_agent(beside, "bea"))

    assert {one.subject: one.changes for one in repair(router)} == {"Q#Spanish#F": ("depth 8 → 2",)}
    assert audit(router) == []
