"""Routing steps, overflow, full queues, order: virtual time and the router agree.

Real time looks every tenth of a second, and sweeps every quarter, so that things come a little later.
"""

from typing import Any

import pytest

from routing.model.calls import CallStatus
from routing.model.policies import QueuePolicy
from routing.model.queues import call_queue
from routing.repair.audit import audit
from simulation.durations import Constant, Exponential
from simulation.forward import Counts, fast_forward
from simulation.scenarios import Preference, Relaxed
from tests.thorough import every
from tests.unit.simulation.days import a_group, by, total
from tests.unit.simulation.sittings import Sitting, ten_agents

ENGLISH, SPANISH = call_queue("English", "Any"), call_queue("Spanish", "Any")
CREW = (
    a_group("English", 3),
    a_group("English, M", 2, gender="M"),
    a_group("Spanish", 6, languages=("Spanish",)),
)
STEPS = (Preference("English", "F", share=3, then=(Relaxed(4),)), Preference("Spanish"))
QUICK: dict[str, Any] = {
    "groups": CREW,
    "missed_share": 0.0,
    "handle_time": Exponential(4),
    "length_seconds": 90,
}
RINGS = QueuePolicy(ring_seconds=3)
CASES: dict[str, dict[str, Any]] = {
    "steps": {"mix": STEPS, **by(RINGS)},
    "longest wait": by(QueuePolicy(3, max_wait_seconds=6)),
    "overflow": by(RINGS, English=QueuePolicy(3, max_wait_seconds=5, overflow=str(SPANISH))),
    "full": {"mix": STEPS, **by(RINGS, English=QueuePolicy(3, max_length=3, overflow=str(SPANISH)))},
    "newest first": {
        "seed": 4,
        "newest_first": frozenset({ENGLISH}),
        **by(QueuePolicy(3, promote_after_seconds=0)),
    },
}


@pytest.mark.parametrize("name", every(2, CASES))
def test_the_same_scenario_has_the_same_outcomes_on_the_router(name: str) -> None:
    scenario = ten_agents(**{**QUICK, **CASES[name]})
    sitting = Sitting(scenario)
    real = sitting.played().counts
    virtual = fast_forward(scenario)

    assert audit(sitting.router) == []
    assert virtual.queues == real.queues
    ours, theirs = total(virtual), total(real)
    assert ours.offered == theirs.offered > 120
    for figure in ("answered", "abandoned", "set_aside"):
        assert getattr(ours, figure) == pytest.approx(getattr(theirs, figure), abs=0.1 * ours.offered), figure
    assert ours.waits.mean == pytest.approx(theirs.waits.mean, rel=0.3, abs=0.5)
    for one, other in zip(_mean_depths(virtual), _mean_depths(real), strict=True):
        assert one == pytest.approx(other, rel=0.35, abs=0.6)
    turned_away = sum(call.status is CallStatus.REJECTED for call in sitting.calls())
    assert theirs.set_aside == turned_away
    assert bool(turned_away) == (name == "longest wait")


def test_offers_ring_in_each_queue_as_long_as_its_policy_says() -> None:
    slow = ten_agents(**QUICK, answer_delay=Constant(4), **by(RINGS, English=QueuePolicy(6)))
    counts = [fast_forward(slow), Sitting(slow).played().counts]

    for one in counts:
        answered = {
            queue: sum(cell.answered for cell in cells)
            for queue, cells in zip(one.queues, one.cells, strict=True)
        }
        assert answered[SPANISH] == 0
        assert answered[ENGLISH] > 30


def _mean_depths(counts: Counts) -> list[float]:
    length = counts.scenario.length_seconds
    return [one.mean_between(0, length) for one in (counts.depth, *counts.depths)]
