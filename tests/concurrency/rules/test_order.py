"""Rule of order: anyone passed over is found, what must be allowed is not reported."""

import dataclasses

import pytest

from dynamo.items import Key
from routing import services
from routing.model.agents import Choice
from routing.model.outcomes import Assignment, Conflict
from routing.model.queues import QueueKey, agent_queue
from routing.router import Router
from tests.concurrency.history import Fate, Outcome
from tests.concurrency.scenes import Scene
from tests.tables import InterruptedTable

PASSED_OVER = "nobody in line is passed over"


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_it_is_content_with_the_order_of_the_line(scene: Scene) -> None:
    for name in ("ana", "eva"):
        scene.agent(name)
    for name in ("c1", "c2"):
        scene.call(name)
    scene.match(("c1", "ana"), ("c2", "eva"))
    scene.serve("c1", "ana")
    scene.serve("c2", "eva")

    assert scene.rules_broken() == set()


def test_it_finds_an_agent_who_was_passed_over(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == {PASSED_OVER}


@pytest.mark.parametrize("facts", [{}, {"gender": "F"}, {"priority": 1}])
def test_it_finds_a_call_that_was_passed_over(scene: Scene, facts: dict[str, object]) -> None:
    scene.call("later", gender="M")
    scene.call("c1", **facts)  # type: ignore[arg-type]
    scene.call("c2")
    scene.agent("ana")
    scene.match(("c2", "ana"))
    scene.serve("c2", "ana")

    assert scene.rules_broken() == {PASSED_OVER}


def test_priority_comes_before_the_ticket(scene: Scene) -> None:
    scene.call("early")
    scene.call("urgent", priority=1)
    scene.agent("ana")
    scene.match(("urgent", "ana"))
    scene.serve("urgent", "ana")

    assert scene.rules_broken() == set()


def test_who_does_not_fit_is_not_passed_over(scene: Scene) -> None:
    scene.agent("max", gender="M")
    scene.agent("eli", languages=("English",))
    scene.agent("ana")
    scene.call("c1", gender="F")
    scene.match(("c1", "ana"))
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def test_it_looks_at_all_queues_of_an_agent(scene: Scene) -> None:
    scene.agent("bea", languages=("English", "Spanish"))
    scene.agent("max", gender="M")
    scene.call("c1")
    scene.match(("c1", "max"))
    scene.serve("c1", "max")

    assert scene.rules_broken() == {PASSED_OVER}


def test_who_pauses_and_comes_back_stands_at_the_end(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1")
    for choice in (Choice.PAUSED, Choice.READY):
        scene.ask(services.agent_choose, agent_id="ana", choice=choice)
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == set()


def test_who_comes_back_to_an_old_place_may_be_overlooked_by_the_round_under_way_only(scene: Scene) -> None:
    for name in ("ana", "eva", "mia"):
        scene.agent(name)
    for name in ("c1", "c2", "c3"):
        scene.call(name)
    scene.match(("c1", "ana"))
    scene.match(("c2", "eva"), meanwhile=lambda: scene.ask(services.call_abandon, call_id="c1"))
    scene.serve("c2", "eva")
    overlooked = scene.rules_broken()
    scene.history.kept.clear()
    scene.history.entries.clear()
    scene.match(("c3", "mia"))
    scene.serve("c3", "mia")

    assert overlooked == set()
    assert scene.rules_broken() == {PASSED_OVER}


def test_who_comes_during_a_round_before_another_begins_to_queue_must_be_seen_with_that_other(
    scene: Scene,
) -> None:
    scene.call("c1")

    def two_come_one_after_the_other() -> None:
        scene.agent("ana")
        scene.agent("eva")

    scene.match(("c1", "eva"), meanwhile=two_come_one_after_the_other)
    scene.serve("c1", "eva")

    assert scene.rules_broken() == {PASSED_OVER}


def test_who_had_a_ticket_first_and_a_place_later_may_be_overlooked(scene: Scene) -> None:
    scene.call("c1")
    for name in ("ana", "eva"):
        scene.ask(services.agent_create, agent_id=name, name=name, gender="F", languages=("Spanish",))
    slow = InterruptedTable(scene.table)
    scene.router_of("slow")
    scene._witnesses["slow"].table.behind = slow

    def eva_queues_while_ana_does() -> None:
        slow.before_commits.append(lambda: scene.ask(services.agent_enqueue, "quick", agent_id="eva"))
        scene.ask(services.agent_enqueue, "slow", agent_id="ana")

    scene.match(("c1", "eva"), meanwhile=eva_queues_while_ana_does)
    scene.serve("c1", "eva")

    ana = scene.table.get(Key("AllAgents", "Agent#ana")) or {}
    eva = scene.table.get(Key("AllAgents", "Agent#eva")) or {}
    assert (ana["Ticket"], eva["Ticket"]) == (1, 2)
    assert scene.rules_broken() == set()


def calls_at_once(scene: Scene, *, first_is_slow: bool) -> None:
    """Two calls come; a round that sees one of them gives the later ticket to Ana.

    Where the first is slow it has its ticket, and the second comes, rings and all, before its entry is there.
    """
    scene.agent("ana")
    slow = InterruptedTable(scene.table)
    scene.router_of("slow")
    scene._witnesses["slow"].table.behind = slow

    def the_second_comes_and_rings() -> None:
        scene.call("second")
        scene.match(("second", "ana"))

    if first_is_slow:
        slow.before_commits.append(the_second_comes_and_rings)
    scene.ask(services.call_enqueue, "slow", call_id="first", language="Spanish", gender="Any")
    if not first_is_slow:
        the_second_comes_and_rings()
    scene.serve("second", "ana")


def test_of_calls_that_came_at_once_the_later_ticket_may_ring_first(scene: Scene) -> None:
    calls_at_once(scene, first_is_slow=True)

    tickets = [(scene.table.get(Key(f"Call#{name}", "Call")) or {})["Ticket"] for name in ("first", "second")]
    assert tickets == [1, 2]
    assert scene.rules_broken() == set()


def test_a_call_that_came_after_another_was_queued_must_not_ring_first(scene: Scene) -> None:
    calls_at_once(scene, first_is_slow=False)

    assert scene.rules_broken() == {PASSED_OVER}


def test_whose_queueing_nobody_is_certain_of_proves_nothing(scene: Scene) -> None:
    scene.agent("ana")
    commits, operations = scene.history.commits, scene.history.operations
    commits[-1] = dataclasses.replace(commits[-1], fate=Fate.UNKNOWN)
    operations[-1] = dataclasses.replace(operations[-1], outcome=Outcome.UNKNOWN, seen=())
    scene.agent("eva")
    scene.call("c1")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == set()


def test_an_answer_makes_certain_what_its_sender_did_not_know(scene: Scene) -> None:
    scene.agent("ana")
    commits, operations = scene.history.commits, scene.history.operations
    commits[-1] = dataclasses.replace(commits[-1], fate=Fate.UNKNOWN)
    operations[-1] = dataclasses.replace(operations[-1], outcome=Outcome.UNKNOWN, seen=())
    scene.ask(services.agent_enqueue, agent_id="ana")
    scene.agent("eva")
    scene.call("c1")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")

    assert scene.rules_broken() == {PASSED_OVER}


def test_a_direct_assignment_takes_the_first_of_its_queue(scene: Scene) -> None:
    scene.agent("bea", languages=("English", "Spanish"))
    scene.agent("ana")
    scene.ask(services.queue_assign, queue=agent_queue("English", "F"))
    scene.agent("eva")
    scene.ask(services.queue_assign, queue=agent_queue("Spanish", "F"))

    assert scene.rules_broken() == set()


def test_it_finds_an_agent_whom_a_direct_assignment_passed_over(scene: Scene) -> None:
    def queue_assign(router: Router, queue: QueueKey) -> Assignment | Conflict | None:
        return services.queue_assign(
            dataclasses.replace(router, newest_first=frozenset({queue})), queue=queue
        )

    scene.agent("ana")
    scene.agent("eva")
    scene.ask(queue_assign, queue=agent_queue("Spanish", "F"))

    assert scene.rules_broken() == {PASSED_OVER}
