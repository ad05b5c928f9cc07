"""Selectors on either table: each entry once, in order of service."""

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.model.queues import agent_queue, call_queue
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import in_line, match_all

WOMEN, CALLS = agent_queue("Spanish", "F"), call_queue("Spanish", "Any")


@pytest.fixture
def router(either_table: Table) -> Router:
    return a_router(either_table)


def test_agents_are_listed_by_name(router: Router) -> None:
    for agent_id in ("zoe", "ana", "mia"):
        services.agent_create(
            router, agent_id=f"x-{agent_id}", name=agent_id, gender="F", languages=("Spanish",)
        )

    assert [agent.name for agent in selectors.agents(router)] == ["ana", "mia", "zoe"]
    assert {agent.name for agent in selectors.agents_by_id(router, ["x-ana", "x-zoe", "ghost"])} == {
        "ana",
        "zoe",
    }
    assert selectors.agent(router, "ghost") is None


def test_calls_are_found_by_id_and_all_together(router: Router) -> None:
    for number in range(1, 4):
        a_waiting_call(router, f"c{number}")
    services.call_abandon(router, call_id="c2")

    assert {call.call_id for call in selectors.calls(router, ["c1", "c3", "ghost"])} == {"c1", "c3"}
    assert {call.call_id: call.status for call in selectors.all_calls(router)} == {
        "c1": CallStatus.QUEUED,
        "c2": CallStatus.ABANDONED,
        "c3": CallStatus.QUEUED,
    }
    assert selectors.call(router, "ghost") is None


def test_every_queue_has_an_info_in_the_order_of_the_skills(router: Router) -> None:
    agent_infos, call_infos = selectors.agent_queue_infos(router), selectors.call_queue_infos(router)
    assert tuple(info.key for info in agent_infos) == router.skills.agent_queues
    assert tuple(info.key for info in call_infos) == router.skills.call_queues


def test_waiting_calls_are_listed_over_all_queues_in_the_order_they_are_served(router: Router) -> None:
    a_waiting_call(router, "c1", gender="F")
    a_waiting_call(router, "c2", language="English")
    a_waiting_call(router, "c3", priority=1)

    assert [entry.call_id for entry in selectors.waiting_calls(router)] == ["c3", "c1", "c2"]


def test_a_queue_served_from_its_end_is_listed_from_its_end(either_table: Table) -> None:
    router = a_router(either_table, newest_first={WOMEN, CALLS})
    for number in (1, 2):
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")
    a_waiting_call(router, "urgent", priority=0)

    assert in_line(router, WOMEN) == ["a2", "a1"]
    assert in_line(router, CALLS) == ["urgent", "c2", "c1"]
    assert [entry.call_id for entry in selectors.waiting_calls(router)] == ["urgent", "c2", "c1"]
    assert match_all(router) == [("urgent", "a2"), ("c2", "a1")]
