"""Every operation on an agent in every status: where it leads, or the conflict that names what it lost to."""

from collections.abc import Callable
from itertools import product

import pytest

from routing import services
from routing.agents import Agent, AgentStatus, Choice
from routing.audit import audit
from routing.outcomes import Conflict
from routing.router import Router
from tests.builders import a_router
from tests.centres import agent_now, an_agent_in, infos_now, queues_moved

OFFLINE, AVAILABLE, QUEUED, OFFERED = (
    AgentStatus.OFFLINE,
    AgentStatus.AVAILABLE,
    AgentStatus.QUEUED,
    AgentStatus.OFFERED,
)
ATTENDING, WRAP_UP, PAUSED = AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP, AgentStatus.PAUSED
BUSY = {OFFERED, ATTENDING}
CONFLICT = "conflict"
SAME = "same"

Operation = Callable[[Router], Agent | Conflict | list[Agent]]


def choosing(choice: Choice) -> Operation:
    return lambda router: services.agent_choose(router, agent_id="ana", choice=choice)


OPERATIONS: dict[str, Operation] = {
    "enqueue": lambda router: services.agent_enqueue(router, agent_id="ana"),
    "enqueue all": services.agents_enqueue,
    "choose ready": choosing(Choice.READY),
    "choose paused": choosing(Choice.PAUSED),
    "choose offline": choosing(Choice.OFFLINE),
    "end wrap-up": lambda router: services.agent_end_wrap_up(router, agent_id="ana"),
    "reset": services.agents_reset,
}


def leads(
    mostly: AgentStatus | str, but: dict[AgentStatus, AgentStatus | str]
) -> dict[AgentStatus, AgentStatus | str]:
    return dict.fromkeys(AgentStatus, mostly) | but


# Where each operation leads from each status. SAME: nothing is written. A status: one version more.
EXPECTED: dict[str, dict[AgentStatus, AgentStatus | str]] = {
    "enqueue": leads(CONFLICT, {AVAILABLE: QUEUED, QUEUED: SAME}),
    "enqueue all": leads(SAME, {AVAILABLE: QUEUED}),
    "choose ready": leads(QUEUED, {QUEUED: SAME, OFFERED: SAME, ATTENDING: SAME}),
    "choose paused": leads(PAUSED, {PAUSED: SAME, OFFERED: OFFERED, ATTENDING: ATTENDING}),
    "choose offline": leads(OFFLINE, {OFFLINE: SAME, OFFERED: OFFERED, ATTENDING: ATTENDING}),
    "end wrap-up": leads(SAME, {OFFERED: CONFLICT, ATTENDING: CONFLICT, WRAP_UP: QUEUED}),
    "reset": leads(AVAILABLE, {AVAILABLE: SAME}),
}

CASES = list(product(OPERATIONS, AgentStatus))


@pytest.mark.parametrize(("name", "status"), CASES)
def test_each_operation_leads_from_each_status_where_it_should(name: str, status: AgentStatus) -> None:
    router = a_router()
    before, infos = an_agent_in(router, status), infos_now(router)

    answer = OPERATIONS[name](router)

    after, expected = agent_now(router, "ana"), EXPECTED[name][status]
    assert audit(router) == []
    if isinstance(answer, Conflict):
        assert expected == CONFLICT
        assert answer.current == before
    if expected in (CONFLICT, SAME):
        assert after == before
        assert queues_moved(infos, router) == {}
    else:
        assert (after.status, after.version) == (expected, before.version + 1)
        assert after.choice == {"choose paused": Choice.PAUSED, "choose offline": Choice.OFFLINE}.get(
            name, Choice.READY
        )
        _assert_queues_followed(before, after, queues_moved(infos, router))
    if isinstance(answer, Agent):
        assert answer == after


def _assert_queues_followed(before: Agent, after: Agent, moved: dict[str, tuple[int, int]]) -> None:
    joined = (after.status is QUEUED) - (before.status is QUEUED)
    assert moved.get("Q#Spanish#F", (0, 0)) == ((1, joined) if joined else (0, 0))


@pytest.mark.parametrize(("name", "status"), CASES)
def test_each_operation_may_be_repeated_and_changes_nothing_the_second_time(
    name: str, status: AgentStatus
) -> None:
    router = a_router()
    an_agent_in(router, status)
    OPERATIONS[name](router)
    before, infos = agent_now(router, "ana"), infos_now(router)

    OPERATIONS[name](router)

    assert agent_now(router, "ana") == before
    assert queues_moved(infos, router) == {}


@pytest.mark.parametrize("choice", Choice)
@pytest.mark.parametrize("status", sorted(BUSY))
def test_a_choice_made_while_busy_takes_effect_when_the_call_leaves(
    status: AgentStatus, choice: Choice
) -> None:
    router = a_router()
    an_agent_in(router, status)
    services.agent_choose(router, agent_id="ana", choice=choice)

    if status is OFFERED:
        services.call_abandon(router, call_id="ana-call")
    else:
        services.call_complete(router, call_id="ana-call")
        assert agent_now(router, "ana").status is WRAP_UP
        services.agent_end_wrap_up(router, agent_id="ana")

    ends = {Choice.READY: QUEUED, Choice.PAUSED: PAUSED, Choice.OFFLINE: OFFLINE}
    assert agent_now(router, "ana").status is ends[choice]
    assert audit(router) == []
