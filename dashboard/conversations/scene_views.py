"""Pages of scenes: list, one scene, remove."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import SUPERVISE, permitted, shown_to
from dashboard.conversations.scene_form import MAKE, SceneForm, values_of
from dashboard.conversations.user_chats import acting
from dashboard.setup.form_pages import CONFLICT, form_page, version_in
from dynamo.exceptions import DynamoError
from messaging.administration.scene_changes import scene_remove, scene_save, scenes_kept
from messaging.exceptions import InvalidFieldError, MessagingError
from messaging.model.outcomes import Conflict
from messaging.model.scenes import KeptScene, Scene, read_scene
from messaging.runtime import messenger, scenes_of_settings
from operations.answers import away
from routing.runtime import now, router, skills

SECRET_BYTES = 32


@dataclass(frozen=True)
class Line:
    """One row: a scene as it is used, or why it is not."""

    kept: KeptScene
    scene: Scene | None
    trouble: str
    hours: str
    in_setting: bool


@shown_to(SUPERVISE)
def scenes(request: HttpRequest) -> HttpResponse:
    """The scenes, by name; 503 while DynamoDB is away."""
    try:
        kept, trouble = _kept(), ""
    except DynamoError as error:
        kept, trouble = {}, away(error).text
    context = {"lines": [_line(one) for _, one in sorted(kept.items())], "trouble": trouble, "now": now()}
    return render(request, "dashboard/conversations/scenes.html", context, status=503 if trouble else 200)


@form_page(SUPERVISE)
def scene(request: HttpRequest, name: str) -> HttpResponse:
    """One scene, or a new one without a name: the form, and what it saves.

    400 with the wrong fields, 404 for an unknown scene, 409 with the current one, 503 while DynamoDB is away.
    """
    try:
        kept = _kept().get(name)
        if name and kept is None:
            raise Http404("There is no scene with this name. It may have been removed.")
        return _posted(request, name, kept) if request.method == "POST" else _shown(request, kept)
    except DynamoError as error:
        context = {"trouble": away(error).text, "name": name}
        return render(request, "dashboard/conversations/scene.html", context, status=503)


@require_POST
@permitted(SUPERVISE)
def remove(request: HttpRequest, name: str) -> HttpResponse:
    """Removes a scene at the version shown; one of the setting gets its values from there again."""
    at, chats = version_in(request), acting(request)
    try:
        left = scene_remove(
            chats.messenger, chats.router, scenes_of_settings(), name=name, expected_version=at
        )
    except (DynamoError, InvalidFieldError) as error:
        messages.error(request, away(error).text if isinstance(error, DynamoError) else str(error))
        return HttpResponseRedirect(reverse("scenes"))
    if isinstance(left, Conflict):
        messages.error(request, "Not removed: somebody else has changed this scene. Here is the current one.")
        return HttpResponseRedirect(reverse("scene", args=[name]))
    messages.success(request, f"{name}: {'reset to settings' if left else 'removed'}.")
    return HttpResponseRedirect(reverse("scenes"))


def _posted(request: HttpRequest, name: str, kept: KeptScene | None) -> HttpResponse:
    form, chats = _form(kept, request), acting(request)
    if not form.is_valid():
        return _shown(request, kept, form, status=400)
    made = secrets.token_urlsafe(SECRET_BYTES) if form.cleaned_data["secret"] == MAKE else ""
    called = name or form.cleaned_data["name"]
    try:
        saved = scene_save(
            chats.messenger,
            chats.router,
            scenes_of_settings(),
            name=called,
            given=form.given(made),
            expected_version=form.cleaned_data["version"],
        )
    except MessagingError as error:
        form.refuse(error)
        return _shown(request, kept, form, status=400)
    if isinstance(saved, Conflict):
        return _shown(request, _kept().get(called), form, status=CONFLICT)
    messages.success(request, f"{called}: saved. Every process uses it within two seconds.")
    if made:
        return _shown(request, saved, made=made)
    return HttpResponseRedirect(reverse("scenes"))


def _shown(
    request: HttpRequest,
    kept: KeptScene | None,
    form: SceneForm | None = None,
    *,
    made: str = "",
    status: int = 200,
) -> HttpResponse:
    form = form or _form(kept)
    differences = []
    if status == CONFLICT and kept is not None:
        differences = form.differences(values_of(kept.given))
        form.at(kept.version)
    context: dict[str, Any] = {
        "form": form,
        "name": kept.name if kept else "",
        "kept": kept,
        "address": reverse("scene", args=[kept.name]) if kept else reverse("scene-new"),
        "in_setting": kept is not None and kept.name in scenes_of_settings().by_name,
        "is_changed": status == CONFLICT,
        "differences": differences,
        "secret": made,
        "now": now(),
    }
    return render(request, "dashboard/conversations/scene.html", context, status=status)


def _form(kept: KeptScene | None, request: HttpRequest | None = None) -> SceneForm:
    values = {**values_of(kept.given if kept else {}), "version": kept.version if kept else 0}
    has_secret = kept is not None and bool(kept.given.get("secret"))
    data = request.POST if request else None
    known = kept.given.get("schedule", "") if kept else ""
    schedules = dict.fromkeys([*router().hours.schedules, *([known] if known else [])])
    return SceneForm(skills(), schedules, data, initial=values, is_new=kept is None, has_secret=has_secret)


def _kept() -> dict[str, KeptScene]:
    return scenes_kept(messenger(), scenes_of_settings())


def _line(kept: KeptScene) -> Line:
    in_setting = kept.name in scenes_of_settings().by_name
    try:
        found = read_scene(kept.name, kept.given, skills())
    except InvalidFieldError as error:
        return Line(kept, None, f"Not used: {error}", hours="", in_setting=in_setting)
    return Line(kept, found, "", _hours(found), in_setting)


def _hours(scene: Scene) -> str:
    """Whether it is open now, in words."""
    known = router().hours
    if scene.schedule and scene.schedule not in known.schedules:
        return f"Always open: there is no schedule {scene.schedule}"
    if not (scene.schedule or scene.hours or scene.closed_dates):
        return "Always open"
    return "Open now" if scene.rule(known).schedule.is_open(now()) else "Closed now"
