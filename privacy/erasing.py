"""Erasing a customer: refused while a call is open, then done in passes that may be killed and run again.

The erasure is noted in the table first, with its audit entry. A pass erases what it finds, and last of all
what it finds it by. The erasure has ended when a pass a minute or more after its beginning finds nothing:
what was being written meanwhile is then found as well. What the customer begins meanwhile is erased once it
is over.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import DatabaseError
from redis.exceptions import RedisError

from dynamo.exceptions import DynamoError
from live.feed.archive import changes_strip
from messaging.erasing.chat_erasing import RemoveFile, contact_erase, conversation_erase
from messaging.inbox.gate import AwayError
from messaging.inbox.opening import InboxParts
from messaging.messenger import Messenger
from privacy.customer import Customer
from privacy.kept import Kept, kept_of, open_calls
from reporting.erasing import events_strip
from reporting.history.stripping import records_strip
from reporting.webhooks.deliveries import deliveries_erase
from routing import services
from routing.model.calls import Call
from routing.model.erasure import Erasure
from routing.router import Router

log = logging.getLogger(__name__)
SETTLED = timedelta(minutes=1)
MOST_NAMED = 5
AWAY = (DynamoError, DatabaseError, RedisError, AwayError, OSError)


MANY = {"records": "records in the history"}
ONE = {
    "conversations": "conversation",
    "messages": "message",
    "notes": "note",
    "files": "file",
    "calls": "call",
    "records": "record in the history",
}


@dataclass(frozen=True)
class Stores:
    """Where caller data are: the tables, the lists in Redis, the attached files.

    `reply_shows`: whether a kept reply to a request is about one of these contacts, callers, chats or calls.
    """

    router: Router
    messenger: Messenger
    inbox: InboxParts
    remove_file: RemoveFile
    reply_shows: Callable[[str, Collection[str]], bool]


@dataclass(frozen=True)
class Refused:
    """Why a customer is not erased: calls that are not over, or no data."""

    reason: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Erased:
    """What there was; `is_waiting`: a store is away, and what it holds is erased when it is back."""

    kept: Kept
    is_waiting: bool = False


def customer_erase(stores: Stores, customer: Customer) -> Erased | Refused:
    """Erases a customer. If that is killed on the way, `erasures_continue` goes on.

    Raises DynamoError and django.db.DatabaseError; then nothing was erased.
    """
    kept = kept_of(stores.router, stores.messenger, customer)
    if is_open := open_calls(stores.router, kept):
        return Refused(_not_over(is_open), tuple(is_open))
    if kept.is_empty and not customer.contacts:
        return Refused("no data is kept about this caller")
    begun = services.erasure_begin(
        stores.router,
        contacts=customer.contacts,
        callers=customer.callers,
        chats=tuple(one.chat for one in kept.chats),
        reason=said(kept.counts),
    )
    return Erased(kept, is_waiting=_tried(stores, begun) is None)


def erasures_continue(stores: Stores, enough: Callable[[], bool]) -> int:
    """Goes on with all erasures that have not ended, until `enough`; answers how many are left.

    Raises DynamoError.
    """
    pending = services.erasures_pending(stores.router)
    ended = 0
    for one in pending:
        if enough():
            break
        if _tried(stores, one) and stores.router.clock() - one.at > SETTLED:
            services.erasure_end(stores.router, one.erasure_id)
            ended += 1
    return len(pending) - ended


def _tried(stores: Stores, erasure: Erasure) -> bool | None:
    """Whether a pass found nothing; None if a store is away."""
    try:
        return erasure_pass(stores, erasure)
    except AWAY as error:
        log.warning(
            "a customer's data is not deleted everywhere yet; the next run continues: %s",
            type(error).__name__,
        )
        return None


def erasure_pass(stores: Stores, erasure: Erasure) -> bool:
    """Erases the customer's data that is over; returns whether there was none. Raises `AWAY`."""
    customer = Customer(erasure.contacts, erasure.callers)
    kept = kept_of(stores.router, stores.messenger, customer, besides=erasure.chats)
    left = {one.call_id for one in open_calls(stores.router, kept)}
    gone = kept.call_ids - left
    if gone or customer.callers:
        changes_strip(gone, customer.callers)
    if gone:
        events_strip(gone)
        deliveries_erase(gone)
    over = [one.chat for one in kept.chats if not left & {*one.contacts}]
    everything = () if left else (*erasure.contacts, *erasure.callers, *erasure.chats)
    names = {*gone, *over, *everything}
    services.replies_erase(stores.router, lambda reply: stores.reply_shows(reply, names))
    erased = [one for one in kept.calls if one.call_id in gone]
    services.calls_erase(stores.router, erased, contacts=customer.contacts)
    for chat in over:
        conversation_erase(
            stores.messenger,
            chat=chat,
            remove_file=stores.remove_file,
            unlist=stores.inbox.eraser.conversation,
        )
    records_strip(gone)
    if not left:
        for contact in customer.contacts:
            contact_erase(stores.messenger, contact=contact)
        if customer.contacts:
            stores.inbox.eraser.lists([f"contact:{one}" for one in customer.contacts])
    return kept.is_empty


def said(counts: dict[str, int]) -> str:
    """The counts in words, without those of which there is nothing."""
    words = {name: ONE[name] if count == 1 else MANY.get(name, name) for name, count in counts.items()}
    told = [f"{count} {words[name]}" for name, count in counts.items() if count]
    return ", ".join(told) or "nothing but a name"


def _not_over(calls: list[Call]) -> str:
    names = ", ".join(one.call_id for one in calls[:MOST_NAMED])
    return f"the customer has calls or chats that are not over: {names}; end them first"
