"""What is kept of a customer: conversations, calls in the table, records of the history."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from messaging.erasing.kept import KeptChat, chat_kept, chats_of
from messaging.messenger import Messenger
from privacy.customer import Customer
from reporting.history.keeping import calls_unrecorded, filled_since
from reporting.history.stripping import calls_of_callers
from reporting.models import CallRecord
from routing import selectors, services
from routing.model.calls import Call
from routing.router import Router

MOST_NEW = 1000


@dataclass(frozen=True)
class Kept:
    """`calls` are those in the table, chats among them; `records` those of the history."""

    customer: Customer
    chats: tuple[KeptChat, ...]
    calls: tuple[Call, ...]
    records: tuple[CallRecord, ...]

    @property
    def call_ids(self) -> set[str]:
        """Every call of the customer, in the table or not."""
        ids = {one.call_id for one in self.calls} | {one.call_id for one in self.records}
        return ids | {contact for one in self.chats for contact in one.contacts}

    @property
    def is_empty(self) -> bool:
        return not (self.chats or self.calls or self.records)

    @property
    def counts(self) -> dict[str, int]:
        """How much there is of each kind."""
        return {
            "conversations": len(self.chats),
            "messages": sum(one.messages for one in self.chats),
            "notes": sum(one.notes for one in self.chats),
            "files": sum(len(one.files) for one in self.chats),
            "calls": len(self.calls),
            "records": len(self.records),
        }


def kept_of(
    router: Router, messenger: Messenger, customer: Customer, *, besides: Collection[str] = ()
) -> Kept:
    """What is kept of the customer, also in the conversations `besides`, whose contact may be gone.

    Raises DynamoError, django.db.DatabaseError.
    """
    recent = _recent(router, customer.callers)
    named = {*besides, *(one.chat_id for one in recent)} - {""}
    own = chats_of(messenger, customer.contacts)
    others = (chat_kept(messenger, one) for one in sorted(named.difference(own)))
    chats = [*(chat_kept(messenger, one) for one in own), *(one for one in others if one.is_there)]
    records = calls_of_callers(customer.callers)
    ids = {one.call_id for one in records} | {contact for one in chats for contact in one.contacts}
    calls = {one.call_id: one for one in selectors.calls(router, ids)} if ids else {}
    calls |= {one.call_id: one for one in recent}
    return Kept(customer, tuple(chats), tuple(calls.values()), tuple(records))


def open_calls(router: Router, kept: Kept) -> list[Call]:
    """The calls that are not over: they keep what else is known of their customer."""
    over = {one.call_id for one in services.calls_over(router, kept.calls)}
    return [one for one in kept.calls if one.call_id not in over]


def _recent(router: Router, callers: Collection[str]) -> list[Call]:
    """Calls that the history may not have: active and failed ones, and those that ended and are not written
    yet, also while the database was away.
    """
    at = router.clock()
    unrecorded = (
        selectors.calls(router, some) for some in calls_unrecorded(router, since=filled_since(at)) if some
    )
    active = (*selectors.calls_since(router, at), *selectors.new_calls(router, limit=MOST_NEW))
    return [one for one in (*active, *chain.from_iterable(unrecorded)) if one.caller in callers]
