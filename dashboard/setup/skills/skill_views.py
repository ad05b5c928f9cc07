"""Page of skills: languages, genders, topics, names of queues; also their roll back. Removals ask first."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.setup.form_pages import CONFLICT, form_page, number_in
from dashboard.setup.saving import FOLLOWED, noted_back, present_of, saved
from dashboard.setup.skills.removal import Removal, asked_about, chosen_in, removal_of
from dashboard.setup.skills.skill_form import SkillsForm, most_queues, values_of
from dashboard.setup.skills.skill_lines import FIELDS, document_with, removed_from
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind, SettingVersion
from routing.runtime import first_documents, now, router, skills_saved

PAGE = "dashboard/setup/skills/page.html"


@form_page(ADMINISTER)
def skills(request: HttpRequest) -> HttpResponse:
    """The lists, and what they save; `to` in the address has the form filled from an earlier version.

    What a change leaves behind or brings back is shown before it is saved. 400 with the wrong line, 404 for
    an unknown version, 409 with the present lists, 503 while DynamoDB is away.
    """
    try:
        kept = present_of(Kind.SKILLS)
        if request.method == "POST":
            return _posted(request, kept)
        return _of_version(request, kept) if "to" in request.GET else _page(request, kept)
    except DynamoError as error:
        return render(request, PAGE, {"trouble": away(error).text}, status=503)


def _posted(request: HttpRequest, kept: SettingVersion) -> HttpResponse:
    present = kept.document
    form = SkillsForm(most_queues(kept.document), request.POST)
    after = form.names() if form.is_valid() else None
    if after is None:
        return _page(request, kept, form, status=400)
    asked = asked_about(removed_from(present, after), present, after)
    instead = chosen_in(asked, request.POST.dict())
    given = form.cleaned_data
    if asked and given["version"] != kept.version:
        return _page(request, kept, form, status=CONFLICT)
    try:
        found = removal_of(router(), asked, present, after)
        if instead is None or request.POST.get("confirmation", "") != found.confirmation:
            return _page(request, kept, form, removal=found)
        document = document_with(present, after, instead)
        outcome = saved(request, Kind.SKILLS, document, version=given["version"], note=given["note"])
    except InvalidFieldError as error:
        form.refuse(error)
        return _page(request, kept, form, status=400)
    if isinstance(outcome, Conflict):
        return _page(request, present_of(Kind.SKILLS), form, status=CONFLICT)
    services.skills_move_on(router(), skills_saved)
    messages.success(request, f"Skills: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("setup-skills"))


def _of_version(request: HttpRequest, kept: SettingVersion) -> HttpResponse:
    """The form with the lists of an earlier version, and what it would leave behind. Raises Http404."""
    wanted, present = number_in(request.GET["to"]), kept.document
    old = services.setting_version(router(), first_documents(), Kind.SKILLS, wanted)
    if old is None:
        raise Http404(f"There is no version {wanted}.")
    after = {name: old.document.get(name, {}) for name in FIELDS}
    initial = {**values_of(old.document), "version": kept.version, "note": noted_back(wanted)}
    form = SkillsForm(most_queues(old.document), initial=initial)
    asked = asked_about(removed_from(present, after), present, after)
    found = removal_of(router(), asked, present, after)
    return _page(request, kept, form, removal=found, to=noted_back(wanted))


def _page(
    request: HttpRequest,
    kept: SettingVersion,
    form: SkillsForm | None = None,
    *,
    removal: Removal | None = None,
    to: str = "",
    status: int = 200,
) -> HttpResponse:
    initial = {**values_of(kept.document), "version": kept.version}
    form = form or SkillsForm(most_queues(kept.document), initial=initial)
    differences: list[Any] = []
    if status == CONFLICT:
        differences = form.differences(values_of(kept.document))
        form.at(kept.version)
    context = {
        "form": form,
        "kept": kept,
        "removal": removal,
        "to": to,
        "is_changed": status == CONFLICT,
        "differences": differences,
        "now": now(),
    }
    return render(request, PAGE, context, status=status)
