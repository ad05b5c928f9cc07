"""A command that is sent again with its key is carried out once, on either table, whatever it is about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.agents import Agent, AgentStatus, Choice
from routing.calls import Call, CallStatus
from routing.operation import MAX_DECISIONS
from routing.outcomes import Conflict
from routing.queues import call_queue
from routing.repeated import KEY_LENGTH, ids_of_command, key_of, resolved
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call, as_conflict, as_match, unique_id
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, match_all

ONE, OTHER = "1" * KEY_LENGTH, "2" * KEY_LENGTH
ANYBODY = call_queue("Spanish", "Any")
Command = Callable[[Router], object]


@pytest.fixture
def router(either_table: Table) -> Router:
    return replace(a_router(either_table), new_id=unique_id)


def keyed(router: Router, key: str = ONE) -> Router:
    """The router as a command with this key has it."""
    return replace(router, new_id=ids_of_command(key, router.new_id))


# What would be done anew, or be refused, if it were not known again; and how the agent or call is found.
COMMANDS: dict[str, tuple[Command, Command]] = {
    "choose": (
        lambda router: an_agent_in(router, AgentStatus.QUEUED),
        lambda router: services.agent_choose(
            router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch", expected_version=2
        ),
    ),
    "extend": (
        lambda router: an_agent_in(router, AgentStatus.WRAP_UP),
        lambda router: services.agent_extend_wrap_up(router, agent_id="ana", seconds=30),
    ),
    "release": (
        lambda router: an_agent_in(router, AgentStatus.WRAP_UP),
        lambda router: services.agent_release(router, agent_id="ana", reason="stuck"),
    ),
    "touch": (
        lambda router: a_waiting_call(router, "c1"),
        lambda router: services.call_touch(router, call_id="c1"),
    ),
    "dead letter": (
        lambda router: a_waiting_call(router, "c1"),
        lambda router: services.call_dead_letter(router, call_id="c1", reason="nobody"),
    ),
    "dequeue": (
        lambda router: (a_waiting_call(router, "c1"), a_waiting_call(router, "c2")),
        lambda router: services.call_dequeue(router, queue=ANYBODY, call_id="c1"),
    ),
}


def versions(router: Router) -> dict[str, int]:
    agents = {agent.agent_id: agent.version for agent in selectors.agents(router)}
    return agents | {call.call_id: call.version for call in selectors.all_calls(router)}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_carried_out_once_and_answers_what_came_of_it(router: Router, name: str) -> None:
    prepare, command = COMMANDS[name]
    prepare(router)
    first, done = command(keyed(router)), versions(router)
    again = command(keyed(router))

    assert isinstance(first, Agent | Call)
    assert resolved(again) == first
    assert versions(router) == done


@pytest.mark.parametrize("name", ["extend", "touch"])
def test_without_a_key_or_with_another_it_is_another_command(router: Router, name: str) -> None:
    prepare, command = COMMANDS[name]
    prepare(router)
    for one in (keyed(router), keyed(router, OTHER), router, router):
        assert isinstance(command(one), Agent | Call)


def test_a_choice_that_others_overtook_is_still_told_as_done(router: Router) -> None:
    prepare, command = COMMANDS["choose"]
    prepare(router)
    command(keyed(router))
    services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE)

    assert resolved(command(keyed(router))) == agent_now(router, "ana")
    assert agent_now(router, "ana").choice is Choice.OFFLINE
    assert not as_conflict(command(keyed(router, OTHER))).repeated


def test_an_offer_by_hand_is_made_once(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    as_match(services.call_offer(keyed(router), agent_id="ana"))
    again = as_conflict(services.call_offer(keyed(router), agent_id="ana"))
    assert again.repeated
    assert not as_conflict(services.call_offer(router, agent_id="ana")).repeated

    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED)
    services.call_decline(router, call_id="c1", agent_id="ana")
    services.agent_choose(router, agent_id="ana", choice=Choice.READY)
    assert agent_now(router, "ana").status is AgentStatus.QUEUED
    assert as_conflict(services.call_offer(keyed(router), agent_id="ana")).repeated, "though she waits again"
    assert call_now(router, "c1").attempts == 1


def test_dead_letters_restored_before_count_as_restored(router: Router) -> None:
    call = a_call_in(router, CallStatus.DEAD_LETTERED)
    seen = [(call.call_id, call.version)]
    first = services.dead_letters_restore(keyed(router), versions=seen)
    again = services.dead_letters_restore(keyed(router), versions=seen)
    a_waiting_agent(router, "bob")
    assert match_all(router)
    while_it_rings = services.dead_letters_restore(keyed(router), versions=seen)
    anybody = services.dead_letters_restore(router, versions=seen)

    assert ([one.call_id for one in again.calls], again.refused) == ([call.call_id], {})
    assert again.calls == first.calls
    assert [one.status for one in while_it_rings.calls] == [CallStatus.OFFERED], "and it rings on"
    assert not anybody.calls


def test_only_the_call_that_was_seen_first_is_taken(router: Router) -> None:
    a_waiting_call(router, "c1")
    a_waiting_call(router, "urgent", priority=0)

    lost = as_conflict(services.call_dequeue(router, queue=ANYBODY, call_id="c1"))
    assert isinstance(lost.current, Call)
    assert (lost.current.call_id, lost.repeated) == ("c1", False)
    assert isinstance(services.call_dequeue(router, queue=ANYBODY, call_id="urgent"), Call)
    assert call_now(router, "c1").status is CallStatus.QUEUED


def test_ids_of_one_command_differ_and_fit_and_name_it(router: Router) -> None:
    new_id = keyed(router).new_id
    ids = {new_id() for _ in range(MAX_DECISIONS)}

    assert len(ids) == MAX_DECISIONS
    assert {key_of(one) for one in ids} == {ONE}
    assert key_of(router.new_id()) == ""
    assert resolved(Conflict("lost", repeated=True)) == Conflict("lost", repeated=True), "nothing to show"
