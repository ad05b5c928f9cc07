"""Present chats for supervisors: open ones, those closed of late, and what was said last in some of them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from messaging.chats.centre import Chats
from messaging.chats.desk import wait_now
from messaging.chats.waits import Wait, wait_of
from messaging.inbox.source import Source
from messaging.model.messages import Message
from messaging.model.parties import party_of
from messaging.services import names_read
from messaging.shown import is_customer
from messaging.storage.log import read_ends
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from routing.model.queues import CallEntry, turn
from routing.router import Router

# Of all contacts, calls too; more than a person can watch.
MOST_WAITING, MOST_NEW, MOST_FAILED = 500, 200, 200
CLOSED_HOURS, MOST_CLOSED = 24, 500
# Messages before the last among which the wait is looked for first.
NEAR = 8
WAITING = (CallStatus.QUEUED, CallStatus.OFFERED)


@dataclass(frozen=True)
class Said:
    """What is known of some chats, by conversation: last message, who waits; customers' names by party."""

    last: dict[str, Message] = field(default_factory=dict)
    waits: dict[str, Wait] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def open_contacts(router: Router, agents: Iterable[Agent]) -> list[Call]:
    """The chats that are open: failed ones, those that ring or wait in order of service, those with a robot,
    those in progress by when that began. `agents` are all, with their chat rows.
    """
    queued = _queued(router)
    rows = {call_id for one in agents if one.channel for call_id in one.call_ids}
    found = {one.call_id: one for one in selectors.calls(router, {*queued, *rows})}
    waiting = [found[one] for one in queued if one in found and found[one].status is CallStatus.QUEUED]
    by_start = sorted((found[one] for one in rows if one in found), key=lambda one: one.status_since)
    others = [
        *selectors.dead_letters(router, limit=MOST_FAILED),
        *(one for one in by_start if one.status is CallStatus.OFFERED),
        *waiting,
        *selectors.new_calls(router, limit=MOST_NEW),
        *(one for one in by_start if one.status is CallStatus.IN_PROGRESS),
    ]
    return list({one.call_id: one for one in others if one.chat_id}.values())


def closed_contacts(router: Router) -> list[Call]:
    """The chats among the contacts that ended in the last hours, the newest first."""
    ended = selectors.ended_calls(router, hours=CLOSED_HOURS, limit=MOST_CLOSED)
    return [one for one in ended if one.chat_id]


def said_in(chats: Chats, source: Source, contacts: Collection[Call]) -> Said:
    """What is known of these chats, in a few reads for all of them."""
    last = dict(source.heads({one.chat_id for one in contacts}))
    customers = {one.caller: party_of(one.caller).name for one in contacts if is_customer(one.caller)}
    names = names_read(chats.messenger, contacts=set(customers.values()))
    waits = _waits(chats, [one for one in last.values() if one.state.open])
    return Said(last, waits, {one: names[name] for one, name in customers.items() if name in names})


def _queued(router: Router) -> list[str]:
    infos = selectors.call_queue_infos(router)
    queues = [info.key for info in infos if info.key.channel and info.depth]
    heads = (selectors.queue_entries(router, queue, limit=MOST_WAITING) for queue in queues)
    entries = [entry for head in heads for entry in head if isinstance(entry, CallEntry)]
    entries.sort(key=lambda entry: turn(entry, newest_first=entry.queue in router.newest_first))
    return [entry.call_id for entry in entries][:MOST_WAITING]


def _waits(chats: Chats, last: Collection[Message]) -> dict[str, Wait]:
    ends = read_ends(chats.messenger.table, {one.chat: one.number for one in last}, before=NEAR)
    found = {chat: wait_of(messages) for chat, messages in ends.items()}
    for chat, wait in found.items():
        is_sure = wait is not None and (not wait.by_customer or wait.since > ends[chat][0].at)
        if not is_sure and ends[chat] and ends[chat][0].number > 1:
            found[chat] = wait_now(chats, chat)
    return {chat: wait for chat, wait in found.items() if wait}
