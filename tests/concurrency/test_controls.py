"""Negative controls: with a guard of the product removed, a short storm fails the checker.

Each control tries several seeds, since a storm of a second or two may miss the race it needs, and each storm
is longer than the former, since a busy machine does less in a second.
"""

from dataclasses import replace
from math import inf

import pytest

from tests.concurrency.mishaps import Luck
from tests.concurrency.plan import Plan
from tests.concurrency.rules.checker import check
from tests.concurrency.sabotage import DROPPED, Sabotage
from tests.concurrency.scenes import Scene
from tests.concurrency.storm import storm
from tests.running import RunningEngine
from tests.thorough import covering

ATTEMPTS, LONGER = 6, 1.5
CROWDED = Plan(
    seconds=2,
    seed="",
    agents=9,
    matchers=4,
    rate=40,
    conversations=9,
    message_rest_seconds=0.02,
    supervisor_rest_seconds=0.02,
    kill_every_seconds=inf,
    quiet_seconds=3,
    luck=Luck(forged_conflicts=0, lost_replies=0, killed_upon=0),
)
CONTROLS: dict[Sabotage, tuple[Luck, set[str]]] = {
    Sabotage.UNGUARDED_WRITES: (
        CROWDED.luck,
        {"a commit is applied whole", "who is told yes has changed something"},
    ),
    Sabotage.NO_OPERATION_IDS: (
        Luck(forged_conflicts=0, lost_replies=0.2, killed_upon=1),
        {"who is told no has changed nothing"},
    ),
    Sabotage.NO_AGENT_CHECK: (CROWDED.luck, {"an agent has one call"}),
    Sabotage.LAST_FIRST: (CROWDED.luck, {"nobody in line is passed over"}),
    Sabotage.LAST_CHAT_FIRST: (CROWDED.luck, {"nobody in line is passed over"}),
    Sabotage.UNHEARD_OF: (CROWDED.luck, {"nobody in line is passed over"}),
    Sabotage.NO_CALL_CHECK: (CROWDED.luck, {"a hidden call is offered to nobody"}),
    Sabotage.HASTY_SWEEP: (CROWDED.luck, {"nothing is done before it is due"}),
    Sabotage.EARLY_BURIAL: (CROWDED.luck, {"no call is given up before its last offer"}),
    Sabotage.NO_PROMOTION: (CROWDED.luck, {"who waits is promoted"}),
    Sabotage.NO_KEY_CHECK: (CROWDED.luck, {"a command takes effect once"}),
    Sabotage.SLOTS_OUTSIDE: (
        CROWDED.luck,
        {"a commit is applied whole", "agent and call change together", "the audit is clean"},
    ),
    Sabotage.BLIND_CLOSE: (CROWDED.luck, {"no close over an unseen message"}),
}
# A lost reply, a guard, a moment. Other tests show without a storm that the checker finds the rest.
USUAL = {Sabotage.NO_OPERATION_IDS, Sabotage.NO_AGENT_CHECK, Sabotage.HASTY_SWEEP}


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    "sabotage", covering(CONTROLS, USUAL.__contains__), ids=lambda sabotage: sabotage.name.lower()
)
def test_the_checker_finds_out(own_engine: RunningEngine, sabotage: Sabotage) -> None:
    assert noticed(own_engine, sabotage)


def noticed(engine: RunningEngine, sabotage: Sabotage) -> bool:
    """Whether the checker finds a rule broken that the sabotage breaks."""
    luck, wanted = CONTROLS[sabotage]
    for attempt in range(ATTEMPTS):
        seconds = CROWDED.seconds * LONGER**attempt
        plan = replace(CROWDED, seconds=seconds, seed=str(attempt), sabotage=sabotage, luck=luck)
        report = storm(engine, plan)
        if wanted & {violation.rule for violation in check(report.history)}:
            return True
    return False


@pytest.mark.exhaustive  # the longer storm of every run is sound too
def test_with_nothing_left_out_the_same_storm_is_sound(own_engine: RunningEngine) -> None:
    report = storm(own_engine, replace(CROWDED, seed="sound"))

    assert not report.failures
    assert not check(report.history)


@pytest.mark.parametrize("guard", sorted(DROPPED[Sabotage.NO_AGENT_CHECK]))
def test_either_guard_of_a_match_covers_for_the_other(guard: str) -> None:
    scene = Scene()
    scene.agent("ana")
    scene.call("c1")
    scene.call("c2")
    scene.match(("c1", "ana"))
    scene.match(("c2", "ana"), actor="careless", without={guard})
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()
