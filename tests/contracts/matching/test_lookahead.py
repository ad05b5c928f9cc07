"""Look ahead: next match, first in line, number of entries ahead."""

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.queues import CallEntry, agent_queue, call_queue
from routing.model.steps import Step
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call, as_call

ANYBODY, WOMAN = call_queue("Spanish", "Any"), call_queue("Spanish", "F")
WOMEN, MEN = agent_queue("Spanish", "F"), agent_queue("Spanish", "M")


@pytest.fixture
def router(either_table: Table) -> Router:
    return a_router(either_table, clock=FakeClock())


def entries_of(router: Router) -> list[CallEntry]:
    return [one for one in selectors.queue_entries(router, ANYBODY) if isinstance(one, CallEntry)]


def test_the_next_matches_are_those_that_are_made_and_looking_makes_none(router: Router) -> None:
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", gender="F")
    a_waiting_call(router, "c3", language="French")
    a_waiting_agent(router, "max", gender="M")
    a_waiting_agent(router, "ana")
    seen = [(match.call.call_id, match.agent.agent_id) for match in selectors.next_matches(router)]

    assert seen == [("c1", "max"), ("c2", "ana")]
    assert len(selectors.waiting_calls(router)) == 3
    made = services.match_once(router).matches
    assert [(match.call.call_id, match.agent.agent_id) for match in made] == seen
    assert selectors.next_matches(router) == []


def test_first_in_line_is_whom_the_next_one_to_come_would_get(router: Router) -> None:
    assert selectors.first_in_line(router, ANYBODY) is None
    a_waiting_agent(router, "max", gender="M")
    a_waiting_agent(router, "ana")
    first = selectors.first_in_line(router, ANYBODY)
    assert first is not None and first.ticket == 1  # noqa: PT018 - one thought
    woman = selectors.first_in_line(router, WOMAN)
    assert woman is not None and woman.ticket == 2  # noqa: PT018

    assert selectors.first_in_line(router, MEN) is None


def test_for_an_agent_it_is_the_call_that_is_served_first_of_all_that_fit(router: Router) -> None:
    a_waiting_call(router, "older", gender="F")
    a_waiting_call(router, "urgent", priority=1)
    a_waiting_agent(router, "ana", languages=["English"])
    steps = [Step("Any", seconds=30, agent_id="ana"), Step("Any")]
    asks = a_waiting_call(router, "asks for ana", priority=0, steps=steps)
    assert asks.preferred_agent == "ana"
    first = selectors.first_in_line(router, WOMEN)

    assert isinstance(first, CallEntry)
    assert first.call_id == "urgent"


def test_calls_ahead_are_those_served_before_in_all_queues_that_compete(router: Router) -> None:
    a_waiting_call(router, "c1", gender="F")
    a_waiting_call(router, "c2")
    a_waiting_call(router, "c3", gender="M", priority=1)
    a_waiting_call(router, "c4", language="French")
    a_waiting_call(router, "c5")

    assert selectors.calls_ahead(router, entries_of(router)) == [2, 3]
    assert selectors.calls_ahead(router, []) == []


def test_living_calls_wait_in_their_order_then_ring_then_run(router: Router) -> None:
    for number in range(1, 6):
        a_waiting_call(router, f"c{number}", priority=9 - number)
    a_waiting_agent(router, "ana")
    a_waiting_agent(router, "max", gender="M")
    first, _ = services.match_once(router).matches
    as_call(services.call_accept(router, call_id=first.call.call_id, agent_id=first.agent.agent_id))
    services.call_abandon(router, call_id="c2")
    living = selectors.living_calls(router)

    assert [(call.call_id, call.status) for call in living] == [
        ("c3", CallStatus.QUEUED),
        ("c1", CallStatus.QUEUED),
        ("c4", CallStatus.OFFERED),
        ("c5", CallStatus.IN_PROGRESS),
    ]
    assert [call.call_id for call in selectors.living_calls(router, waiting=1)] == ["c3", "c4", "c5"]


def test_a_wrap_up_does_not_bring_its_call_back_to_life(router: Router) -> None:
    a_waiting_call(router, "c1")
    a_waiting_agent(router, "ana")
    services.match_once(router)
    services.call_accept(router, call_id="c1", agent_id="ana")
    services.call_complete(router, call_id="c1")

    assert selectors.living_calls(router) == []


def test_ended_calls_can_be_read_from_a_moment_back(either_table: Table) -> None:
    clock = FakeClock()
    router = a_router(either_table, clock=clock)
    for call_id in ("c1", "c2", "c3"):
        a_waiting_call(router, call_id)
        ended = as_call(services.call_abandon(router, call_id=call_id))
        clock.advance(1800)
    assert ended.ended_at

    found = selectors.ended_calls(router, until=ended.ended_at)
    assert [call.call_id for call in found] == ["c3", "c2", "c1"]
    earlier = selectors.ended_calls(router, until=found[1].ended_at, limit=1)
    assert [call.call_id for call in earlier] == ["c2"]
