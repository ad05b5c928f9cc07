"""Rules of time: nothing early, nothing left undone, no call given up too soon, no starvation."""

from dataclasses import replace
from datetime import timedelta

import pytest

from routing import services
from routing.model.agents import Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.policies import Policies
from routing.router import Router
from routing.services.sweeping import Swept
from tests.concurrency.scenes import HASTE, SHORT, Scene

EARLY, UNDONE = "nothing is done before it is due", "what is due is done by the next sweep"
GIVEN_UP, KEPT_ON = "no call is given up before its last offer", "a call is given up after its last offer"
STARVES, FALLS_BACK = "who waits is promoted", "nobody goes back a band by itself"


@pytest.fixture
def scene() -> Scene:
    return Scene()


def agreeing_on(scene: Scene, **terms: float) -> Scene:
    """The same contact centre, with routing under another policy than agreed."""
    scene.policies = Policies(HASTE, replace(SHORT, **terms))  # type: ignore[arg-type]
    return scene


def rings(scene: Scene) -> None:
    """The call c1 rings at ana."""
    scene.agent("ana")
    scene.call("c1")
    scene.match(("c1", "ana"))


def missed_offers(scene: Scene, times: int) -> None:
    """Several unanswered offers of c1."""
    for _ in range(times):
        scene.sweep()
        scene.sweep()
        scene.match(("c1", "ana"))


def test_it_finds_nothing_where_everything_is_done_in_time(scene: Scene) -> None:
    rings(scene)
    scene.ask(services.call_create, call_id="c0", language="Spanish")
    scene.sweep()
    scene.sweep()
    scene.match(("c1", "ana"))
    scene.serve("c1", "ana")
    scene.sweep()

    assert scene.rules_broken() == set()


def test_it_finds_nothing_where_a_call_is_set_aside_and_restored(scene: Scene) -> None:
    rings(scene)
    missed_offers(scene, 1)
    scene.sweep()
    scene.ask(services.dead_letters_restore, versions=[("c1", scene.version_of("c1"))])
    scene.sweep()
    scene.ask(services.agent_choose, agent_id="ana", choice=Choice.READY)
    missed_offers(scene, 1)
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def test_it_finds_a_sweep_that_does_not_wait_for_the_deadline(scene: Scene) -> None:
    def sweep(router: Router) -> Swept:
        return services.sweep(replace(router, clock=lambda: router.clock() + timedelta(seconds=60)))

    rings(agreeing_on(scene, ring_seconds=30))
    scene.ask(sweep, "hasty")

    assert EARLY in scene.rules_broken()


@pytest.mark.parametrize("ringing", [True, False], ids=["ringing", "waiting"])
def test_it_finds_a_sweep_that_leaves_undone_what_is_due(scene: Scene, *, ringing: bool) -> None:
    def sweep(_router: Router) -> Swept:
        return Swept()

    if ringing:
        rings(scene)
    else:
        scene.call("c1")
    scene.sweep(by=sweep)

    assert UNDONE in scene.rules_broken()


def test_it_finds_a_hidden_call_that_is_offered_to_another_agent(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1")
    scene.match(("c1", "ana"))
    scene.match(
        ("c1", "eva"),
        without=("call_waits_with_ticket", "call_entry_asks_for", "entry_exists"),
        actor="careless",
    )

    assert "a hidden call is offered to nobody" in scene.rules_broken()


def test_a_call_that_was_taken_back_in_between_may_be_offered_again(scene: Scene) -> None:
    rings(scene)
    scene.ask(services.call_restore, call_id="c1")
    scene.match(("c1", "ana"))
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_is_given_up_one_offer_too_early(scene: Scene) -> None:
    rings(agreeing_on(scene, max_offers=1))
    scene.sweep()

    assert scene.rules_broken() == {GIVEN_UP}


def test_it_finds_a_call_that_is_offered_once_too_often(scene: Scene) -> None:
    rings(agreeing_on(scene, max_offers=3))
    missed_offers(scene, 2)
    scene.serve("c1", "ana")

    assert scene.rules_broken() == {KEPT_ON}


def test_a_call_may_be_set_aside_by_hand_at_any_time(scene: Scene) -> None:
    rings(scene)
    scene.ask(services.call_dead_letter, call_id="c1", reason="nobody can help")

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_is_never_promoted(scene: Scene) -> None:
    agreeing_on(scene, promote_after_seconds=0).call("c1")
    scene.sweep()

    assert scene.rules_broken() == {STARVES}


def test_in_the_highest_band_nobody_is_promoted(scene: Scene) -> None:
    scene.call("c1", priority=0)
    scene.sweep()

    assert scene.rules_broken() == set()


def test_it_finds_a_call_that_falls_back(scene: Scene) -> None:
    def call_touch(router: Router, call_id: str) -> Call | Conflict:
        return services.call_change_priority(router, call_id=call_id, priority=9)

    scene.call("c1")
    scene.ask(call_touch, call_id="c1")

    assert FALLS_BACK in scene.rules_broken()


def test_a_call_that_was_handed_back_has_its_whole_time_again(scene: Scene) -> None:
    rings(scene)
    scene.ask(services.call_accept, call_id="c1", by_agent="ana")
    scene.sweep()
    scene.ask(services.call_hand_back, call_id="c1", reason="wrong department")
    scene.ask(services.sweep, "sweeper")
    scene.sweep()

    assert scene.rules_broken() == set()
