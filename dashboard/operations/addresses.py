"""Addresses of operations, from the catalogue: those of the pages, and those of agents' desks."""

from django.urls import URLPattern, path
from django.views import View

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


def paths_about(subject: Subject, view: type[View]) -> list[URLPattern]:
    """The addresses on pages of all operations about a subject, answered by a view."""
    return _paths({name: one for name, one in ON_PAGES.items() if one.subject is subject}, view)


def paths_at_desks(view: type[View]) -> list[URLPattern]:
    return _paths(AT_DESKS, view)


def _paths(posted: dict[str, Operation], view: type[View]) -> list[URLPattern]:
    return [
        path(address_of(name, one), view.as_view(operation=one.name), name=name)
        for name, one in posted.items()
    ]
