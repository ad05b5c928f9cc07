"""Storm: many processes, engine kills, forged conflicts, lost replies; every rule of the checker holds.

`STORM_SECONDS` sets its length (8), `STORM_SEED` repeats the choices of an earlier one; the scheduling of
processes is up to the machine, so a seed repeats the mixture and not every step.
"""

import os
import secrets
from dataclasses import replace

import pytest

from tests.concurrency.plan import Plan
from tests.concurrency.report import Report
from tests.concurrency.rules.checker import check
from tests.concurrency.storm import storm
from tests.running import RunningEngine

SECONDS = float(os.environ.get("STORM_SECONDS", "8"))
MOST_SHOWN = 50
LONGER = 3  # how much a second storm is, if the first was too short for its machine
SEED = os.environ.get("STORM_SEED") or secrets.token_hex(4)

pytestmark = [pytest.mark.storm, pytest.mark.timeout(6 * (1 + LONGER) * SECONDS + 480)]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(seconds=SECONDS, seed=SEED),
        Plan(seconds=SECONDS / 3, seed=SEED, strategy="published", matchers=4),
    ],
    ids=lambda plan: plan.strategy,
)
def test_it_stays_exact_whatever_is_killed_lost_or_forged(own_engine: RunningEngine, plan: Plan) -> None:
    report = exact(own_engine, plan)
    if not is_long_enough(report):  # a busy machine got too little done
        report = exact(own_engine, replace(plan, seconds=LONGER * plan.seconds))
    assert is_long_enough(report), "a rare transition was not reached, see the report above"


def exact(engine: RunningEngine, plan: Plan) -> Report:
    """The report of a storm in which no rule was broken."""
    print(f"\nSTORM_SEED={plan.seed}")
    report = storm(engine, plan)
    print(report)
    violations = check(report.history)
    print(*violations[:MOST_SHOWN], sep="\n")
    assert not report.failures
    assert not violations, f"{len(violations)} violations, shown above"
    assert report.matches
    assert report.kills
    assert report.forged + report.lost
    return report


def is_long_enough(report: Report) -> bool:
    """Whether there were unanswered offers, promotions, several chats at once and closed ones."""
    if report.plan.strategy != "batched":
        return True
    turns = report.turns
    return all(
        (
            turns["offered → queued, sweep"] + turns["offered → queued, late_sweep"],
            turns["queued → queued, sweep"] + turns["queued → queued, late_sweep"],
            report.offered_again,
            report.most_held > 1,
            turns["inProgress → completed, chat_close"],
        )
    )
