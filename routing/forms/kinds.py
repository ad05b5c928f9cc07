"""Every kind of item in the table. A new kind is one more line here; reading, audit and its test follow."""

from dynamo.items import Key
from routing import call_items, items
from routing.command_items import COMMAND
from routing.forms.form import Form
from routing.lease import LEASE
from routing.minute_items import AGENT_MINUTE
from routing.tickets import COUNTER
from routing.trail_items import TRAIL

FORMS: tuple[Form, ...] = (
    items.AGENT,
    items.AGENT_QUEUE,
    items.AGENT_ENTRY,
    call_items.CALL,
    items.CALL_QUEUE,
    call_items.CALL_ENTRY,
    call_items.OFFERS,
    TRAIL,
    COMMAND,
    AGENT_MINUTE,
    COUNTER,
    LEASE,
)


def form_at(key: Key) -> Form | None:
    """The form of the kind that has such a key; None for what belongs to another program."""
    return next((form for form in FORMS if form.is_at(key)), None)
