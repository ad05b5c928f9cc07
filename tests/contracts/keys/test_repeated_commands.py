"""Repeated commands with an idempotency key: carried out once, on either table."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError, KeyReusedError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Match
from routing.model.policies import AgentPolicy, Policies
from routing.model.skills import MAX_QUEUES_PER_AGENT
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import (
    FakeClock,
    a_router,
    a_waiting_agent,
    a_waiting_call,
    as_call,
    as_conflict,
    as_match,
)
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, match_all
from tests.contracts.keys.keyed import ANYBODY, ONE, dequeue, keyed, offer, two_wait
from tests.memory.table import MemoryTable
from tests.tables import ForgetfulTable, InterruptedTable

Operation = Callable[[Router], object]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    return a_router(either_table, clock=clock)


# Operations that a repeat without a key would carry out again, or refuse.
OPERATIONS: dict[str, tuple[Operation, Operation]] = {
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
    "create": (two_wait, lambda router: services.call_create(router, language="Spanish")),
    "enqueue": (two_wait, lambda router: services.call_enqueue(router, language="Spanish")),
    "touch": (two_wait, lambda router: services.call_touch(router, call_id="c1")),
    "dead letter": (
        two_wait,
        lambda router: services.call_dead_letter(router, call_id="c1", reason="nobody"),
    ),
    "dequeue": (two_wait, dequeue),
    "offer": (two_wait, offer),
}
each_operation = pytest.mark.parametrize(("prepare", "operate"), OPERATIONS.values(), ids=OPERATIONS)


def versions(router: Router) -> dict[str, int]:
    agents = {agent.agent_id: agent.version for agent in selectors.agents(router)}
    return agents | {call.call_id: call.version for call in selectors.all_calls(router)}


@each_operation
def test_it_is_carried_out_once_and_answers_as_it_did(
    router: Router, prepare: Operation, operate: Operation
) -> None:
    prepare(router)
    first, done = operate(keyed(router)), versions(router)

    assert isinstance(first, Agent | Call | Match)
    assert operate(keyed(router)) == first
    assert versions(router) == done
    assert audit(router) == []


@each_operation
def test_sent_twice_at_once_it_is_carried_out_once(prepare: Operation, operate: Operation) -> None:
    behind = MemoryTable()
    router = a_router(behind)
    prepare(router)
    answers: list[object] = []
    slow = InterruptedTable(behind)
    slow.before_commits.append(lambda: answers.append(operate(keyed(router))))
    late = operate(keyed(replace(router, table=slow)))
    done = versions(router)

    assert answers == [late]
    assert len(slow.outcomes) == 1
    assert operate(keyed(router)) == late
    assert versions(router) == done


@each_operation
def test_a_lost_reply_leaves_it_done_and_known(prepare: Operation, operate: Operation) -> None:
    table = ForgetfulTable()
    router = a_router(table.memory)
    prepare(router)
    first = operate(keyed(replace(router, table=table)))
    done = versions(router)

    assert table.recovered == 1
    assert operate(keyed(router)) == first
    assert versions(router) == done


@each_operation
def test_another_request_under_its_key_is_refused_and_changes_nothing(
    router: Router, prepare: Operation, operate: Operation
) -> None:
    prepare(router)
    operate(keyed(router))
    done = versions(router)

    for other in (replace(ONE, request="something else"), replace(ONE, operation="agent-release")):
        with pytest.raises(KeyReusedError, match="Idempotency-Key: it was used for another request"):
            operate(keyed(router, other))
    assert versions(router) == done


def test_of_two_requests_at_once_under_one_key_one_is_refused() -> None:
    behind = MemoryTable()
    router = a_router(behind)
    two_wait(router)
    slow = InterruptedTable(behind)
    slow.before_commits.append(lambda: dequeue(keyed(router, replace(ONE, request="something else"))))

    with pytest.raises(KeyReusedError):
        dequeue(keyed(replace(router, table=slow)))
    assert [call_now(router, one).status for one in ("c1", "c2")] == [CallStatus.COMPLETED, CallStatus.QUEUED]


@pytest.mark.parametrize("name", ["extend", "touch", "dequeue", "enqueue"])
def test_without_a_key_or_with_another_it_is_another_command(router: Router, name: str) -> None:
    prepare, operate = OPERATIONS[name]
    prepare(router)
    seen = [versions(router)]
    for one in (keyed(router), keyed(router, replace(ONE, key="other"))):
        operate(one)
        seen.append(versions(router))

    assert seen[0] != seen[1] != seen[2]


def test_what_others_do_meanwhile_changes_neither_the_effect_nor_the_answer(router: Router) -> None:
    prepare, choose = OPERATIONS["choose"]
    prepare(router)
    first = choose(keyed(router))
    services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE)

    assert choose(keyed(router)) == first
    assert agent_now(router, "ana").choice is Choice.OFFLINE
    as_conflict(choose(keyed(router, replace(ONE, key="other"))))


def test_an_offer_is_known_again_though_its_agent_waits_again(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    first = as_match(offer(keyed(router)))
    services.call_decline(router, call_id="c1", agent_id="ana")
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED)
    services.agent_choose(router, agent_id="ana", choice=Choice.READY)
    assert agent_now(router, "ana").status is AgentStatus.QUEUED

    assert offer(keyed(router)) == first
    assert call_now(router, "c1").attempts == 1


def test_where_nothing_was_done_the_same_key_may_be_tried_again(router: Router) -> None:
    a_waiting_agent(router, "ana")
    assert dequeue(keyed(router)) is None
    assert offer(keyed(router)) is None
    a_waiting_call(router, "c1")

    assert as_call(dequeue(keyed(router))).call_id == "c1"  # type: ignore[arg-type]


def test_what_its_own_first_sending_makes_impossible_is_no_refusal(either_table: Table) -> None:
    """The second reads the agent after the first has given it all the time there is."""
    router = a_router(either_table, policies=Policies(AgentPolicy(longest_wrap_up_seconds=60)))
    an_agent_in(router, AgentStatus.WRAP_UP)
    longest = {"agent_id": "ana", "seconds": 30.0}
    first = services.agent_extend_wrap_up(keyed(router), **longest)  # type: ignore[arg-type]

    assert services.agent_extend_wrap_up(keyed(router), **longest) == first  # type: ignore[arg-type]
    with pytest.raises(InvalidFieldError):
        services.agent_extend_wrap_up(router, **longest)  # type: ignore[arg-type]


def test_dead_letters_restored_before_count_as_restored(router: Router) -> None:
    call = a_call_in(router, CallStatus.DEAD_LETTERED)
    seen = [(call.call_id, call.version)]
    first = services.dead_letters_restore(keyed(router), versions=seen)
    a_waiting_agent(router, "bob")
    assert match_all(router)
    while_it_rings = services.dead_letters_restore(keyed(router), versions=seen)
    anybody = services.dead_letters_restore(router, versions=seen)

    assert while_it_rings == first
    assert call_now(router, call.call_id).status is CallStatus.OFFERED, "and it rings on"
    assert anybody.refused == {call.call_id: "call is at version 4, not 2"}


def test_only_the_call_that_was_seen_first_is_taken(router: Router) -> None:
    a_waiting_call(router, "c1")
    a_waiting_call(router, "urgent", priority=0)

    lost = as_conflict(services.call_dequeue(router, queue=ANYBODY, call_id="c1"))
    assert isinstance(lost.current, Call)
    assert lost.current.call_id == "c1"
    assert isinstance(services.call_dequeue(router, queue=ANYBODY, call_id="urgent"), Call)
    assert call_now(router, "c1").status is CallStatus.QUEUED


def test_the_agent_with_the_most_queues_is_offered_a_call_by_hand_under_a_key(either_table: Table) -> None:
    """The largest transaction there is: two items a queue and seven more."""
    languages = tuple(f"L{number}" for number in range(MAX_QUEUES_PER_AGENT))
    router = a_router(either_table, languages=languages)
    a_waiting_agent(router, "ana", languages=languages)
    a_waiting_call(router, "c1", language="L7")
    by_hand = replace(keyed(router), origin="127.0.0.1", actor="mara")

    assert as_match(services.call_offer(by_hand, agent_id="ana", by="mara")).call.call_id == "c1"
