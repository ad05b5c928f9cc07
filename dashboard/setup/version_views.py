"""Versions of a kind of settings: who changed what and when, two compared, an earlier one used again."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.setup.form_pages import number_in, version_in
from dashboard.setup.saving import FOLLOWED, noted_back, saved, version_word
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.differences import changes
from routing.model.settings.documents import Kind, SettingVersion
from routing.runtime import first_documents, now, router

CHANGED = "Not saved: somebody else has changed the settings. Here are the current ones."
# The page that shows each kind, and its title.
PAGES = {
    Kind.SKILLS: ("setup-skills", "Skills"),
    Kind.POLICIES: ("setup-policies", "Queues and routing"),
    Kind.OUTCOMES: ("setup-codes", "Codes"),
    Kind.PAUSES: ("setup-codes", "Codes"),
    Kind.TEAMS: ("setup-teams", "Teams"),
    Kind.WEBHOOKS: ("integrations", "Integrations"),
    Kind.HOURS: ("setup-hours", "Opening hours"),
    Kind.RETENTION: ("setup-caller-data", "Caller data"),
}


@shown_to(ADMINISTER)
def versions(request: HttpRequest, kind: str) -> HttpResponse:
    """The versions, newest first; `a` and `b` in the address compare two; 503 while DynamoDB is away."""
    one = _kind(kind)
    page, title = PAGES[one]
    context: dict[str, Any] = {"kind": one, "part_of": page, "title": title, "now": now()}
    try:
        found = services.setting_versions(router(), first_documents(), one)
        compared = _compared(request, found)
    except DynamoError as error:
        context["trouble"] = away(error).text
        return render(request, "dashboard/setup/versions.html", context, status=503)
    before, after = compared
    context |= {
        "versions": found,
        "present": found[0].version,
        "before": before,
        "after": after,
        "earlier": version_word(before.version),
        "changes": [
            (" / ".join(one.place), _words(one.before), _words(one.after))
            for one in changes(before.document, after.document)
        ],
    }
    return render(request, "dashboard/setup/versions.html", context)


@require_POST
@permitted(ADMINISTER)
def roll_back(request: HttpRequest, kind: str) -> HttpResponse:
    """Saves the document of an earlier version again, at the present version that the page shows.

    Skills have their own page for it, since it may move contacts and agents.
    """
    one, wanted = _kind(kind), number_in(request.POST.get("to", ""))
    if one is Kind.SKILLS:
        return HttpResponseRedirect(f"{reverse('setup-skills')}?to={wanted}")
    back = HttpResponseRedirect(reverse("setup-versions", args=[one]))
    try:
        old = services.setting_version(router(), first_documents(), one, wanted)
        if old is None:
            raise Http404(f"There is no version {wanted}.")
        outcome = saved(request, one, old.document, version=version_in(request), note=noted_back(wanted))
    except (DynamoError, InvalidFieldError) as error:
        messages.error(request, away(error).text if isinstance(error, DynamoError) else f"Not saved: {error}")
        return back
    if isinstance(outcome, Conflict):
        messages.error(request, CHANGED)
    else:
        messages.success(request, f"Saved: {noted_back(wanted)}. {FOLLOWED}")
    return back


def _compared(request: HttpRequest, found: list[SettingVersion]) -> tuple[SettingVersion, SettingVersion]:
    """The two versions of the address, the older first; else the newest and the one before it."""
    by_number = {one.version: one for one in found}
    wanted = [by_number.get(number_in(request.GET.get(name, ""))) for name in ("a", "b")]
    first, second = wanted
    if first is None or second is None:
        first, second = found[min(1, len(found) - 1)], found[0]
    return (first, second) if first.version <= second.version else (second, first)


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_words, value)) if isinstance(value, list) else str(value)


def _kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        raise Http404("There are no such settings.") from None
