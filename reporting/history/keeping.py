"""Reconciliation of the history with the calls in the table: by event, by hour, by day.

Every service may run twice, beside others, or die in the middle: what it has written stands, and the next run
does the rest. The table is only read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from typing import TypeVar

from django.conf import settings

from reporting.history.days import day_bounds, hours_between
from reporting.history.facts import CallFacts, call_facts
from reporting.history.rows import (
    calls_without_wrap_up,
    calls_write,
    kept_of,
    newest_record,
    recorded_calls,
    searchable_without_call,
    unrated_chats,
    unsearchable_calls,
)
from routing import runtime, selectors, services
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.hours.days import day_of
from routing.router import Router

T = TypeVar("T")

BATCH = 500
# How long after its end the agent of a call is asked for its wrap-up; the hourly run over two days happens
# once in this time.
PATIENCE = timedelta(hours=2)
# How far back calls are looked for that have no record because the database was away.
LONGEST_GAP = timedelta(days=30)


@dataclass(frozen=True)
class Reconciled:
    """The number of ended calls found, and of new or changed records."""

    calls: int = 0
    written: int = 0

    def __add__(self, other: "Reconciled") -> "Reconciled":
        return Reconciled(self.calls + other.calls, self.written + other.written)


def calls_record(router: Router, call_ids: Iterable[str]) -> Reconciled:
    """The fast path: writes the ended ones of these calls.

    Reads that may lag are enough for those that show as ended, since nothing ends twice. Raises DynamoError,
    django.db.DatabaseError; the batches before stay written.
    """
    done = Reconciled()
    for some in _batches(sorted(set(call_ids))):
        _, found, _ = selectors.named(router, (), some, (), consistent=False)
        ended = [call for call in found if call.is_ended]
        others = {*some} - {call.call_id for call in ended}
        done += _written(router, [*ended, *(selectors.calls(router, others) if others else ())])
    return done


def hours_fill(router: Router, *, since: datetime, lost: set[str] | None = None) -> Reconciled:
    """Writes the calls that ended since a moment and have no record, and wrap-ups that have ended.

    Reads only these. `lost` keeps the calls whose wrap-up no agent remembers, from one run to the next.
    Raises as above.
    """
    done = Reconciled()
    for some in calls_unrecorded(router, since=since):
        done += calls_record(router, some)
    return done + _wrap_ups_fill(router, set() if lost is None else lost)


def calls_unrecorded(router: Router, *, since: datetime) -> Iterator[set[str]]:
    """The calls that ended since a moment and have no record, in batches. Reads the index of the table only.

    Raises as above.
    """
    for hour in hours_between(since, router.clock()):
        for some in _batches(selectors.ended_call_ids(router, hour, since=since)):
            yield {*some} - recorded_calls(some)


def filled_since(at: datetime) -> datetime:
    """From when on the history may lack calls, of which each hour some are filled in: the start of yesterday
    or, if the database was away before that, the newest record before, 30 days back at most.
    """
    start, _ = bounds_of(day_at(at) - timedelta(days=1))
    newest = newest_record(before=start)
    return max(newest, start - LONGEST_GAP) if newest else start


def _wrap_ups_fill(router: Router, lost: set[str]) -> Reconciled:
    """Asks the agents of the calls without wrap-up: each has it, is still in it, or will never know it."""
    longest = timedelta(seconds=router.policies.agents.longest_wrap_up_seconds)
    asked = calls_without_wrap_up(since=router.clock() - longest - PATIENCE)
    lost.intersection_update(asked)
    done = Reconciled()
    for some in _batches(sorted(asked.keys() - lost)):
        wanted = {asked[one] for one in some}
        agents = _with_former(router, wanted, selectors.agents_by_id(router, wanted))
        ended = set[str]()
        for call_id in some:
            agent = agents.get(asked[call_id])
            if agent and any(one.call_id == call_id for one in agent.wrap_ups):
                ended.add(call_id)
            elif agent and agent.call_id != call_id:
                lost.add(call_id)
        done += calls_record(router, ended)
    return done


def ratings_fill(router: Router, *, since: datetime) -> Reconciled:
    """Reads the chats again that ended since a moment and have no rating: its event may be lost.

    Raises as above.
    """
    done = Reconciled()
    for some in _batches(unrated_chats(since=since)):
        done += calls_record(router, some)
    return done


def day_reconcile(router: Router, day: date) -> Reconciled:
    """Compares every call that ended on a day with its record, and corrects missing or different records.

    Raises as above.
    """
    start, end = bounds_of(day)
    done = Reconciled()
    for hour in hours_between(start, min(end, router.clock())):
        ended = selectors.ended_within_hour(router, hour)
        for some in _batches([call for call in ended if call.ended_at and start <= call.ended_at < end]):
            done += _written(router, some)
    return done


def search_fill(router: Router, *, most: int) -> int:
    """Makes calls recorded before search existed searchable; answers how many, at most `most`.

    A call no longer in the table is found by its id, agent and queue. Raises as above.
    """
    filled = 0
    while filled < most and (some := unsearchable_calls(BATCH)):
        calls_record(router, some)
        searchable_without_call(some)
        filled += len(some)
    return filled


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """Start and end of a day of the settings, in UTC."""
    return day_bounds(day, zone=settings.DAY_TIME_ZONE, begins_at=settings.DAY_BEGINS_AT_HOUR)


def day_at(moment: datetime) -> date:
    """The day of the settings that a moment belongs to."""
    return day_of(moment, zone=settings.DAY_TIME_ZONE, begins_at=settings.DAY_BEGINS_AT_HOUR)


def _written(router: Router, calls: Sequence[Call]) -> Reconciled:
    facts = [*_facts(router, calls)]
    return Reconciled(len(facts), calls_write(facts) if facts else 0)


def _facts(router: Router, calls: Sequence[Call]) -> Iterator[CallFacts]:
    """First recorded values stand: the target, a setting, and the wrap-up, which its agent forgets."""
    kept, agents = kept_of(call.call_id for call in calls), _agents(router, calls)
    wrap_ups = {one.call_id: one.milliseconds for agent in agents.values() for one in agent.wrap_ups}
    for call in calls:
        before, agent = kept.get(call.call_id), agents.get(call.agent_id or "")
        policy = router.policy_of(call)
        of_response = round(policy.first_response_seconds * 1000) if call.channel else None
        facts = call_facts(
            call,
            queue=str(router.queue_of(call)),
            target_ms=before.target_ms if before else round(policy.service_level_seconds * 1000),
            level=runtime.service_level(),
            wrap_up_ms=wrap_ups.get(call.call_id, before.wrap_up_ms if before else None),
            agent_name=agent.name if agent else before.agent_name if before else "",
            response_target_ms=before.response_target_ms if before else of_response,
        )
        if facts is not None:
            yield facts


def _agents(router: Router, calls: Iterable[Call]) -> dict[str, Agent]:
    by = {call.agent_id for call in calls if call.agent_id}
    found = selectors.named(router, by, (), (), consistent=False)[0] if by else ()
    return _with_former(router, by, found)


def _with_former(router: Router, wanted: set[str], found: Iterable[Agent]) -> dict[str, Agent]:
    """The agents by id, those removed since too."""
    agents = {agent.agent_id: agent for agent in found}
    if missing := wanted - agents.keys():
        agents |= {agent.agent_id: agent for agent in services.former_agents(router, missing)}
    return agents


def _batches(every: Sequence[T]) -> Iterator[list[T]]:
    rest = iter(every)
    while some := [*islice(rest, BATCH)]:
        yield some
