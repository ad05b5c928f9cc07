"""Kinds of items in the table, one line each; reads, audit and its test follow."""

from dynamo.items import Key
from routing.storage import agent_items as items
from routing.storage import call_items
from routing.storage.command_items import COMMAND
from routing.storage.erasure_items import ERASURE, EXPIRY
from routing.storage.forms.form import Form
from routing.storage.lease_items import LEASE
from routing.storage.minute_items import AGENT_MINUTE
from routing.storage.setting_items import PRESENT, SETTING
from routing.storage.ticket_items import COUNTER
from routing.storage.trail_items import TRAIL

FORMS: tuple[Form, ...] = (
    items.AGENT,
    items.AGENT_QUEUE,
    items.AGENT_ENTRY,
    items.FORMER_AGENT,
    call_items.CALL,
    items.CALL_QUEUE,
    call_items.CALL_ENTRY,
    call_items.OFFERS,
    TRAIL,
    COMMAND,
    AGENT_MINUTE,
    COUNTER,
    LEASE,
    SETTING,
    PRESENT,
    ERASURE,
    EXPIRY,
)


def form_at(key: Key) -> Form | None:
    """The form of the kind with such a key; None for items of other programs."""
    return next((form for form in FORMS if form.is_at(key)), None)
