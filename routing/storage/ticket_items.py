"""Ticket counters: their form, the last tickets reserved, the newest in use."""

from collections.abc import Iterable

from dynamo.items import Attributes, Key, key_of
from dynamo.table import Table
from routing.exceptions import UnreadableItemError
from routing.model.queues import AGENT_SIDE, CALL_SIDE
from routing.storage import keys
from routing.storage.agent_items import AGENT, AGENT_ENTRY, TICKET, ticket_in
from routing.storage.call_items import CALL, CALL_ENTRY
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.passed_over import passed_over

NEXT = "Next"
COUNTERS = {AGENT_SIDE: keys.AGENT_TICKETS, CALL_SIDE: keys.CALL_TICKETS}


def _counter_key(item: Attributes) -> Key:
    (key,) = [key for key in COUNTERS.values() if key == key_of(item)]
    return key


COUNTER = Form(
    "ticket counter",
    keys.TICKETS,
    Remedy.COUNTED,
    Remedy.UNKNOWN,
    key=_counter_key,
    required={NEXT: shapes.TICKET},
)


def last_tickets(table: Table) -> tuple[int | None, int | None]:
    """The last tickets of agents and of calls, each None if its counter cannot be read. One read."""
    counters = {key_of(item): item for item in table.query(keys.TICKETS)}
    return last_ticket(counters.get(keys.AGENT_TICKETS)), last_ticket(counters.get(keys.CALL_TICKETS))


def last_ticket(counter: Attributes | None) -> int | None:
    """The last ticket of a counter, None if it is missing or unreadable."""
    try:
        COUNTER.check(counter or {"pk": keys.TICKETS, "sk": ""})
    except UnreadableItemError as error:
        if counter:
            passed_over.tell(error)
        return None
    assert counter is not None
    return int(str(counter[NEXT]))


def newest_in_use(items: Iterable[Attributes]) -> dict[str, int]:
    """The highest ticket on any item or entry, by side; 0 without any. Pure."""
    newest = dict.fromkeys(COUNTERS, 0)
    for item in items:
        side, ticket = _ticket_of(item)
        if side:
            newest[side] = max(newest[side], ticket)
    return newest


def _ticket_of(item: Attributes) -> tuple[str, int]:
    """The ticket of an item and its side, even if the rest is unreadable."""
    key = key_of(item)
    if AGENT.is_at(key) or CALL.is_at(key):
        ticket = item.get(TICKET)
        side = AGENT_SIDE if AGENT.is_at(key) else CALL_SIDE
        return (side, ticket) if isinstance(ticket, int) and shapes.TICKET.fits(ticket) else ("", 0)
    if AGENT_ENTRY.is_at(key) or CALL_ENTRY.is_at(key):
        try:
            return key.pk[:1], ticket_in(key.sk.rpartition("#")[2])
        except ValueError:
            pass
    return "", 0
