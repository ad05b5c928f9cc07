"""Addresses of operations, by name: those of the pages, and those of agents' desks."""

from operations.catalogue import CATALOGUE
from operations.operation import Operation, Subject

OF_SUBJECT = {
    Subject.AGENT: "agents/<path:agent_id>/",
    Subject.CALL: "calls/<path:call_id>/",
    Subject.NEW_CALL: "calls/",
    Subject.QUEUE: "queues/<path:key>/",
    Subject.DEAD_LETTERS: "dead-letters/",
}
OF_DESKS = "desk/<path:agent_id>/"
ON_PAGES = {name: one for name, one in CATALOGUE.items() if one.on_pages}
AT_DESKS = {f"desk-{one.verb}": one for one in CATALOGUE.values() if one.at_desks}
POSTED = {**ON_PAGES, **AT_DESKS}


def address_of(name: str, operation: Operation) -> str:
    """The address with this name, as Django writes it."""
    return f"{OF_DESKS if name in AT_DESKS else OF_SUBJECT[operation.subject]}{operation.verb}/"
