"""Pages of policies: all queues and agents with what they inherit, and the form of one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER, shown_to
from dashboard.formats.skill_names import queue_name
from dashboard.pages.callers import named
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.setup.policy_fields import NAMES, fields_of, shown
from dashboard.setup.policy_form import PolicyForm
from dashboard.setup.saving import FOLLOWED, present_of, saved
from dynamo.exceptions import DynamoError
from operations.answers import away
from operations.policy_preview import MOST_EFFECTS, preview_of
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.outcomes import Conflict
from routing.model.policies import ALL_CHATS, ALL_QUEUES, Policies, read_policies
from routing.model.queues import CALL_SIDE, CHAT, QueueKey
from routing.model.settings.documents import AGENTS, QUEUES, Kind, SettingVersion
from routing.model.settings.policy_sources import own_values, policy_at
from routing.model.settings.what_if import Effect, WhatIf
from routing.router import Router
from routing.runtime import now, router

FIELDS = {one.name: one for _, group in fields_of(ALL_QUEUES) for one in group}
COLUMNS = ("ring_seconds", "wrap_up_seconds", "promote_after_seconds", "max_offers", "max_wait_seconds")
MORE_COLUMNS = ("max_length", "overflow", "service_level_target", "service_level_seconds")
PREVIEW = "preview"


@dataclass(frozen=True)
class Cell:
    """A value, and whether the queue sets it itself."""

    text: str
    is_own: bool


@dataclass(frozen=True)
class Line:
    """A queue, or all of them, with the values in force."""

    key: str
    name: str
    cells: list[Cell]


@shown_to(ADMINISTER)
def policies(request: HttpRequest) -> HttpResponse:
    """All queues, and those with values of their own; 503 while DynamoDB is away."""
    context: dict[str, Any] = {"now": now()}
    try:
        kept = present_of(Kind.POLICIES)
    except DynamoError as error:
        return render(
            request, "dashboard/setup/policies.html", {**context, "trouble": away(error).text}, status=503
        )
    centre = router()
    named = set(kept.document.get(QUEUES, {}))
    queues = _queues(centre)
    keys = [ALL_QUEUES, *([ALL_CHATS] if CHAT in centre.skills.channels else [])]
    own = [str(queue) for queue in queues if str(queue) in named]
    context |= {
        "kept": kept,
        "headings": [FIELDS[name].label for name in (*COLUMNS, *MORE_COLUMNS)],
        "lines": [_line(key, kept.document, _read(kept.document, centre)) for key in (*keys, *own)],
        "others": [(str(queue), queue_name(queue)) for queue in queues if str(queue) not in named],
    }
    return render(request, "dashboard/setup/policies.html", context)


@form_page(ADMINISTER)
def policy(request: HttpRequest, key: str = "") -> HttpResponse:
    """The form of one key, its preview, and what it saves.

    400 with the wrong fields, 404 for an unknown queue, 409 with the present values, 503 without DynamoDB.
    """
    key = key or request.GET.get("queue", "")
    try:
        _named(key)
        kept = present_of(Kind.POLICIES)
        return _posted(request, key, kept) if request.method == "POST" else _page(request, key, kept)
    except DynamoError as error:
        context = {"trouble": away(error).text, "name": _name(key)}
        return render(request, "dashboard/setup/policy.html", context, status=503)


def _posted(request: HttpRequest, key: str, kept: SettingVersion) -> HttpResponse:
    form = _form(key, kept, request)
    if not form.is_valid():
        return _page(request, key, kept, form, status=400)
    try:
        document = _with(kept.document, key, form.values())
        after = _read(document, router())
        if request.POST.get("do") == PREVIEW:
            found = preview_of(router(), _read(kept.document, router()), after)
            return _page(request, key, kept, form, preview=found)
        outcome = saved(
            request,
            Kind.POLICIES,
            document,
            version=form.cleaned_data["version"],
            note=form.cleaned_data["note"],
        )
    except InvalidFieldError as error:
        form.refuse(error)
        return _page(request, key, kept, form, status=400)
    if isinstance(outcome, Conflict):
        return _page(request, key, present_of(Kind.POLICIES), form, status=CONFLICT)
    messages.success(request, f"{_name(key)}: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("setup-policies"))


def _page(
    request: HttpRequest,
    key: str,
    kept: SettingVersion,
    form: PolicyForm | None = None,
    *,
    preview: WhatIf | None = None,
    status: int = 200,
) -> HttpResponse:
    form = form or _form(key, kept)
    differences = []
    if status == CONFLICT:
        current = _form(key, kept)
        differences = form.differences(
            {one.name: current.initial.get(one.name, "") for one in form.all_fields}
        )
        form.at(kept.version)
    context = {
        "form": form,
        "key": key,
        "name": _name(key),
        "kept": kept,
        "address": reverse("setup-policy", args=[key]),
        "is_changed": status == CONFLICT,
        "differences": differences,
        "preview": preview,
        "effects": _first_effects(preview) if preview else (),
        "now": now(),
    }
    return render(request, "dashboard/setup/policy.html", context, status=status)


def _first_effects(preview: WhatIf) -> list[Effect]:
    """The first ones, with the names of their callers."""
    effects = preview.effects[:MOST_EFFECTS]
    calls = named(one.call for one in effects)
    return [replace(one, call=call) for one, call in zip(effects, calls, strict=True)]


def _form(key: str, kept: SettingVersion, request: HttpRequest | None = None) -> PolicyForm:
    centre = router()
    inherited = _read(_with(kept.document, key, {}), centre)
    queue = _named(key)
    channel = queue.channel if queue else (CHAT if key == ALL_CHATS else "")
    queues = list(centre.skills.call_queues_of(channel))
    data = request.POST if request else None
    return PolicyForm(
        key,
        kept.document,
        policy_at(inherited, key, queue),
        queues,
        data,
        initial={"version": kept.version},
    )


def _line(key: str, document: Mapping[str, Any], found: Policies) -> Line:
    own, one = own_values(document, key), policy_at(found, key, _named(key))
    cells = [Cell(shown(FIELDS[name], getattr(one, name)), name in own) for name in (*COLUMNS, *MORE_COLUMNS)]
    return Line(key, _name(key), cells)


def _read(document: Mapping[str, Any], centre: Router) -> Policies:
    return read_policies(document.get(QUEUES, {}), document.get(AGENTS, {}), centre.skills)


def _with(document: Mapping[str, Any], key: str, values: dict[str, Any]) -> dict[str, Any]:
    """The document with these values for a key; without values, the key is left out."""
    queues, agents = dict(document.get(QUEUES, {})), dict(document.get(AGENTS, {}))
    if key == AGENTS:
        agents = values
    elif values:
        queues[key] = values
    else:
        queues.pop(key, None)
    return {QUEUES: queues, AGENTS: agents}


def _queues(centre: Router) -> list[QueueKey]:
    return [queue for channel in centre.skills.channels for queue in centre.skills.call_queues_of(channel)]


def _named(key: str) -> QueueKey | None:
    """The queue of a key; None for agents and for all queues. Raises Http404."""
    if key in (AGENTS, ALL_QUEUES, ALL_CHATS):
        return None
    try:
        return router().skills.queue_named(key, side=CALL_SIDE)
    except RoutingError as error:
        raise Http404(f"There is no such queue: {error}") from None


def _name(key: str) -> str:
    return "Agents" if key == AGENTS else NAMES.get(key) or queue_name(key)
