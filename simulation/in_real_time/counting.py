"""Counts of a scenario in real time, from its calls in the table. Pure.

A call counts at its planned arrival, with its real waits. Moments are in seconds of the scenario.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from routing.model.calls import SET_ASIDE, Call, CallStatus
from routing.model.events import EventKind
from routing.model.service_level import is_within_target
from simulation.chats.said import Said
from simulation.forward.counts import Counts, Tally, counts_for
from simulation.in_real_time.scenario_plan import ScenarioPlan
from simulation.luck import luck_of
from simulation.scenarios import Scenario
from simulation.scenarios.served import queue_of

# An answer this soon (in real time) counts as immediate: matching takes that long.
AT_ONCE_SECONDS = 0.25
BEGINS_TO_WAIT = frozenset({EventKind.CALL_QUEUED, EventKind.CALL_NOT_ANSWERED, EventKind.CALL_DECLINED})
GOES_ON = frozenset({EventKind.CALL_RELAXED, EventKind.CALL_OVERFLOWED})
STILL_WAITS = frozenset({EventKind.CALL_PROMOTED, EventKind.CALL_TOUCHED, EventKind.CALL_PRIORITY_CHANGED})


def empty_counts(scenario: Scenario) -> Counts:
    return counts_for(scenario, scenario.queues)


def calls_count(counts: Counts, plan: ScenarioPlan, calls: Iterable[Call], *, closed_at: datetime) -> None:
    """Counts the calls of a run. Calls without an answer at its close are left over, not abandoned."""
    wanted = _wanted(counts, plan.scenario)
    into = {f"to {queue}": number for number, queue in enumerate(counts.queues)}
    depths: list[tuple[float, int, int]] = []
    for call in calls:
        number = plan.number_of(call.call_id)
        if number is None:
            continue
        counts.arrived += 1
        counts.matches += call.attempts
        queue = wanted[plan.chances.wish_of(luck_of(plan.scenario.seed, number))]
        depths += _waits(plan, call, queue, closed_at, into)
        at = plan.arrivals[number]
        if at >= plan.scenario.warm_up_seconds:
            tally = counts.cells[queue][int(at / counts.interval_seconds)]
            tally.matches += call.attempts
            counts.left_over += not _tallied(tally, plan, call, closed_at)
    _depths_count(counts, depths)


def replies_count(
    counts: Counts, plan: ScenarioPlan, chats: Iterable[tuple[Call, Said]], *, closed_at: datetime
) -> None:
    """Counts the replies in chats of a run, and the customers who left for lack of one."""
    wanted, speed = _wanted(counts, plan.scenario), plan.scenario.speed
    for chat, said in chats:
        number = plan.number_of(chat.call_id)
        if number is None or plan.arrivals[number] < plan.scenario.warm_up_seconds:
            continue
        queue = wanted[plan.chances.wish_of(luck_of(plan.scenario.seed, number))]
        tally = counts.cells[queue][int(plan.arrivals[number] / counts.interval_seconds)]
        for seconds in said.replies:
            tally.replies.add(seconds * speed)
        if said.first is not None:
            tally.first_replies.add(said.first * speed)
        tally.left += said.lacks_reply and chat.ended_at is not None and chat.ended_at < closed_at


def _wanted(counts: Counts, scenario: Scenario) -> list[int]:
    """The queue of each line of the mix."""
    return [counts.queues.index(queue_of(one, scenario.skills)) for one in scenario.mix]


def _tallied(tally: Tally, plan: ScenarioPlan, call: Call, closed_at: datetime) -> bool:
    """Counts the outcome of a call; False if it had none when the run was closed."""
    tally.offered += 1
    speed = plan.scenario.speed
    if call.answered_at is not None:
        waited = (call.answered_at - _came(call)).total_seconds()
        wait = waited * speed
        tally.answered += 1
        tally.in_time += is_within_target(wait, plan.scenario.target.within_seconds)
        tally.at_once += waited <= AT_ONCE_SECONDS
        tally.waits.add(wait)
        tally.longest = max(tally.longest, wait)
    elif call.status in SET_ASIDE:
        tally.set_aside += 1
    elif call.status is CallStatus.ABANDONED and call.ended_at and call.ended_at < closed_at:
        wait = (call.ended_at - _came(call)).total_seconds() * speed
        tally.abandoned += 1
        tally.abandoned_soon += plan.scenario.level.is_short_abandon(wait)
        tally.longest = max(tally.longest, wait)
    else:
        return False
    return True


def _came(call: Call) -> datetime:
    """The start of the wait that its outcome ended."""
    return call.rejoined_at or call.created_at


def _waits(
    plan: ScenarioPlan, call: Call, queue: int, closed_at: datetime, into: Mapping[str, int]
) -> Iterator[tuple[float, int, int]]:
    """Start and end of a call's waits, from its history: (seconds, change, queue).

    `into` has the number of a queue by the reason with which the history names it.
    """
    since: datetime | None = None
    for note in call.notes:
        if note.kind in GOES_ON:
            if since is not None:
                yield from _span(plan, since, note.at, queue)
            since, queue = note.at, into.get(note.reason, queue)
        elif note.kind in BEGINS_TO_WAIT:
            since = since or note.at
        elif since is not None and note.kind not in STILL_WAITS:
            yield from _span(plan, since, note.at, queue)
            since = None
    if since is not None:
        yield from _span(plan, since, call.ended_at or closed_at, queue)


def _span(
    plan: ScenarioPlan, since: datetime, until: datetime, queue: int
) -> Iterator[tuple[float, int, int]]:
    if until > since:
        yield plan.seconds_at(since), 1, queue
        yield plan.seconds_at(until), -1, queue


def _depths_count(counts: Counts, depths: list[tuple[float, int, int]]) -> None:
    for seconds, by, queue in sorted(depths):
        counts.depth.change(max(0.0, seconds), by)
        counts.depths[queue].change(max(0.0, seconds), by)
    end = counts.scenario.length_seconds
    for one in (counts.depth, *counts.depths):
        one.change(end, 0)
