"""Page of skills: languages, genders, topics, names of queues; a removal is asked about first."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.setup.saving import FOLLOWED, present_of, saved
from dashboard.setup.skills.removal import Removal, asked_about, chosen_in, removal_of
from dashboard.setup.skills.skill_form import SkillsForm, most_queues, values_of
from dashboard.setup.skills.skill_lines import document_with, removed_from
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import QUEUES, Kind, SettingVersion
from routing.runtime import first_documents, now, router, skills_saved

PAGE = "dashboard/setup/skills/page.html"


@form_page(ADMINISTER)
def skills(request: HttpRequest) -> HttpResponse:
    """The lists, and what they save; what a removal leaves behind is shown before it is saved.

    400 with the wrong line, 409 with the present lists, 503 while DynamoDB is away.
    """
    try:
        kept = present_of(Kind.SKILLS)
        return _posted(request, kept) if request.method == "POST" else _page(request, kept)
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
        if instead is None:
            found = removal_of(router(), asked, present, after, queues=_queues_set_up())
            return _page(request, kept, form, removal=found)
        document = document_with(present, after, instead)
        outcome = saved(request, Kind.SKILLS, document, version=given["version"], note=given["note"])
    except InvalidFieldError as error:
        form.refuse(error)
        return _page(request, kept, form, status=400)
    if isinstance(outcome, Conflict):
        return _page(request, present_of(Kind.SKILLS), form, status=CONFLICT)
    if asked:
        _move_on()
    messages.success(request, f"Skills: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("setup-skills"))


def _queues_set_up() -> set[str]:
    """The keys of queues with policies or hours of their own."""
    kept = services.settings_kept(router(), first_documents())
    return {key for kind in (Kind.POLICIES, Kind.HOURS) for key in kept[kind].document.get(QUEUES, {})}


def _move_on() -> None:
    """The background tasks move whatever is left when this is interrupted."""
    centre = replace(router(), skills=skills_saved())
    services.contacts_move_on(centre, skills_saved)
    services.agents_move_on(centre, skills_saved)


def _page(
    request: HttpRequest,
    kept: SettingVersion,
    form: SkillsForm | None = None,
    *,
    removal: Removal | None = None,
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
        "is_changed": status == CONFLICT,
        "differences": differences,
        "now": now(),
    }
    return render(request, PAGE, context, status=status)
