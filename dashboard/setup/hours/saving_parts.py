"""Saving one part of the opening hours: at the version shown, unless only other parts have changed since."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from dashboard.setup.form_pages import version_in
from dashboard.setup.hours.hours_forms import PartForm
from dashboard.setup.hours.parts import NAMES, Document, part_of, with_part
from dashboard.setup.saving import FOLLOWED, present_of, saved
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import EXCEPTION
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind, SettingVersion
from routing.runtime import first_documents, router

CHANGED = "Not removed: somebody else has changed it. Here is the current state."


def save_form(request: HttpRequest, form: PartForm, part: str, name: str) -> Conflict | None:
    """Saves a valid form; it shows what is refused. Raises DynamoError."""
    given = form.cleaned_data
    try:
        value = form.value(part_of(present_of(Kind.HOURS).document, part, name))
        outcome = _save(request, part, name, value, version=given["version"], note=given["note"])
    except InvalidFieldError as error:
        form.refuse(error)
        return None
    return outcome if isinstance(outcome, Conflict) else None


def remove_part(request: HttpRequest, part: str, name: str, in_use: str) -> HttpResponse:
    """Removes a schedule or a calendar, at the version shown, unless something needs it."""
    back = HttpResponseRedirect(reverse("setup-hours"))
    if in_use:
        messages.error(request, f"Not removed: {name} is used by {in_use}. Change that first.")
        return back
    try:
        outcome = _save(request, part, name, None, version=version_in(request), note="")
    except (DynamoError, InvalidFieldError) as error:
        messages.error(
            request, away(error).text if isinstance(error, DynamoError) else f"Not removed: {error}"
        )
        return back
    if isinstance(outcome, Conflict):
        messages.error(request, CHANGED)
    else:
        messages.success(request, f"{name}: {NAMES[part]} removed. {FOLLOWED}")
    return back


def _save(
    request: HttpRequest, part: str, name: str, value: Any, *, version: int, note: str
) -> SettingVersion | Conflict:
    """Saves with another value of the part, None to remove it; an exception is no change of its schedule."""
    kept = present_of(Kind.HOURS)
    seen = services.setting_version(router(), first_documents(), Kind.HOURS, version)
    if seen and _planned(seen.document, part, name) == _planned(kept.document, part, name):
        version = kept.version
    document = with_part(kept.document, part, name, value)
    return saved(request, Kind.HOURS, document, version=version, note=note)


def _planned(document: Document, part: str, name: str) -> Any:
    found = part_of(document, part, name)
    return {key: one for key, one in found.items() if key != EXCEPTION} if found else None
