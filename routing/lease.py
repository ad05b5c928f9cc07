"""Owns the dispatcher's lease: of several dispatchers one leads, for efficiency only.

Nothing depends on there being one leader: with two, each match is still made once.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals
from dynamo.transaction import Transaction
from routing.attributes import to_text
from routing.keys import DISPATCHER_LEASE
from routing.router import Router

OWNER = "Owner"
EXPIRES_AT = "ExpiresAt"
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass
class Lease:
    """One dispatcher's hold on the lease, for `seconds` at a time; it is renewed three times as often."""

    router: Router
    owner: str
    seconds: float = 3.0
    _leads: bool = False
    _ask_again_at: datetime = LONG_AGO

    def hold(self) -> bool:
        """Takes or renews the lease; False while another holds it. Raises DynamoError."""
        at = self.router.clock()
        if at >= self._ask_again_at:
            self._leads = self._write(to_text(at + timedelta(seconds=self.seconds)), free_from=to_text(at))
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
            self._write(to_text(self.router.clock()), free_from="")

    def _write(self, expires_at: str, *, free_from: str) -> bool:
        transaction = Transaction(self.router.new_id())
        transaction.update(
            DISPATCHER_LEASE,
            Set(OWNER, self.owner),
            Set(EXPIRES_AT, expires_at),
            when=Condition(
                "lease_is_free",
                AnyOf(Absent(), Equals(OWNER, self.owner), Below(EXPIRES_AT, free_from or "0")),
            ),
        )
        return self.router.table.commit(transaction).ok


def lease_holder(router: Router) -> str | None:
    """Who leads now, or None."""
    item = router.table.get(DISPATCHER_LEASE) or {}
    held = str(item.get(EXPIRES_AT, "")) > to_text(router.clock())
    return str(item[OWNER]) if held else None
