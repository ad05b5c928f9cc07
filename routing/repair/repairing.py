"""Repair of a table: one guarded transaction for each finding, until the audit finds no more.

Every transaction is conditional on the versions read of all items concerned, so a repair beside live traffic
may be refused and tried again, but never breaks what works.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial

from dynamo.items import Attributes, Key, key_of
from dynamo.transaction import Transaction
from routing.exceptions import DispatcherLeadsError, UnreadableItemError
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus, Note
from routing.model.deadlines import waiting_from
from routing.model.events import Event, EventKind
from routing.model.queues import AGENT_SIDE, CALL_SIDE, QueueKey
from routing.repair.audit import queues_miscounted, unkept_deadlines
from routing.repair.healing import Heal, agents_to_heal, calls_to_heal, strays
from routing.repair.reading import Guard, Reading, Unreadable, read_table
from routing.repair.recounting import (
    Repaired,
    commit_repair,
    counters_behind,
    recount,
    replace_counter,
    set_counter,
)
from routing.repair.repair_set import RepairSet
from routing.router import Router
from routing.services.lease import lease_holder
from routing.services.tickets import reserve_tickets
from routing.storage import agent_items as items
from routing.storage import conditions, keys
from routing.storage.command_items import is_free
from routing.storage.forms.form import Remedy
from routing.storage.forms.shapes import shown
from routing.storage.kinds import form_at
from routing.storage.passed_over import passed_over
from routing.storage.pending import Misplaced
from routing.storage.ticket_items import COUNTERS

BY = "repair"
# Readings in a row whose repairs were all refused, because the table changed meanwhile.
MOST_REFUSED_READINGS = 5

Attempt = Callable[[], Repaired | None]


def repair(router: Router, *, force: bool = False) -> Iterator[Repaired]:
    """Makes every possible repair and yields each after its commit; consume the whole iterator.

    Unreadable agents and calls are left alone. Raises DispatcherLeadsError at once if a dispatcher leads,
    unless forced, and DynamoError on the way: the repairs yielded are done, and another repair does the rest.
    """
    leader = lease_holder(router)
    if leader is not None and not force:
        raise DispatcherLeadsError(leader)
    return _repairs(router)


def _repairs(router: Router) -> Iterator[Repaired]:
    refused = 0
    while refused < MOST_REFUSED_READINGS:
        reading = read_table(router)
        attempts = [*_attempts(router, reading)]
        if not attempts:
            return
        refused += 1
        for attempt in attempts:
            done = _done(attempt)
            if done is not None:
                refused = 0
                yield done


def _done(attempt: Attempt) -> Repaired | None:
    """The repair of one attempt; None also if another item must be repaired first."""
    try:
        return attempt()
    except UnreadableItemError as error:
        passed_over.tell(error)
        return None


def _attempts(router: Router, reading: Reading) -> Iterator[Attempt]:
    """One attempt for each finding; depths last, counted from correct entries."""
    for counter, newest in counters_behind(reading):
        yield partial(set_counter, router, counter, newest)
    yield from _attempts_at_unreadable(router, reading)
    for key, queue, guard in strays(reading):
        yield partial(_remove_stray, router, key, queue, guard)
    at = router.clock()
    for key in (key for key, kept in reading.commands.items() if kept.is_expired(at)):
        yield partial(_forget, router, key, at)
    for of_agent in agents_to_heal(reading, at):
        yield partial(_heal_agent, router, of_agent)
    for of_call in calls_to_heal(reading, at, topics=bool(router.skills.topics)):
        yield partial(_heal_call, router, of_call)
    for key, one in reading.misplaced.items():
        yield partial(_put_in_place, router, key, one)
    for ringing in unkept_deadlines(reading):
        yield partial(_keep_deadline, router, ringing)
    for miscounted in queues_miscounted(reading):
        yield partial(recount, router, miscounted)


def _attempts_at_unreadable(router: Router, reading: Reading) -> Iterator[Attempt]:
    """Infos first: no entry can enter or leave a queue whose info takes no change."""
    found = sorted(reading.unreadable.values(), key=lambda one: one.error.remedy != Remedy.COUNTED)
    for one in found:
        if one.error.remedy == Remedy.COUNTED and one.error.key in COUNTERS.values():
            side = next(side for side, counter in COUNTERS.items() if counter == one.error.key)
            yield partial(replace_counter, router, one.error.key, reading.in_use[side])
        elif one.error.remedy == Remedy.COUNTED:
            yield partial(recount, router, items.queue_of(one.error.key.sk))
        elif one.error.remedy == Remedy.DROPPED:
            yield partial(_drop_flaws, router, one)
        elif one.error.remedy == Remedy.REMOVED:
            yield partial(_remove_unreadable, router, one)
    if reading.odd_lease:
        lease, why = reading.odd_lease
        yield partial(_remove, router, lease, None, why)


def _remove_unreadable(router: Router, found: Unreadable) -> Repaired | None:
    key = found.error.key
    return _remove(router, found.item, items.queue_in(key.pk), found.error.why)


def _remove(router: Router, item: Attributes, queue: QueueKey | None, why: str) -> Repaired | None:
    key = key_of(item)
    form = form_at(key)
    assert form is not None, "only what has a form is judged"
    changes = RepairSet(router.new_id(), router.skills)
    changes.remove_unreadable(key, queue, why, conditions.as_read("item_unchanged", item, form))
    return _committed(router, changes, f"{key.pk} {key.sk}")


def _forget(router: Router, key: Key, at: datetime) -> Repaired | None:
    transaction = Transaction(router.new_id())
    transaction.delete(key, when=is_free(at))
    repaired = Repaired(f"{key.pk} {key.sk}", ("removed, its key has expired",))
    return commit_repair(router, transaction, repaired)


def _drop_flaws(router: Router, found: Unreadable) -> Repaired | None:
    """Drops wrong attributes that are not essential from an agent or a call."""
    form = form_at(found.error.key)
    whole = form.without_flaws(found.item) if form else None
    if form is None or whole is None:
        return None
    whole[items.VERSION] = int(str(whole[items.VERSION])) + 1
    transaction = Transaction(router.new_id())
    unchanged = conditions.as_read("item_unchanged", found.item, form)
    transaction.put(found.error.key, whole, when=unchanged)
    dropped = tuple(f"{name} {shown(found.item[name])} dropped" for name in form.flaws(found.item))
    return commit_repair(router, transaction, Repaired(found.error.subject, dropped))


def _remove_stray(router: Router, key: Key, queue: QueueKey, guard: Guard) -> Repaired | None:
    changes = RepairSet(router.new_id(), router.skills)
    changes.remove_stray(key, queue, guard)
    return _committed(router, changes, f"{key.pk} {key.sk}")


def _heal_agent(router: Router, heal: Heal[Agent]) -> Repaired | None:
    if heal.needs_ticket:
        (ticket,) = reserve_tickets(router, AGENT_SIDE)
        heal = replace(heal, after=replace(heal.after, ticket=ticket))
    changes = RepairSet(router.new_id(), router.skills)
    changes.heal_agent(heal)
    agent_id = heal.before.agent_id
    event = Event(EventKind.AGENT_STATUS_CHANGED, router.clock(), agent_id, by=BY)
    return _committed(router, changes, f"agent {agent_id}", event)


def _heal_call(router: Router, heal: Heal[Call]) -> Repaired | None:
    at, call_id, agent_id = router.clock(), heal.before.call_id, heal.before.agent_id
    if heal.needs_ticket or heal.before.status is CallStatus.IN_PROGRESS:  # all its times start now
        heal = replace(heal, after=waiting_from(heal.after, router.policy_of(heal.after), at))
    if heal.needs_ticket:
        (ticket,) = reserve_tickets(router, CALL_SIDE)
        heal = replace(heal, after=replace(heal.after, ticket=ticket))
    note = Note(at, EventKind.CALL_QUEUED, agent_id or "", BY, heal.why)
    heal = replace(heal, after=heal.after.noted(note))
    changes = RepairSet(router.new_id(), router.skills)
    changes.heal_call(heal)
    event = Event(EventKind.CALL_QUEUED, at, agent_id, call_id, by=BY, reason=heal.why)
    return _committed(router, changes, f"call {call_id}", event)


def _put_in_place(router: Router, key: Key, found: Misplaced) -> Repaired | None:
    form = form_at(key)
    assert form is not None, "only what has a form is judged"
    transaction = Transaction(router.new_id())
    unchanged = conditions.as_read("item_unchanged", found.item, form)
    transaction.update(key, *found.changes(), when=unchanged)
    kind = "agent" if key.pk == keys.ALL_AGENTS else "call"
    return commit_repair(
        router, transaction, Repaired(f"{kind} {found.subject}", (f"{found.detail}: put there",))
    )


def _keep_deadline(router: Router, call: Call) -> Repaired | None:
    changes = RepairSet(router.new_id(), router.skills)
    changes.keep_deadline(call, call.until or router.clock())
    return _committed(router, changes, f"call {call.call_id}")


def _committed(
    router: Router, changes: RepairSet, subject: str, event: Event | None = None
) -> Repaired | None:
    queues, repaired = tuple(map(str, changes.queues)), Repaired(subject, tuple(changes.words))
    agent_id, call_id = (event.agent_id or "", event.call_id or "") if event else ("", "")
    done = commit_repair(router, changes.transaction(), repaired, agent_id=agent_id, call_id=call_id)
    if done is not None and event is not None:
        router.emit([replace(event, queues=queues)])
    return done
