"""Rule of the longest wait: later calls go first only until promotions had their time."""

import time
from dataclasses import replace

import pytest

from routing import services
from routing.model.agents import Choice
from routing.model.policies import Policies
from tests.concurrency.rules.lives import trace
from tests.concurrency.rules.starvation import highest_by
from tests.concurrency.scenes import HASTE, SHORT, Scene

KEPT_WAITING, STARVES = "nobody is kept waiting for ever", "who waits is promoted"


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def unfair() -> Scene:
    """A centre without promotion, against its policy."""
    scene = Scene()
    scene.policies = Policies(HASTE, replace(SHORT, promote_after_seconds=0))
    return scene


def latecomer_goes_first(scene: Scene) -> None:
    """An urgent call arrives and is taken at once."""
    scene.call("urgent", priority=0)
    scene.agent("eva")
    scene.match(("urgent", "eva"))
    scene.serve("urgent", "eva")


@pytest.mark.parametrize("priority", [1, 3])
def test_it_finds_a_call_that_latecomers_keep_waiting(unfair: Scene, priority: int) -> None:
    unfair.call("patient", priority=priority)
    for _ in range(priority):
        unfair.sweep()
    latecomer_goes_first(unfair)

    assert unfair.rules_broken() == {KEPT_WAITING, STARVES}


def test_a_call_of_the_highest_priority_waits_for_no_latecomer(scene: Scene) -> None:
    scene.call("patient", priority=0)
    latecomer_goes_first(scene)

    assert KEPT_WAITING in scene.rules_broken()


def test_before_all_its_promotions_are_due_more_urgent_ones_may_go_first(unfair: Scene) -> None:
    unfair.call("patient", priority=3)
    unfair.sweep()
    unfair.sweep()
    latecomer_goes_first(unfair)

    assert unfair.rules_broken() == {STARVES}


def test_who_was_there_before_may_go_first_at_any_time(scene: Scene) -> None:
    scene.call("urgent", priority=0)
    scene.call("patient", priority=1)
    scene.sweep()
    scene.agent("eva")
    scene.match(("urgent", "eva"))
    scene.serve("urgent", "eva")

    assert scene.rules_broken() == set()


def test_while_it_rings_a_call_is_not_promoted(scene: Scene) -> None:
    scene.policies = Policies(HASTE, replace(SHORT, ring_seconds=30))
    scene.agent("ana")
    scene.call("patient", priority=1)
    scene.match(("patient", "ana"))
    scene.sweep()
    scene.ask(services.call_restore, call_id="patient")
    scene.ask(services.agent_choose, agent_id="ana", choice=Choice.PAUSED)
    latecomer_goes_first(scene)

    assert scene.rules_broken() == set()


def test_who_is_touched_stands_behind_those_who_came_before_that(unfair: Scene) -> None:
    unfair.call("patient", priority=0)
    unfair.call("urgent", priority=0)
    unfair.ask(services.call_touch, call_id="patient")
    unfair.agent("eva")
    unfair.match(("urgent", "eva"))
    unfair.serve("urgent", "eva")

    assert unfair.rules_broken() == set()


def test_a_priority_changed_by_hand_counts_from_then_on(scene: Scene) -> None:
    scene.call("patient", priority=0)
    scene.ask(services.call_change_priority, call_id="patient", priority=2)
    latecomer_goes_first(scene)

    assert scene.rules_broken() == set()


def test_a_priority_changed_by_hand_that_moves_nobody_starts_the_time_again(scene: Scene) -> None:
    scene.call("patient", priority=2)
    scene.sweep()
    time.sleep(0.025)
    scene.ask(services.call_change_priority, call_id="patient", priority=1)
    scene.ask(services.sweep, "sweeper")
    scene.sweep()
    history = scene.end()
    lives, _ = trace(history)
    stay = [one for one in lives.stays() if one.rank.startswith("1#")][-1]
    changed = next(one for one in history.operations if one.name == "call_change_priority")
    commit = next(one for one in lives.effective.values() if one.operation == changed.key)

    due = lives.latest[commit.id] + scene.agreed.promote_after_seconds
    assert stay.joined is not commit
    assert highest_by(history, lives)["patient", stay.joined.id] > due
