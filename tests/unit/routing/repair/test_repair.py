"""Repair: each finding of the audit is fixed once, nothing else is touched."""

from dataclasses import replace

import pytest

from dynamo.items import Attributes
from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Assignment
from routing.model.queues import call_queue
from routing.model.trail import TABLE_REPAIRED
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import (
    agent_now,
    an_agent_in,
    call_now,
    in_line,
    infos_now,
    match_all,
    queues_moved,
)
from tests.trails import audit_trail
from tests.unit.routing.repair.damages import (
    CALLS,
    DAMAGES,
    ENGLISH,
    WOMEN,
    a_busy_centre,
    entry_of,
    remove,
    spoil,
    ticket_of,
)

# Agents and calls are the truth: where one cannot be read, a person has to say what it should be.
BEYOND_REPAIR = {"a status nobody knows", "a call without its times"}


@pytest.fixture
def router() -> Router:
    """A centre in which everybody does something."""
    return a_busy_centre()


def repaired(router: Router) -> dict[str, str]:
    """The changes of a repair in its own words, by subject."""
    return {one.subject: "; ".join(one.changes) for one in repair(router)}


def whole(router: Router) -> list[Attributes]:
    """Every item of the table."""
    return list(router.table.scan())


def test_it_leaves_a_sound_table_alone(router: Router) -> None:
    before = whole(router)

    assert repaired(router) == {}
    assert whole(router) == before


@pytest.mark.parametrize("name", sorted(DAMAGES.keys() - BEYOND_REPAIR))
def test_it_mends_each_damage_once(router: Router, name: str) -> None:
    DAMAGES[name].spoils(router)

    assert repaired(router)
    assert audit(router) == []
    before = whole(router)
    assert repaired(router) == {}
    assert whole(router) == before


@pytest.mark.parametrize("name", sorted(DAMAGES.keys() - BEYOND_REPAIR))
def test_each_repair_that_a_person_asks_for_is_in_the_audit_trail(router: Router, name: str) -> None:
    DAMAGES[name].spoils(router)
    done = [*repair(replace(router, origin="desk 7", actor="boss"))]
    entries = audit_trail(router, router.clock().date())

    assert sorted(entry.reason for entry in entries) == sorted(
        f"{one.subject}: {'; '.join(one.changes)}" for one in done
    )
    assert {(entry.kinds, entry.by, entry.origin) for entry in entries} == {
        ((TABLE_REPAIRED,), "boss", "desk 7")
    }


@pytest.mark.parametrize("name", sorted(DAMAGES))
def test_matching_goes_on_after_it(router: Router, name: str) -> None:
    DAMAGES[name].spoils(router)
    repaired(router)

    a_waiting_call(router, "next")
    services.agent_choose(router, agent_id="pia", choice=Choice.READY)

    assert "next" in dict(match_all(router))
    assert name in BEYOND_REPAIR or audit(router) == []


@pytest.mark.parametrize("name", sorted(BEYOND_REPAIR))
def test_it_leaves_what_cannot_be_read_to_a_person(router: Router, name: str) -> None:
    DAMAGES[name].spoils(router)
    found = audit(router)
    before = whole(router)

    assert repaired(router) == {}
    assert whole(router) == before
    assert audit(router) == found


def test_it_mends_many_damages_at_once(router: Router) -> None:
    names = (
        "a depth below zero",
        "a queued call without its entry",
        "a ticket counter that was lost",
        "an agent with different tickets in its queues",
        "an agent who talks while the call still rings",
        "an entry of an agent who does not exist",
        "an entry of a call that does not exist",
        "an info of a queue that is no queue",
    )
    for name in names:
        DAMAGES[name].spoils(router)

    repaired(router)

    assert audit(router) == []
    assert repaired(router) == {}


def test_it_puts_a_lost_entry_back_in_its_old_place(router: Router) -> None:
    a_waiting_agent(router, "bea")
    remove(router, keys.agent_entry_key(WOMEN, ticket_of(router, "ana")))
    before = infos_now(router)

    assert repaired(router) == {
        "agent ana": "entry Q#Spanish#F 00000000000000000004 added",
        "Q#Spanish#F": "depth 3 → 2",
    }
    assert in_line(router, WOMEN) == ["ana", "bea"]
    assert queues_moved(before, router) == {"Q#Spanish#F": (2, 0)}, "each transaction counts as one version"


def test_it_counts_a_queue_without_info(router: Router) -> None:
    before = infos_now(router)[ENGLISH]
    remove(router, keys.queue_info_key(ENGLISH))

    assert repaired(router)["Q#English#F"].startswith("depth 0 → 1; version lost → ")
    version, depth = infos_now(router)[ENGLISH]
    assert (version > before[0], depth) == (True, 1), "no version is seen twice"


def test_a_call_whose_agent_is_gone_goes_back_to_its_old_place(router: Router) -> None:
    a_waiting_call(router, "later")
    answered = call_now(router, "mia-call")
    remove(router, keys.agent_key("mia"))

    assert repaired(router) == {
        "call mia-call": "inProgress → queued, agent mia does not exist; "
        "entry W#Spanish#Any 5#00000000000000000002 added"
    }
    assert in_line(router, CALLS) == ["mia-call", "later"]
    call = call_now(router, "mia-call")
    assert (call.status, call.agent_id, call.answered_at) == (CallStatus.QUEUED, None, None)
    assert (call.queued_at, call.version) == (answered.queued_at, answered.version + 1)
    assert call.waiting_since == call.status_since


def test_a_call_that_never_had_a_place_goes_to_the_end() -> None:
    router = a_router()
    a_waiting_agent(router, "ana")
    assignment = services.queue_assign(router, queue=WOMEN)
    a_waiting_call(router, "c1", gender="F")
    assert isinstance(assignment, Assignment)
    remove(router, keys.agent_key("ana"))

    repaired(router)

    assert in_line(router, call_queue("Spanish", "F")) == ["c1", assignment.call.call_id]
    call = call_now(router, assignment.call.call_id)
    assert call.promote_at is not None, "it is promoted like any other"
    assert (call.notes[-1].kind, call.notes[-1].by) == (EventKind.CALL_QUEUED, "repair")
    assert call.notes[-1].reason == "agent ana does not exist"
    assert audit(router) == []


@pytest.mark.parametrize(
    ("choice", "status"),
    [
        (Choice.READY, AgentStatus.QUEUED),
        (Choice.PAUSED, AgentStatus.PAUSED),
        (Choice.OFFLINE, AgentStatus.OFFLINE),
    ],
)
@pytest.mark.parametrize("was", [AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL])
def test_an_agent_without_its_call_goes_to_what_it_chose(
    was: AgentStatus, choice: Choice, status: AgentStatus
) -> None:
    router = a_router()
    an_agent_in(router, was, "ana")
    services.agent_choose(router, agent_id="ana", choice=choice)
    remove(router, keys.call_key("ana-call"))

    (done,) = repair(router)

    assert done.subject == "agent ana"
    assert done.changes[0] == f"{was} → {status}, it has no call"
    agent = agent_now(router, "ana")
    assert (agent.status, agent.call_id) == (status, None)
    assert audit(router) == []


@pytest.mark.parametrize(
    ("was", "line"), [(AgentStatus.OFFERED, ["ana", "bea"]), (AgentStatus.ATTENDING_CALL, ["bea", "ana"])]
)
def test_only_an_agent_who_had_not_answered_keeps_its_place(was: AgentStatus, line: list[str]) -> None:
    router = a_router()
    an_agent_in(router, was, "ana")
    a_waiting_agent(router, "bea")
    remove(router, keys.call_key("ana-call"))

    repaired(router)

    assert in_line(router, WOMEN) == line


def test_an_agent_follows_the_call_where_both_say_they_are_together(router: Router) -> None:
    spoil(router, keys.agent_key("eva"), AgentStatus="attendingCall")

    assert repaired(router) == {"agent eva": "attendingCall → offered, its call eva-call is offered"}


def test_a_call_left_by_its_agent_waits_again(router: Router) -> None:
    spoil(router, keys.agent_key("mia"), AgentStatus="wrapUp")

    assert repaired(router)["call mia-call"].startswith("inProgress → queued, agent mia is wrapUp without it")
    assert agent_now(router, "mia").status is AgentStatus.WRAP_UP


def test_of_two_calls_with_one_agent_it_keeps_the_one_it_knows(router: Router) -> None:
    spoil(router, keys.call_key("zoe-call"), CallStatus="inProgress", AgentID="mia")

    repaired(router)

    assert call_now(router, "mia-call").status is CallStatus.IN_PROGRESS
    assert call_now(router, "zoe-call").status is CallStatus.QUEUED


def test_of_two_agents_with_one_ticket_the_one_who_stands_there_keeps_it(router: Router) -> None:
    ticket = ticket_of(router, "ana")
    spoil(router, keys.agent_key("pia"), AgentStatus="queued", Ticket=ticket)

    repaired(router)

    assert ticket_of(router, "ana") == ticket
    assert in_line(router, WOMEN) == ["ana", "pia"]


def test_a_counter_set_back_gives_no_ticket_twice(router: Router) -> None:
    remove(router, keys.CALL_TICKETS)

    assert repaired(router) == {"Tickets Calls": "counter set to 5"}
    a_waiting_call(router, "next", gender="M")
    assert call_now(router, "next").ticket == 6


def test_an_agent_with_very_many_wrong_entries_is_mended_in_several_transactions(router: Router) -> None:
    for ticket in range(900, 1000):
        spoil(router, keys.agent_entry_key(WOMEN, ticket), **entry_of("pia"))

    subjects = [one.subject for one in repair(router)]

    assert subjects.count("agent pia") == 3
    assert in_line(router, WOMEN) == ["ana"]
    assert audit(router) == []
