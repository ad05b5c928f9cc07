"""Stages of calls in real time: how much later each came than drawn. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from bench.figures import Row, quantile
from routing.model.calls import Call, CallStatus
from simulation.durations import Durations
from simulation.in_real_time.scenario_plan import ScenarioPlan

STAGES = ("match", "accept", "complete")


def stages(plan: ScenarioPlan, calls: Iterable[Call]) -> Row:
    """Median and 95 % of each stage in milliseconds.

    `match` is from the queue to the offer, `accept` from when the agent should have answered to the answer,
    `complete` from when the talk should have ended, counted from the offer, to its end.
    """
    found: dict[str, list[float]] = {name: [] for name in STAGES}
    for call in calls:
        number = plan.number_of(call.call_id)
        if number is not None:
            for name, seconds in _late(call, number, plan.durations):
                found[name].append(seconds)
    return {
        f"{name}_p{percent}_ms": round(quantile(sorted(late), percent / 100) * 1_000)
        for name, late in found.items()
        for percent in (50, 95)
    }


def _late(call: Call, number: int, durations: Durations) -> Iterator[tuple[str, float]]:
    if call.offered_at is None or call.queued_at is None:
        return
    yield "match", _seconds(call.queued_at, call.offered_at)
    if call.answered_at is None:
        return
    ring = durations.answer_delay_of(number, failures=call.failures)
    yield "accept", _seconds(call.offered_at, call.answered_at) - ring
    if call.status is CallStatus.COMPLETED and call.ended_at is not None:
        yield "complete", _seconds(call.offered_at, call.ended_at) - ring - durations.talk_of(number)


def _seconds(since: datetime, until: datetime) -> float:
    return (until - since).total_seconds()
