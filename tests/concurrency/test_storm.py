"""Storm: many processes, engine kills, forged conflicts, lost replies; every rule of the checker holds.

`STORM_SECONDS` sets its length (8), `STORM_SEED` repeats the choices of an earlier one; the scheduling of
processes is up to the machine, so a seed repeats the mixture and not every step.
"""

import os
import secrets

import pytest

from tests.concurrency.plan import Plan
from tests.concurrency.rules.checker import check
from tests.concurrency.storm import storm
from tests.running import RunningEngine

SECONDS = float(os.environ.get("STORM_SECONDS", "8"))
MOST_SHOWN = 50
SEED = os.environ.get("STORM_SEED") or secrets.token_hex(4)

pytestmark = [pytest.mark.storm, pytest.mark.timeout(6 * SECONDS + 240)]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(seconds=SECONDS, seed=SEED),
        Plan(seconds=SECONDS / 3, seed=SEED, strategy="published", matchers=4),
    ],
    ids=lambda plan: plan.strategy,
)
def test_it_stays_exact_whatever_is_killed_lost_or_forged(own_engine: RunningEngine, plan: Plan) -> None:
    print(f"\nSTORM_SEED={plan.seed}")
    report = storm(own_engine, plan)
    print(report)
    violations = check(report.history)
    print(*violations[:MOST_SHOWN], sep="\n")

    assert not report.failures
    assert not violations, f"{len(violations)} violations, shown above"
    assert report.matches
    assert report.kills
    assert report.forged + report.lost
    if plan.strategy == "batched":  # long enough for unanswered offers and promotions
        assert report.turns["offered → queued, sweep"] + report.turns["offered → queued, late_sweep"]
        assert report.turns["queued → queued, sweep"] + report.turns["queued → queued, late_sweep"]
        assert report.offered_again
        assert report.most_held > 1
        assert report.turns["inProgress → completed, chat_close"]
