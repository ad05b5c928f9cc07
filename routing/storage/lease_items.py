"""Lease of the dispatcher: its item, and what no dispatcher could have written."""

from datetime import datetime, timedelta

from dynamo.items import Attributes
from routing.exceptions import UnreadableItemError
from routing.storage import keys
from routing.storage.attributes import when
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy

OWNER = "Owner"
EXPIRES_AT = "ExpiresAt"
SECONDS = "Seconds"
LEASE_SECONDS = 3.0
LONGEST_SECONDS = 3600

LEASE = Form(
    "lease",
    keys.LEASES,
    Remedy.REMOVED,
    Remedy.UNKNOWN,
    key=lambda _item: keys.DISPATCHER_LEASE,
    required={OWNER: shapes.ID, EXPIRES_AT: shapes.MOMENT},
    optional={SECONDS: shapes.up_to(LONGEST_SECONDS)},
)


def what_is_odd(lease: Attributes, at: datetime) -> str:
    """Reason why no dispatcher could have written a lease just now, in words; empty if one could. Pure."""
    try:
        LEASE.check(lease)
    except UnreadableItemError as error:
        return f"the lease {error.subject} cannot be read ({error.why})"
    seconds = float(str(lease.get(SECONDS, LEASE_SECONDS)))
    # Clocks differ a little: a lease that ends within twice its length may belong to a healthy dispatcher.
    if when(lease, EXPIRES_AT) - at <= timedelta(seconds=2 * seconds):
        return ""
    return (
        f"the lease of {lease[OWNER]} ends at {lease[EXPIRES_AT]}, further ahead than the "
        f"{seconds:g} seconds that it lasts: that clock or this one is wrong"
    )
