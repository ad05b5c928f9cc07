"""Storm on DynamoDB Local, with its controls. Nothing kills it, since its data is in memory."""

import os
import secrets
from dataclasses import replace

import pytest

from tests.concurrency.mishaps import Luck
from tests.concurrency.rules.checker import check
from tests.concurrency.sabotage import Sabotage
from tests.concurrency.storm import storm
from tests.concurrency.test_controls import CONTROLS, CROWDED, noticed
from tests.running import RunningEngine
from tests.thorough import covering, is_exhaustive

SECONDS = float(os.environ.get("STORM_SECONDS", "60")) if is_exhaustive() else 3
SEED = os.environ.get("STORM_SEED") or secrets.token_hex(4)
LUCK = Luck(killed_upon=0)
# The one left out is about tokens that a killed engine has forgotten.
POSSIBLE = [sabotage for sabotage in CONTROLS if sabotage is not Sabotage.NO_OPERATION_IDS]
# A race that a short storm is sure to run into. The others are tried on the embedded engine.
USUAL = {Sabotage.NO_AGENT_CHECK}

pytestmark = [
    pytest.mark.storm,
    pytest.mark.servers,
    pytest.mark.dynamodb_local,
    pytest.mark.timeout(6 * SECONDS + 240),
]


@pytest.mark.parametrize(
    ("strategy", "share"), [("batched", 1), pytest.param("published", 1 / 3, marks=pytest.mark.exhaustive)]
)
def test_it_stays_exact_on_it_too(dynamodb_local: RunningEngine, strategy: str, share: float) -> None:
    plan = replace(CROWDED, seconds=share * SECONDS, seed=SEED, strategy=strategy, luck=LUCK)

    report = storm(dynamodb_local, plan)

    print(report)
    assert not report.failures
    assert not check(report.history)
    assert report.matches
    assert report.forged + report.lost


@pytest.mark.parametrize(
    "sabotage", covering(POSSIBLE, USUAL.__contains__), ids=lambda sabotage: sabotage.name.lower()
)
def test_the_checker_finds_out_on_it_too(dynamodb_local: RunningEngine, sabotage: Sabotage) -> None:
    assert noticed(dynamodb_local, sabotage)
