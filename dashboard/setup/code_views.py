"""Page of codes: outcomes of calls and chats, and pause reasons with their limits."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.setup.code_pages import CodesPage
from dashboard.setup.form_pages import form_page
from routing.model.settings.documents import Kind

KINDS = (Kind.OUTCOMES, Kind.PAUSES)


@form_page(ADMINISTER)
def codes(request: HttpRequest, kind: str = "") -> HttpResponse:
    """The forms of all codes, and what one of them saves."""
    if kind not in (*KINDS, ""):
        raise Http404("There are no such codes.")
    addresses = {one: reverse("setup-codes-of", args=[one]) for one in KINDS}
    page = CodesPage("setup-codes", "dashboard/setup/codes.html", addresses)
    return page.respond(request, Kind(kind) if kind else None)
