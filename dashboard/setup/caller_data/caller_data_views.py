"""Page of caller data: retention, what is kept of a customer, and its deletion."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from api.endpoints.setup.customer_data import stores
from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.operations.acting import acting
from dashboard.setup.caller_data.retention_form import RetentionForm, shown
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.setup.saving import FOLLOWED, present_of, saved
from dynamo.exceptions import DynamoError
from messaging.runtime import messenger
from messaging.services.contact_search import Found as FoundContact
from messaging.services.contact_search import contacts_search
from operations.answers import away
from privacy.customer import Customer, customer_named
from privacy.erasing import Refused, customer_erase, said
from privacy.kept import kept_of, open_calls
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind
from routing.runtime import now, router

PAGE = "dashboard/setup/caller_data.html"
MOST_TEXT, MOST_CONTACTS = 120, 20
HISTORY_AWAY = "The history cannot be read at the moment. Nothing was deleted; try again later."
LINES = {
    "conversations": "Conversations",
    "messages": "Messages, events and cards",
    "notes": "Internal notes",
    "files": "Attached files",
    "calls": "Calls and chats in the table",
    "records": "History records: caller and id are removed",
}


@dataclass(frozen=True)
class Found:
    """What is kept of a customer, as lines; calls that are not over stand in the way of its deletion;
    `same_name` are contacts whose names have the words that were searched.
    """

    customer: Customer
    lines: list[tuple[str, int]]
    open: list[Call]
    same_name: list[FoundContact]

    @property
    def is_known(self) -> bool:
        return bool(self.customer.contacts) or any(count for _, count in self.lines)


@form_page(ADMINISTER)
def caller_data(request: HttpRequest) -> HttpResponse:
    """The retention, which it saves, and what is kept of the customer in the address.

    400 with the wrong field, 409 with the present days, 503 while DynamoDB or the history is away.
    """
    try:
        return _saved(request) if request.method == "POST" else _page(request)
    except DynamoError as error:
        return render(request, PAGE, {"trouble": away(error).text, "now": now()}, status=503)
    except DatabaseError:
        return render(request, PAGE, {"trouble": HISTORY_AWAY, "now": now()}, status=503)


@require_POST
@permitted(ADMINISTER)
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the customer, and leads back to the page."""
    text = request.POST.get("customer", "").strip()[:MOST_TEXT]
    back = HttpResponseRedirect(f"{reverse('setup-caller-data')}?{urlencode({'customer': text})}")
    try:
        done = customer_erase(stores(acting(request)), customer_named(messenger(), text)) if text else None
    except (DynamoError, DatabaseError) as error:
        messages.error(request, away(error).text if isinstance(error, DynamoError) else HISTORY_AWAY)
        return back
    if done is None or isinstance(done, Refused):
        messages.error(request, f"Nothing was deleted: {done.reason if done else 'name a customer'}.")
        return back
    what = "Deletion started; it ends when all stores are back" if done.is_waiting else "Deleted"
    messages.success(request, f"{what}: {said(done.kept.counts)}.")
    return HttpResponseRedirect(reverse("setup-caller-data"))


def _saved(request: HttpRequest) -> HttpResponse:
    form = RetentionForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=HTTPStatus.BAD_REQUEST)
    given = form.cleaned_data
    try:
        outcome = saved(request, Kind.RETENTION, form.document, version=given["version"], note=given["note"])
    except InvalidFieldError as error:
        form.refuse(error)
        return _page(request, form, status=HTTPStatus.BAD_REQUEST)
    if isinstance(outcome, Conflict):
        return _page(request, form, status=CONFLICT)
    messages.success(request, f"Retention: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("setup-caller-data"))


def _page(request: HttpRequest, form: RetentionForm | None = None, *, status: int = 200) -> HttpResponse:
    kept = present_of(Kind.RETENTION)
    days = shown(kept.document)
    is_changed = form is not None and status == CONFLICT
    context: dict[str, Any] = {
        "form": form or RetentionForm(initial={**days, "version": kept.version}),
        "kind": Kind.RETENTION,
        "kept": kept,
        "is_changed": is_changed,
        "differences": form.differences(days) if form and is_changed else (),
        "pending": len(services.erasures_pending(router())),
        "text": (text := request.GET.get("customer", "").strip()[:MOST_TEXT]),
        "found": _found(text) if text else None,
        "now": now(),
    }
    if form and is_changed:
        form.at(kept.version)
    return render(request, PAGE, context, status=status)


def _found(text: str) -> Found:
    customer = customer_named(messenger(), text)
    kept = kept_of(router(), messenger(), customer)
    lines = [(LINES[name], count) for name, count in kept.counts.items()]
    others = contacts_search(messenger(), text, limit=MOST_CONTACTS).contacts
    same_name = [one for one in others if one.contact not in customer.contacts]
    return Found(customer, lines, open_calls(router(), kept), same_name)
