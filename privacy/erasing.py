"""Erasing a customer: refused while a call is open, then done in passes that may be killed and run again.

The erasure is noted in the table first, with its audit entry. A pass erases what it finds, and last of all
what it finds it by. The erasure has ended when a pass a minute or more after its beginning finds nothing:
what was being written meanwhile is then found as well. What the customer begins meanwhile is erased once it
is over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from live.feed.archive import changes_strip
from messaging.erasing.chat_erasing import RemoveFile, contact_erase, conversation_erase
from messaging.inbox.opening import InboxParts
from messaging.messenger import Messenger
from privacy.customer import Customer
from privacy.kept import Kept, kept_of, open_calls
from reporting.erasing import events_strip
from reporting.history.stripping import records_strip
from routing import services
from routing.model.calls import Call
from routing.model.erasure import Erasure
from routing.router import Router

SETTLED = timedelta(minutes=1)


@dataclass(frozen=True)
class Stores:
    """Where caller data are: the tables, the lists in Redis, the attached files."""

    router: Router
    messenger: Messenger
    inbox: InboxParts
    remove_file: RemoveFile


@dataclass(frozen=True)
class Refused:
    """Why a customer is not erased: calls that are not over, or nothing that is kept."""

    reason: str
    calls: tuple[Call, ...] = ()


def customer_erase(stores: Stores, customer: Customer) -> Kept | Refused:
    """Erases a customer, and answers what there was.

    If it fails or is killed on the way, `erasures_continue` goes on. Raises DynamoError, redis.RedisError,
    django.db.DatabaseError, OSError.
    """
    kept = kept_of(stores.router, stores.messenger, customer)
    if is_open := open_calls(stores.router, kept):
        return Refused(_not_over(is_open), tuple(is_open))
    if kept.is_empty and not customer.contacts:
        return Refused("nothing is kept of this caller")
    begun = services.erasure_begin(
        stores.router, contacts=customer.contacts, callers=customer.callers, reason=said(kept.counts)
    )
    erasure_pass(stores, begun)
    return kept


def erasures_continue(stores: Stores, enough: Callable[[], bool]) -> int:
    """Goes on with all erasures that have not ended, until `enough`; how many are left. Raises as above."""
    pending = services.erasures_pending(stores.router)
    ended = 0
    for one in pending:
        if enough():
            break
        is_clean = erasure_pass(stores, one)
        if is_clean and stores.router.clock() - one.at > SETTLED:
            services.erasure_end(stores.router, one.erasure_id)
            ended += 1
    return len(pending) - ended


def erasure_pass(stores: Stores, erasure: Erasure) -> bool:
    """Erases what there is of a customer and is over; answers whether there was nothing. Raises as above."""
    customer = Customer(erasure.contacts, erasure.callers)
    kept = kept_of(stores.router, stores.messenger, customer)
    left = {one.call_id for one in open_calls(stores.router, kept)}
    gone = kept.call_ids - left
    if gone or customer.callers:
        changes_strip(gone, customer.callers)
    if gone:
        events_strip(gone)
    services.calls_erase(stores.router, [one for one in kept.calls if one.call_id in gone])
    for chat in kept.chats:
        if not left & {*chat.contacts}:
            conversation_erase(
                stores.messenger,
                chat=chat.chat,
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
    words = {"records": "records in the history"}
    told = [f"{count} {words.get(name, name)}" for name, count in counts.items() if count]
    return ", ".join(told) or "nothing but a name"


def _not_over(calls: list[Call]) -> str:
    names = ", ".join(one.call_id for one in calls[:5])
    return f"{len(calls)} of the customer's calls are not over yet ({names}); end them first"
