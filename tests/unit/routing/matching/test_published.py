"""Published strategy: one match at a time, if the agent's queues are unchanged."""

import pytest

from dynamo.transaction import Refused
from routing import services
from routing.exceptions import InvalidFieldError
from routing.matching import published
from routing.model.outcomes import Round
from routing.router import Router
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable
from tests.unit.routing.repair.damages import WOMEN, spoil


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def router(watched: InterruptedTable) -> Router:
    return a_router(watched, strategy="published")


def test_it_makes_one_match_in_each_round(router: Router) -> None:
    for number in (1, 2):
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")

    assert [len(published.match_one(router).matches) for _ in range(3)] == [1, 1, 0]


def test_it_starts_again_when_any_of_the_agents_queues_moved(
    router: Router, watched: InterruptedTable
) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c1")
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: a_waiting_agent(other, "eva", languages=("English",)))

    found = published.match_one(router)

    assert [(match.call.call_id, match.agent.agent_id) for match in found.matches] == [("c1", "ana")]
    assert found.conflicts == 1
    refusal = watched.outcomes[-2]
    assert isinstance(refusal, Refused)
    assert [failure.condition for failure in refusal.failures] == ["queue_unchanged"]


def test_it_gives_up_where_a_queue_only_seems_to_hold_somebody(router: Router) -> None:
    a_waiting_call(router, "c1")
    spoil(router, keys.queue_info_key(WOMEN), QueueVersionId=1, QueueDepth=1)

    assert published.match_one(router) == Round((), published.MAX_ATTEMPTS)


def test_it_refuses_more_queues_than_one_snapshot_can_read() -> None:
    router = a_router(languages=tuple(f"L{number}" for number in range(34)), strategy="published")

    with pytest.raises(
        InvalidFieldError, match=r"MATCHING_STRATEGY: 'published' .* there are 102; choose batched"
    ):
        services.match_once(router)

    a_waiting_agent(router, "ana", languages=("L7",))
    a_waiting_call(router, "c1", language="L7")
    assert match_all(a_router(router.table, languages=router.skills.languages)) == [("c1", "ana")]


def test_a_strategy_must_have_a_known_name() -> None:
    with pytest.raises(
        InvalidFieldError,
        match="MATCHING_STRATEGY: 'clever' is not allowed; choose one of batched, published",
    ):
        services.match_once(a_router(strategy="clever"))
