"""Rule of order for calls that move, name an agent, or were declined or missed."""

import dataclasses

import pytest

from routing import services
from routing.model.calls import Call
from routing.model.outcomes import Conflict, Match
from routing.model.queues import QueueKey, call_queue
from routing.router import Router
from tests.concurrency.scenes import Scene

PASSED_OVER = "nobody in line is passed over"


@pytest.fixture
def scene() -> Scene:
    return Scene()


def declined(scene: Scene) -> None:
    """Ana declined c1 and is back in line, before eva."""
    scene.agent("ana")
    scene.call("c1")
    scene.match(("c1", "ana"))
    scene.ask(services.call_decline, call_id="c1", by_agent="ana")
    scene.ask(services.agent_enqueue, agent_id="ana")


def test_an_agent_who_missed_a_call_comes_after_others(scene: Scene) -> None:
    declined(scene)
    scene.agent("eva")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_goes_to_the_same_agent_while_another_waits(scene: Scene) -> None:
    declined(scene)
    scene.agent("eva")
    scene.match(("c1", "ana"))
    scene.serve("c1", "ana")

    assert scene.rules_broken() == {PASSED_OVER}


def test_alone_the_same_agent_gets_the_call_again(scene: Scene) -> None:
    declined(scene)
    scene.agent("max", languages=("English",))
    scene.match(("c1", "ana"))
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def test_a_call_that_asks_for_an_agent_passes_over_nobody_else(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1", preferred_agent="eva")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == set()


def test_who_asks_for_another_agent_is_not_passed_over(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1", preferred_agent="eva")
    scene.call("c2")
    scene.match(("c2", "ana"))
    scene.serve("c2", "ana")

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_asks_for_the_agent_whom_another_got(scene: Scene) -> None:
    scene.agent("eva")
    scene.call("c1", preferred_agent="eva")
    scene.call("c2")
    scene.match(("c2", "eva"))
    scene.serve("c2", "eva")

    assert scene.rules_broken() == {PASSED_OVER}


@pytest.mark.parametrize(("first", "rules"), [("c2", set()), ("c1", {PASSED_OVER})])
def test_a_touched_call_stands_behind_the_others(scene: Scene, first: str, rules: set[str]) -> None:
    scene.call("c1")
    scene.call("c2")
    scene.ask(services.call_touch, call_id="c1")
    scene.agent("ana")
    scene.match((first, "ana"))
    scene.serve(first, "ana")

    assert scene.rules_broken() == rules


@pytest.mark.parametrize(("first", "rules"), [("c2", set()), ("c1", {PASSED_OVER})])
def test_a_changed_priority_counts_at_once(scene: Scene, first: str, rules: set[str]) -> None:
    scene.call("c1")
    scene.call("c2")
    scene.ask(services.call_change_priority, call_id="c2", priority=1)
    scene.agent("ana")
    scene.match((first, "ana"))
    scene.serve(first, "ana")

    assert scene.rules_broken() == rules


@pytest.mark.parametrize(("first", "rules"), [("c2", set()), ("c1", {PASSED_OVER})])
def test_a_promoted_call_stands_among_those_of_its_band_by_ticket(
    scene: Scene, first: str, rules: set[str]
) -> None:
    scene.call("c2", priority=5)
    scene.call("c1", priority=4)
    scene.ask(services.call_change_priority, call_id="c1", priority=4)
    scene.promote("c2")
    scene.agent("ana")
    scene.match((first, "ana"))
    scene.serve(first, "ana")

    assert scene.rules_broken() == rules


def test_a_call_that_moved_during_a_round_may_be_overlooked_by_it(scene: Scene) -> None:
    scene.call("c1")
    scene.call("c2")
    scene.agent("ana")
    scene.match(
        ("c1", "ana"),
        meanwhile=lambda: scene.ask(services.call_change_priority, call_id="c2", priority=1),
    )
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def test_a_dequeued_call_is_the_first_of_its_queue(scene: Scene) -> None:
    scene.call("other", gender="F")
    scene.call("c1")
    scene.call("c2")
    scene.ask(services.call_dequeue, queue=call_queue("Spanish", "Any"))

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_a_dequeued_one_passed_over(scene: Scene) -> None:
    def call_dequeue(router: Router, queue: QueueKey) -> Call | Conflict | None:
        last_first = dataclasses.replace(router, newest_first=frozenset({queue}))
        return services.call_dequeue(last_first, queue=queue)

    scene.call("c1")
    scene.call("c2")
    scene.ask(call_dequeue, queue=call_queue("Spanish", "Any"))

    assert scene.rules_broken() == {PASSED_OVER}


def test_an_agent_who_is_served_now_passes_over_no_agent(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1")
    scene.ask(services.call_offer, agent_id="eva")
    scene.serve("c1", "eva")

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_another_passed_over_where_an_agent_is_served_now(scene: Scene) -> None:
    def call_offer(router: Router, agent_id: str) -> Match | Conflict | None:
        last_first = dataclasses.replace(router, newest_first=frozenset(router.skills.call_queues))
        return services.call_offer(last_first, agent_id=agent_id)

    scene.agent("ana")
    scene.call("c1")
    scene.call("c2")
    scene.ask(call_offer, agent_id="ana")
    scene.serve("c2", "ana")

    assert scene.rules_broken() == {PASSED_OVER}
