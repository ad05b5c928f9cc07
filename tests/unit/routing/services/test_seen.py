"""What a caller has just seen: written on without a read, and never believed against the table."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from dynamo.items import Attributes, Key
from routing import services
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict
from routing.repair.audit import audit
from routing.router import Router, Seen
from tests.builders import a_router, as_agent, as_call, as_conflict
from tests.centres import a_call_in, agent_now, an_agent_in, call_now
from tests.memory.table import MemoryTable
from tests.tables import PassingTable

WRAP_UP = 30


class Counting(PassingTable):
    """Counts the reads of single items."""

    def __init__(self) -> None:
        super().__init__(MemoryTable())
        self.reads = 0

    def get(self, key: Key) -> Attributes | None:
        self.reads += 1
        return super().get(key)

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        self.reads += 1
        return super().get_many(keys, consistent=consistent)


@pytest.fixture
def table() -> Counting:
    return Counting()


@pytest.fixture
def router(table: Counting) -> Router:
    return a_router(table)


def with_seen(router: Router, call: Call | None = None, agent: Agent | None = None) -> Router:
    return replace(router, seen=Seen(call, agent))


def accept(router: Router) -> Call | Conflict:
    return services.call_accept(router, call_id="c1", agent_id="ana")


def complete(router: Router) -> Call | Conflict:
    return services.call_complete(router, call_id="c1", wrap_up_seconds=WRAP_UP)


def abandon(router: Router) -> Call | Conflict:
    return services.call_abandon(router, call_id="c1")


def end_wrap_up(router: Router) -> Agent | Conflict:
    return services.agent_end_wrap_up(router, agent_id="ana", call_id="c1")


@pytest.mark.parametrize(
    ("status", "act", "becomes"),
    [
        (CallStatus.OFFERED, accept, CallStatus.IN_PROGRESS),
        (CallStatus.IN_PROGRESS, complete, CallStatus.COMPLETED),
        (CallStatus.OFFERED, abandon, CallStatus.ABANDONED),
        (CallStatus.QUEUED, abandon, CallStatus.ABANDONED),
    ],
)
def test_a_call_seen_with_its_agent_is_changed_without_a_read(
    router: Router,
    table: Counting,
    status: CallStatus,
    act: Callable[[Router], Call | Conflict],
    becomes: CallStatus,
) -> None:
    call = a_call_in(router, status, "c1")
    agent = agent_now(router, call.agent_id) if call.agent_id else None
    before = table.reads

    done = as_call(act(with_seen(router, call, agent)))

    assert (done.status, table.reads - before) == (becomes, 0)
    assert done == call_now(router, "c1")
    assert audit(router) == []


def test_an_agent_seen_in_wrap_up_and_a_call_seen_to_be_absent_need_no_read(
    router: Router, table: Counting
) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    as_call(complete(router))
    agent, before = agent_now(router, "ana"), table.reads

    free = as_agent(end_wrap_up(with_seen(router, agent=agent)))
    new = replace(router, seen=Seen(absent="c2"))
    as_call(services.call_enqueue(new, language="Spanish", call_id="c2"))

    assert table.reads == before
    assert free == agent_now(router, "ana")
    assert audit(router) == []


@pytest.mark.parametrize("act", [accept, complete, abandon, end_wrap_up])
@pytest.mark.parametrize("seen_in", [CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS])
@pytest.mark.parametrize("is_in", [CallStatus.OFFERED, CallStatus.IN_PROGRESS, CallStatus.COMPLETED])
def test_what_was_seen_too_early_or_never_held_changes_no_answer(
    act: Callable[[Router], object], seen_in: CallStatus, is_in: CallStatus
) -> None:
    other = a_router(MemoryTable())
    a_call_in(other, seen_in, "c1")
    call = call_now(other, "c1")
    agent = agent_now(other, call.agent_id) if call.agent_id else None
    answers = []
    for seen in (None, Seen(replace(call, version=1), agent and replace(agent, version=1))):
        router = a_router(MemoryTable())
        a_call_in(router, is_in, "c1")
        answers.append((_told(act(replace(router, seen=seen))), call_now(router, "c1").status))
        assert audit(router) == []

    assert answers[0] == answers[1]


def _told(answer: object) -> object:
    if isinstance(answer, Conflict):
        return answer.reason
    assert isinstance(answer, Agent | Call)
    return answer.status


def test_an_agent_who_does_not_go_with_the_call_seen_is_read(router: Router) -> None:
    call = a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    agent = replace(agent_now(router, "ana"), status=AgentStatus.OFFERED)

    assert as_call(complete(with_seen(router, call, agent))).status is CallStatus.COMPLETED
    assert agent_now(router, "ana").status is AgentStatus.WRAP_UP
    assert audit(router) == []


def test_a_call_that_is_there_is_found_though_it_was_seen_to_be_absent(router: Router) -> None:
    there = a_call_in(router, CallStatus.OFFERED, "c1")

    new = replace(router, seen=Seen(absent="c1"))

    assert as_call(services.call_enqueue(new, language="Spanish", call_id="c1")) == there
    assert audit(router) == []


def test_what_was_seen_serves_one_decision_only(router: Router) -> None:
    call, agent = a_call_in(router, CallStatus.OFFERED, "c1"), agent_now(router, "ana")
    seen = Seen(call, agent)

    as_call(abandon(replace(router, seen=seen)))
    late = as_conflict(accept(replace(router, seen=seen)))

    assert "abandoned" in late.reason
    assert seen == Seen()
    assert an_agent_in(router, AgentStatus.QUEUED, "eva").status is AgentStatus.QUEUED
