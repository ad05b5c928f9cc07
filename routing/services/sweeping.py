"""Sweep: finds overdue items through the sparse index and makes the change due on each.

Every action is an ordinary guarded operation that checks again that it is due, so any number of sweeps may
run at once, stop half-way and run again.
"""

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from dynamo.changes import Set
from dynamo.conditions import Condition, Exists
from dynamo.exceptions import DynamoError, UnfitItemError
from dynamo.items import INDEX_SK, Attributes, Key
from dynamo.transaction import MAX_ITEMS, Transaction
from routing.exceptions import RoutingError, UnreadableItemError
from routing.model import waiting_rules as rules
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from routing.model.deadlines import after, moved_to, promotion_from, waiting_from
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.call_changes import ROUTING, Decision, Happened, call_named, change_call, written
from routing.services.chats.idle import closed_when_idle
from routing.services.created import never_queued
from routing.services.offers import not_answered
from routing.services.operation import Nothing, Write, carry_out
from routing.services.overflow import CallQueue, placed
from routing.services.places import agent_changed, agent_named, entering, settled
from routing.storage import agent_items as items
from routing.storage import call_items, keys, store
from routing.storage.attributes import to_text
from routing.storage.change_set import ChangeSet
from routing.storage.passed_over import passed_over

log = logging.getLogger(__name__)

# Limit for each index group in one sweep; the next sweep finds the rest.
MOST_FOUND = 250
LOOKED_AT_AGAIN = timedelta(minutes=1)

_workers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="sweep")


@dataclass(frozen=True)
class Swept:
    """Result of one sweep: due items found, agents and calls changed."""

    found: int = 0
    changed: int = 0


def sweep(router: Router, *, overdue_seconds: float = 0) -> Swept:
    """Makes every change that was due that long ago, for at most a thousand items. Raises DynamoError.

    Reads one query of each index group (two read units in all if nothing is due), then the items found. If
    the first items of a group need nothing (ringing calls that keep the key of their wait; unreadable items),
    more are read, so that they hide nothing. Items that cannot be read or changed are tried once a minute.
    """
    now = router.clock()
    for key in [key for key, at in [*router.left_out.items()] if now - at >= LOOKED_AT_AGAIN]:
        router.left_out.pop(key, None)
    until = to_text(now - timedelta(seconds=overdue_seconds))
    groups, most, swept = keys.DUE_GROUPS, MOST_FOUND, Swept()
    while groups:
        pages = list(_workers.map(partial(router.table.pending, until=until, limit=most), groups))
        done = _act_on(router, now, [key for page in pages for key in page])
        swept = Swept(max(swept.found, len(done)), swept.changed + sum(done.values()))
        hidden = [len(page) == most and not any(done[key] for key in page) for page in pages]
        groups = tuple(group for group, more in zip(groups, hidden, strict=True) if more)
        most *= 4
    return swept


def next_due(router: Router) -> str:
    """The first due time in the index, empty without one; two read units. Raises DynamoError."""
    return min(filter(None, _workers.map(router.table.first_pending, keys.DUE_GROUPS)), default="")


def _act_on(router: Router, now: datetime, found: list[Key]) -> dict[Key, int]:
    """Makes the due change on each of these items, and answers the number of agents and calls changed.

    One failure stops nothing else: it is raised once all have been tried.
    """
    wanted = [key for key in found if key not in router.left_out]
    stored = router.table.get_many(wanted) if wanted else {}
    offers = {key: stored.pop(key) for key in wanted if key.sk == keys.OFFERS_SORT and key in stored}
    started = {key: _workers.submit(_act, router, now, (key, item)) for key, item in stored.items()}
    try:
        swept = _sweep_offers(router, now, offers)
    finally:
        wait(started.values())
    return {**dict.fromkeys(found, 0), **swept, **{key: done.result() for key, done in started.items()}}


def _act(router: Router, now: datetime, pending: tuple[Key, Attributes]) -> int:
    """Makes the due change on one agent or call, and answers the number of agents and calls changed."""
    key, item = pending
    try:
        if key.pk == keys.ALL_AGENTS:
            return _sweep_agent(router, now, items.agent_from(item))
        return _sweep_call(router, now, call_items.call_from(item))
    except UnreadableItemError as error:
        passed_over.tell(error)
    except (RoutingError, UnfitItemError) as error:
        log.error("overdue work cannot be done: %s", error)
    router.left_out[key] = now
    return 0


def _sweep_offers(router: Router, now: datetime, offers: Mapping[Key, Attributes]) -> dict[Key, int]:
    """Ends the due offers of match transactions; items of which no call rings any more go together."""
    read = {key: _call_ids(router, now, key, item) for key, item in offers.items()}
    named = {key: ids for key, ids in read.items() if ids is not None}
    calls = store.read_calls_by_id(router.table, {call_id for ids in named.values() for call_id in ids})
    ringing = {call.call_id: call for call in calls if call.status is CallStatus.OFFERED}
    still = {key: [ringing[one] for one in ids if one in ringing] for key, ids in named.items()}
    started = {
        key: _workers.submit(_end_ringing, router, now, key, calls) for key, calls in still.items() if calls
    }
    try:
        _remove(router, [key for key, calls in still.items() if not calls])
    finally:
        wait(started.values())
    return {key: done.result() for key, done in started.items()}


def _call_ids(router: Router, now: datetime, key: Key, item: Attributes) -> list[str] | None:
    """The calls that an item of offers names; None if it cannot be read."""
    try:
        return call_items.offers_from(item)
    except UnreadableItemError as error:
        passed_over.tell(error)
    router.left_out[key] = now
    return None


def _remove(router: Router, offers: Sequence[Key]) -> None:
    """Removes items of offers, as many at once as fit in a transaction; some may be gone already."""
    for first in range(0, len(offers), MAX_ITEMS):
        transaction = Transaction(router.new_id())
        for key in offers[first : first + MAX_ITEMS]:
            transaction.delete(key)
        router.table.commit(transaction)


def _end_ringing(router: Router, now: datetime, key: Key, ringing: Sequence[Call]) -> int:
    """Ends the due offers among those of one transaction, and postpones or removes its item."""
    failed: list[DynamoError] = []
    changed = [_sweep_ringing(router, now, call, failed) for call in ringing]
    later = [call.until for call, done in zip(ringing, changed, strict=True) if call.until and not done]
    transaction = Transaction(router.new_id())
    there = Condition("offers_are_kept", Exists())
    if later:
        transaction.update(key, Set(INDEX_SK, to_text(min(later))), when=there)
    else:
        transaction.delete(key, when=there)
    router.table.commit(transaction)
    if failed:
        raise failed[0]
    return sum(changed)


def _sweep_ringing(router: Router, now: datetime, call: Call, failed: list[DynamoError]) -> int:
    """As for any call; a failure for one does not keep other calls of the match ringing."""
    try:
        return _sweep_call(router, now, call)
    except DynamoError as error:
        failed.append(error)
        return 0
    except RoutingError as error:
        log.error("an unanswered offer cannot be ended: %s", error)
        return 0


def _sweep_agent(router: Router, now: datetime, agent: Agent) -> int:
    if agent.until is None or agent.until > now:
        return 0
    outcome = agent_when_due(router, agent_id=agent.agent_id)
    return isinstance(outcome, Agent) and outcome.version > agent.version


def _sweep_call(router: Router, now: datetime, call: Call) -> int:
    if call.due_at is None or call.due_at > now:
        return 0
    outcome = call_when_due(router, call_id=call.call_id)
    return isinstance(outcome, Call) and outcome.version > call.version


def agent_when_due(router: Router, *, agent_id: str) -> Agent | Conflict:
    """Ends an agent's wrap-up, or its rest after an unanswered offer, if its time is over.

    Answers the current agent. Raises UnknownAgentError.
    """
    enter = entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent]:
        agent = agent_named(router, agent_id)
        if agent.status not in items.SWEPT or agent.until is None or agent.until > router.clock():
            return Nothing(agent)
        free = replace(settled(agent, router, enter), changed_by=ROUTING, change_reason="")
        after = changes.agent(agent, free)
        return Write(changes, after, (agent_changed(router, changes, agent_id, ROUTING),))

    return carry_out(router, decide)


def call_when_due(router: Router, *, call_id: str) -> Call | Conflict:
    """Makes the next due change on a call, if its time has come.

    Ringing ends without an answer; a created call counts as abandoned; a waiting call overflows, drops a
    preference or is promoted; an idle chat is closed, one that its robot has left
    waits for an agent. Answers the current call. Raises UnknownCallError.
    """

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        now = router.clock()
        if call.due_at is None or call.due_at > now:
            return Nothing(call)
        if call.status is CallStatus.OFFERED and agent is not None:
            return not_answered(router, changes, call, agent)
        if call.status is CallStatus.CREATED:
            return never_queued(router, changes, call)
        if call.status is CallStatus.QUEUED:
            return _waited(router, changes, call, now)
        if call.status is CallStatus.IN_PROGRESS and call.channel:
            return closed_when_idle(router, changes, call, agent)
        return Nothing(call)

    try:
        return change_call(router, call_id, decide)
    except UnreadableItemError:
        return _end_ringing_alone(router, call_id)


def _end_ringing_alone(router: Router, call_id: str) -> Call | Conflict:
    """Returns a ringing call to its queue if its agent cannot be read: the agent stays as it is."""

    def decide(changes: ChangeSet) -> Decision:
        call = call_named(router, call_id)
        if call.status is not CallStatus.OFFERED or call.until is None or call.until > router.clock():
            return Nothing(call)
        return not_answered(router, changes, call, None)

    return carry_out(router, decide)


def _waited(router: Router, changes: ChangeSet, call: Call, now: datetime) -> Decision:
    """The decision for a waiting call with a change due."""
    due = rules.due_first(now, call.overflow_at, call.relax_at, call.promote_at)
    if due is rules.DueChange.NEXT_STEP:
        return _relaxed(router, changes, call, now)
    if due is rules.DueChange.OVERFLOW:
        moved, happened = _waited_too_long(router, changes, call)
    else:
        policy = router.policy_of(call)
        raised = replace(call, band=rules.promoted(policy, call.band))
        moved = replace(raised, promote_at=promotion_from(raised, policy, now))
        happened = Happened(EventKind.CALL_PROMOTED, by=ROUTING, reason=f"to band {moved.band}")
    return written(router, changes, call, moved, happened)


def _waited_too_long(router: Router, changes: ChangeSet, call: Call) -> tuple[Call, Happened]:
    queue = CallQueue(router.queue_of(call), router)
    if queue.overflow:
        queue = replace(queue, depths=store.read_depths(router.table, queue.overflow.limited_from_here()))
    why = f"waited {queue.policy.max_wait_seconds:g} seconds"
    return placed(rules.place_from(queue, leaving=True), changes, call, before=call, why=why)


def _relaxed(router: Router, changes: ChangeSet, call: Call, now: datetime) -> Decision:
    """The decision for a call whose step is over: the next step, in its queue, with the same ticket.

    While that queue is full the call stays in its queue, and tries again after the ring time there.
    """
    if call.step + 1 >= len(call.steps):  # written by another program: no further step
        last = Happened(EventKind.CALL_RELAXED, by=ROUTING)
        return written(router, changes, call, replace(call, relax_at=None), last)
    step = call.steps[call.step + 1]
    wider = replace(call, step=call.step + 1, gender=step.gender, topic=step.topic or call.topic)
    here, queue = CallQueue(router.queue_of(call), router), CallQueue(router.queue_of(wider), router)
    if queue != here:
        queue = replace(queue, depths=store.read_depths(router.table, queue.limited_from_here()[:1]))
        retry = rules.seconds_until_retry(here, queue)
        if retry:
            return written(router, changes, call, replace(call, relax_at=after(now, retry)))
        queue.limit(changes)
        wider = moved_to(wider, queue.policy, now)
    wider = replace(wider, relax_at=waiting_from(wider, queue.policy, now).relax_at)
    return written(
        router, changes, call, wider, Happened(EventKind.CALL_RELAXED, by=ROUTING, reason=f"to {queue.key}")
    )
