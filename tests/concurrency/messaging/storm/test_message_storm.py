"""Storm of messages: processes write, read, recall, join and leave while engines die; every rule holds.

`STORM_SECONDS` sets the length of all storms, `STORM_SEED` repeats the choices of an earlier one.
"""

from dataclasses import replace
from math import inf

import pytest

from tests.concurrency.messaging.storm.happened import Told
from tests.concurrency.messaging.storm.plan import MessagePlan, Spoiled
from tests.concurrency.messaging.storm.rules import check
from tests.concurrency.messaging.storm.storm import message_storm, shown
from tests.concurrency.mishaps import Luck
from tests.concurrency.test_storm import SECONDS, SEED
from tests.running import RunningEngine

ATTEMPTS, LONGER = 6, 1.5
LONG = 30
CROWDED = MessagePlan(
    seconds=1,
    seed="",
    rest_seconds=0.001,
    kill_every_seconds=inf,
    luck=Luck(forged_conflicts=0, lost_replies=0.2, killed_upon=0),
)
CONTROLS = {
    Spoiled.UNCONDITIONAL_PUT: "what is acknowledged is there",
    Spoiled.NO_CLIENT_ID: "a message is there at most once",
}


@pytest.mark.storm
@pytest.mark.timeout(6 * SECONDS + 240)
def test_messages_stay_exact_whatever_is_killed_lost_or_forged(own_engine: RunningEngine) -> None:
    print(f"\nSTORM_SEED={SEED}")
    report = message_storm(own_engine, MessagePlan(seconds=SECONDS / 2, seed=SEED))
    print(report)
    violations = check(report.happened)
    print(shown(violations))

    assert not report.failures
    assert not violations, f"{len(violations)} violations, shown above"
    assert report.kills
    assert report.forged + report.lost
    if SECONDS >= LONG:
        assert any(one.told is Told.DONE for one in report.happened.recalls)


@pytest.mark.exhaustive  # a smaller crowd shows the same without processes: test_log_races.py
@pytest.mark.timeout(240)
@pytest.mark.parametrize("spoiled", CONTROLS, ids=lambda one: one.name.lower())
def test_the_rules_find_out(own_engine: RunningEngine, spoiled: Spoiled) -> None:
    for attempt in range(ATTEMPTS):
        plan = replace(CROWDED, seconds=LONGER**attempt, seed=str(attempt), spoiled=spoiled)
        broken = {one.rule for one in check(message_storm(own_engine, plan).happened)}
        if CONTROLS[spoiled] in broken:
            return
    raise AssertionError(f"nobody noticed: {spoiled}")
