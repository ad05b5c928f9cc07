"""Data of one customer: how much is kept, and its deletion."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.access.sealed_answers import answer_shows
from api.conventions.problems import Problem, also
from api.endpoints.attachments import store
from messaging.runtime import inbox, messenger
from operations.operation import Permission
from privacy.customer import customer_named
from privacy.erasing import Refused, Stores, customer_erase
from privacy.kept import Kept, kept_of, open_calls
from routing.router import Router as Centre
from routing.runtime import router as routing

router = Router(tags=["settings"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
Named = Annotated[
    str,
    Query(min_length=1, max_length=120, description="`contact:<id>`, its id, or the caller as calls show it"),
]


class CustomerDataOut(Schema):
    """How much is kept. `not_over` are calls and chats that must end before a deletion."""

    name: str
    contacts: list[str]
    callers: list[str]
    conversations: int
    messages: int
    notes: int
    files: int
    calls: int
    records: int
    not_over: list[str]


class CustomerErasedOut(CustomerDataOut):
    """What was deleted. `is_waiting`: a store is away; what it holds is deleted when it is back."""

    is_waiting: bool


def stores(centre: Centre) -> Stores:
    """The stores of caller data of this process; `centre` says who acts."""
    return Stores(centre, messenger(), inbox(), store().remove, answer_shows)


@router.get("/customer-data", auth=ADMINISTRATORS, response=CustomerDataOut)
def customer_data(request: HttpRequest, customer: Named) -> dict[str, Any]:
    """Counts the data kept about a customer in all stores."""
    kept = kept_of(routing(), messenger(), customer_named(messenger(), customer))
    return _shown(kept) | {"not_over": [one.call_id for one in open_calls(routing(), kept)]}


@router.delete(
    "/customer-data",
    auth=ADMINISTRATORS,
    response=CustomerErasedOut,
    openapi_extra=also(HTTPStatus.NOT_FOUND),
)
def customer_erased(request: HttpRequest, customer: Named) -> dict[str, Any]:
    """Deletes a customer's data from all stores; 409 while one of the customer's calls is not over."""
    done = customer_erase(stores(acting_by(request, routing())), customer_named(messenger(), customer))
    if isinstance(done, Refused):
        if not done.calls:
            raise Problem(HTTPStatus.NOT_FOUND, "No data is kept about this customer.", "unknown_customer")
        present = {"not_over": [one.call_id for one in done.calls]}
        raise Problem(
            HTTPStatus.CONFLICT, f"Nothing was deleted: {done.reason}.", "not_over", present=present
        )
    return _shown(done.kept) | {"not_over": [], "is_waiting": done.is_waiting}


def _shown(kept: Kept) -> dict[str, Any]:
    of = kept.customer
    return {"name": of.name, "contacts": of.contacts, "callers": of.callers, **kept.counts}
