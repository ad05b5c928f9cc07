"""Lease of the dispatcher: of several dispatchers one leads, for efficiency only.

Correctness does not depend on one leader: with two, each match is still made once. A lease that nobody renews
is taken over in any case, also one that cannot be read, or that ends further ahead than its length.
"""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals
from dynamo.items import Attributes
from dynamo.transaction import Failure, Refused, Transaction
from routing.router import Router
from routing.storage import conditions, keys
from routing.storage.attributes import to_text, when
from routing.storage.lease_items import EXPIRES_AT, LEASE, LEASE_SECONDS, OWNER, SECONDS, what_is_odd

log = logging.getLogger(__name__)

REPLACED_SECONDS = 10.0  # a restarted dispatcher, or another in its place, leads within this time
NOBODY = "no dispatcher leads"
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass
class Lease:
    """One dispatcher's hold on the lease, for `seconds` at a time, renewed three times in that period."""

    router: Router
    owner: str
    seconds: float = LEASE_SECONDS
    _leads: bool = False
    _ask_again_at: datetime = LONG_AGO
    _odd: Attributes | None = None
    _odd_since: datetime = LONG_AGO

    def hold(self) -> bool:
        """Takes or renews the lease; False while another holds it. Raises DynamoError."""
        at = self.router.clock()
        if at >= self._ask_again_at:
            self._leads = self._take(at)
            self._ask_again_at = at + timedelta(seconds=self.seconds / 3)
        return self._leads

    @property
    def leads(self) -> bool:
        """Whether the last `hold` took the lease."""
        return self._leads

    def release(self) -> None:
        """Lets another dispatcher lead at once, if this one does. Raises DynamoError."""
        if self._leads:
            self._leads = False
            self._write(self.router.clock(), Condition("lease_is_own", Equals(OWNER, self.owner)))

    def _take(self, at: datetime) -> bool:
        until = at + timedelta(seconds=self.seconds)
        free = AnyOf(Absent(), Equals(OWNER, self.owner), Below(EXPIRES_AT, to_text(at)))
        refused = self._write(until, Condition("lease_is_free", free))
        if refused is None:
            return True
        found = refused.image
        why = what_is_odd(found, at) if found else ""
        if found is None or not why:
            self._odd = None
            return False
        return self._has_stood_still(found, at, why) and self._take_over(found, until, why)

    def _has_stood_still(self, found: Attributes, at: datetime, why: str) -> bool:
        """True once an odd lease has not been renewed for the length of a lease."""
        if found != self._odd:
            self._odd, self._odd_since = found, at
            log.warning("this dispatcher does not lead: %s", why)
        return at - self._odd_since >= timedelta(seconds=self.seconds)

    def _take_over(self, found: Attributes, until: datetime, why: str) -> bool:
        """Replaces the item as a whole: what is odd about it may be an attribute that no lease has."""
        transaction, as_read = (
            Transaction(self.router.new_id()),
            conditions.as_read("lease_unchanged", found, LEASE),
        )
        transaction.put(keys.DISPATCHER_LEASE, self._lease(until), when=as_read)
        taken = not isinstance(self.router.table.commit(transaction), Refused)
        if taken:
            self._odd = None
            log.warning("this dispatcher takes the lease over: %s, and nobody renewed it", why)
        return taken

    def _write(self, expires_at: datetime, condition: Condition) -> Failure | None:
        """One plain write, at half a transaction's units: it is repeated all day."""
        changes = [Set(name, value) for name, value in self._lease(expires_at).items()]
        return self.router.table.change(keys.DISPATCHER_LEASE, *changes, when=condition)

    def _lease(self, expires_at: datetime) -> Attributes:
        return {OWNER: self.owner, EXPIRES_AT: to_text(expires_at), SECONDS: self.seconds}


def lease_trouble(router: Router, *, within_seconds: float = REPLACED_SECONDS) -> str:
    """Reason why no dispatcher leads, in words; empty if one does, or did just now. Raises DynamoError."""
    item, at = router.table.get(keys.DISPATCHER_LEASE), router.clock()
    why = what_is_odd(item, at) if item else NOBODY
    if item is None or why:
        return why
    return "" if when(item, EXPIRES_AT) > at - timedelta(seconds=within_seconds) else NOBODY


def lease_holder(router: Router) -> str | None:
    """The current leader, or None; a lease that no dispatcher could have written does not count."""
    item = router.table.get(keys.DISPATCHER_LEASE)
    at = router.clock()
    if item is None or what_is_odd(item, at) or when(item, EXPIRES_AT) <= at:
        return None
    return str(item[OWNER])
