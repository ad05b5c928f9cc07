"""Reads of an operation at different moments: others may act in between."""

from collections.abc import Callable

import pytest

from dynamo.items import Attributes, Key
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.outcomes import Conflict
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, as_call
from tests.centres import a_call_in, agent_now, call_now
from tests.memory.table import MemoryTable
from tests.tables import PassingTable


class ActingTable(PassingTable):
    """Runs an action once, before the first agent is read."""

    def __init__(self, behind: MemoryTable, act: Callable[[], object]) -> None:
        super().__init__(behind)
        self._act: Callable[[], object] | None = act

    def get(self, key: Key) -> Attributes | None:
        if key.pk == "AllAgents" and self._act is not None:
            act, self._act = self._act, None
            act()
        return super().get(key)


def torn(status: CallStatus, act: Callable[[Router], object]) -> tuple[Router, Router]:
    """A plain router, and one on the same table whose first read of ana comes after the action."""
    table = MemoryTable()
    calm = a_router(table)
    a_call_in(calm, status, "c1")
    return calm, a_router(ActingTable(table, lambda: act(calm)))


def accept(router: Router) -> object:
    return services.call_accept(router, call_id="c1", agent_id="ana")


def decline(router: Router) -> object:
    return services.call_decline(router, call_id="c1", agent_id="ana")


def complete(router: Router) -> object:
    return services.call_complete(router, call_id="c1")


def abandon(router: Router) -> object:
    return services.call_abandon(router, call_id="c1")


def test_an_acceptance_that_comes_twice_at_once_is_one() -> None:
    calm, late = torn(CallStatus.OFFERED, accept)

    assert accept(late) == call_now(calm, "c1")
    assert call_now(calm, "c1").status is CallStatus.IN_PROGRESS


def test_a_completion_that_comes_twice_at_once_is_one() -> None:
    calm, late = torn(CallStatus.IN_PROGRESS, complete)

    assert complete(late) == call_now(calm, "c1")
    assert agent_now(calm, "ana").status is AgentStatus.WRAP_UP


@pytest.mark.parametrize("loser", [abandon, decline])
def test_who_comes_after_the_acceptance_is_told_so(loser: Callable[[Router], object]) -> None:
    calm, late = torn(CallStatus.OFFERED, accept)

    answer = loser(late)

    assert isinstance(answer, Conflict)
    assert answer.current == call_now(calm, "c1")
    assert agent_now(calm, "ana").status is AgentStatus.ATTENDING_CALL


@pytest.mark.parametrize("loser", [accept, decline])
def test_who_comes_after_the_caller_hung_up_is_told_so(loser: Callable[[Router], object]) -> None:
    calm, late = torn(CallStatus.OFFERED, abandon)

    answer = loser(late)

    assert isinstance(answer, Conflict)
    assert answer.current == call_now(calm, "c1")
    assert agent_now(calm, "ana").status is AgentStatus.QUEUED


def test_a_caller_who_hangs_up_at_the_end_of_the_call_is_told_so() -> None:
    _, late = torn(CallStatus.OFFERED, lambda router: (accept(router), complete(router)))

    answer = abandon(late)

    assert isinstance(answer, Conflict)
    assert as_call_status(answer) is CallStatus.COMPLETED


@pytest.mark.parametrize("operation", [accept, decline, abandon])
def test_the_table_stays_sound(operation: Callable[[Router], object]) -> None:
    calm, late = torn(CallStatus.OFFERED, lambda router: (decline(router), services.match_once(router)))

    operation(late)

    assert audit(calm) == []
    as_call(call_now(calm, "c1"))


def as_call_status(answer: Conflict) -> CallStatus:
    """The status of the call that an operation lost to."""
    status = answer.current.status if answer.current else None
    assert isinstance(status, CallStatus)
    return status
