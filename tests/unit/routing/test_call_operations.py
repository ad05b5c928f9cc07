"""Every operation on a call in every status: where it leads, or the conflict that names what it lost to."""

from collections.abc import Callable
from itertools import product

import pytest

from routing import services
from routing.agents import AgentStatus
from routing.audit import audit
from routing.calls import Call, CallStatus
from routing.outcomes import Conflict
from routing.router import Router
from tests.builders import a_router
from tests.centres import a_call_in, agent_now, call_now, infos_now, queues_moved

QUEUED, OFFERED, IN_PROGRESS = CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS
COMPLETED, ABANDONED = CallStatus.COMPLETED, CallStatus.ABANDONED
STATUSES = (QUEUED, OFFERED, IN_PROGRESS, COMPLETED, ABANDONED)
CONFLICT = "conflict"
SAME = "same"

Operation = Callable[[Router], Call | Conflict]
OPERATIONS: dict[str, Operation] = {
    "enqueue": lambda router: services.call_enqueue(router, call_id="ana-call", language="Spanish"),
    "accept": lambda router: services.call_accept(router, call_id="ana-call", agent_id="ana"),
    "accept by another": lambda router: services.call_accept(router, call_id="ana-call", agent_id="eva"),
    "decline": lambda router: services.call_decline(router, call_id="ana-call", agent_id="ana"),
    "decline by another": lambda router: services.call_decline(router, call_id="ana-call", agent_id="eva"),
    "complete": lambda router: services.call_complete(router, call_id="ana-call"),
    "abandon": lambda router: services.call_abandon(router, call_id="ana-call"),
}
NEVER: dict[CallStatus, CallStatus | str] = dict.fromkeys(STATUSES, CONFLICT)
# Where each operation leads from each status. SAME: nothing is written. A status: one version more.
EXPECTED: dict[str, dict[CallStatus, CallStatus | str]] = {
    "enqueue": dict.fromkeys(STATUSES, SAME),
    "accept": NEVER | {OFFERED: IN_PROGRESS, IN_PROGRESS: SAME},
    "accept by another": NEVER,
    "decline": NEVER | {OFFERED: QUEUED},
    "decline by another": NEVER,
    "complete": NEVER | {IN_PROGRESS: COMPLETED, COMPLETED: SAME},
    "abandon": NEVER | {QUEUED: ABANDONED, OFFERED: ABANDONED, ABANDONED: SAME},
}
# What the agent, who had the call, is after an operation that changed it.
AGENT_AFTER = {
    "accept": AgentStatus.ATTENDING_CALL,
    "decline": AgentStatus.QUEUED,
    "complete": AgentStatus.WRAP_UP,
    "abandon": AgentStatus.QUEUED,
}
CASES = list(product(OPERATIONS, STATUSES))


def a_centre(status: CallStatus) -> tuple[Router, Call]:
    router = a_router()
    services.agent_create(router, agent_id="eva", name="Eva", gender="F", languages=("Spanish",))
    return router, a_call_in(router, status)


@pytest.mark.parametrize(("name", "status"), CASES)
def test_each_operation_leads_from_each_status_where_it_should(name: str, status: CallStatus) -> None:
    router, before = a_centre(status)
    infos = infos_now(router)

    answer = OPERATIONS[name](router)

    after, expected = call_now(router, "ana-call"), EXPECTED[name][status]
    assert audit(router) == []
    if isinstance(answer, Conflict):
        assert (answer.current, expected) == (before, CONFLICT)
        assert str(status) in answer.reason
    else:
        assert answer == after
    if expected in (CONFLICT, SAME):
        assert after == before
        assert queues_moved(infos, router) == {}
    else:
        assert (after.status, after.version) == (expected, before.version + 1)
        joined = (after.status is QUEUED) - (status is QUEUED)
        moved = queues_moved(infos, router).get("W#Spanish#Any", (0, 0))
        assert moved == ((1, joined) if joined else (0, 0))
        if status is not QUEUED:
            assert agent_now(router, "ana").status is AGENT_AFTER[name]


@pytest.mark.parametrize(("name", "status"), CASES)
def test_each_operation_may_be_repeated_and_changes_nothing_the_second_time(
    name: str, status: CallStatus
) -> None:
    router, _ = a_centre(status)
    OPERATIONS[name](router)
    before, infos = call_now(router, "ana-call"), infos_now(router)

    OPERATIONS[name](router)

    assert call_now(router, "ana-call") == before
    assert queues_moved(infos, router) == {}
    assert audit(router) == []
