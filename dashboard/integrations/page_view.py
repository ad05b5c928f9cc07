"""Page of integrations: webhooks, callbacks, sinks with tests, API tokens."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import redis
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from api.access.program_tokens import token_list
from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.integrations.looks import NOT_POSTED, Pill, is_overdue, webhook_pill
from dashboard.operations.acting import acting
from dashboard.reporting.feed_rows import SinkRow, sink_row
from dashboard.setup.form_pages import CONFLICT, SetupForm
from dynamo.exceptions import DynamoError
from operations.answers import away
from reporting.exceptions import ReportingError
from reporting.selectors import overview
from reporting.services import TESTED, has_webhooks, sink_test
from reporting.webhooks.administering import callback_hosts_save, webhook_secret_make, webhooks_kept
from reporting.webhooks.deliveries import CALLBACK, standings
from reporting.webhooks.secret_keeping import secrets_made
from reporting.webhooks.states import Standing
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import SettingVersion
from routing.model.settings.webhooks import Webhook, read_webhooks
from routing.runtime import now, router

PAGE = "dashboard/integrations/page.html"
LONGEST_TEXT = 15_000
SAVED = "Callback hosts: saved. In use within two seconds."


class HostsForm(SetupForm):
    """Hosts that calls may name."""

    callback_hosts = forms.CharField(
        label="Allowed hosts",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One per line, such as switch.example or switch.example:8080. "
        "Programs may have the events of a call sent to these hosts. Empty: no callbacks.",
    )


@dataclass(frozen=True)
class Line:
    """One webhook with its state."""

    webhook: Webhook
    standing: Standing
    pill: Pill


@shown_to(ADMINISTER)
def integrations(request: HttpRequest) -> HttpResponse:
    """Everything that connects other systems; 503 while DynamoDB is away."""
    return _shown(request)


@require_POST
@never_cache
@permitted(ADMINISTER)
def callbacks(request: HttpRequest) -> HttpResponse:
    """Saves the hosts of callbacks. 400 names a wrong one, 409 if the webhooks have changed."""
    form = HostsForm(request.POST)
    if not form.is_valid():
        return _shown(request, form, status=400)
    hosts = form.cleaned_data["callback_hosts"].split()
    try:
        saved = callback_hosts_save(acting(request), hosts, expected_version=form.cleaned_data["version"])
    except InvalidFieldError as error:
        form.refuse(error)
        return _shown(request, form, status=400)
    except DynamoError as error:
        return _shown(request, form, status=503, trouble=away(error).text)
    if isinstance(saved, Conflict):
        return _shown(request, form, status=CONFLICT)
    if saved.secret:
        return _shown(request, secret=saved.secret)
    messages.success(request, SAVED)
    return HttpResponseRedirect(reverse("integrations"))


@require_POST
@never_cache
@permitted(ADMINISTER)
def callback_secret(request: HttpRequest) -> HttpResponse:
    """Makes another secret for callbacks and shows it."""
    try:
        return _shown(request, secret=webhook_secret_make(acting(request), CALLBACK))
    except DynamoError as error:
        return _shown(request, status=503, trouble=away(error).text)


@require_POST
@permitted(ADMINISTER)
def sink_try(request: HttpRequest, sink: str) -> HttpResponse:
    """Hands a test event to a sink of the settings, and says how that went."""
    try:
        sink_test(sink, at=now())
    except ReportingError as error:
        messages.error(request, f"{sink}: test event not delivered: {error}.")
    else:
        messages.success(request, f"{sink}: test event delivered.")
    return HttpResponseRedirect(reverse("integrations"))


def _shown(
    request: HttpRequest, form: HostsForm | None = None, *, status: int = 200, **more: str
) -> HttpResponse:
    at = now()
    try:
        kept = webhooks_kept(router())
    except DynamoError as error:
        context = {"now": at, "trouble": away(error).text}
        return render(request, PAGE, context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    context = {"now": at, "tokens": token_list(), "kept": kept, **_webhooks(kept), **_sinks(), **more}
    hosts = "\n".join(kept.document.get("callback_hosts", []))
    if status == CONFLICT and form is not None:
        context |= {"is_changed": True, "differences": form.differences({"callback_hosts": hosts})}
        form.at(kept.version)
    form = form or HostsForm(initial={"callback_hosts": hosts, "version": kept.version})
    return render(request, PAGE, {"form": form, **context}, status=status)


def _webhooks(kept: SettingVersion) -> dict[str, Any]:
    at, made, stand = now(), secrets_made(), standings()
    lines = [
        Line(one, found, webhook_pill(one, found, has_secret=one.name in made, at=at))
        for one in read_webhooks(kept.document).endpoints.values()
        for found in [stand.get(one.name, Standing())]
    ]
    overdue = any(is_overdue(one.standing, at) and one.webhook.is_active for one in lines)
    return {
        "lines": lines,
        "no_sink": not has_webhooks(),
        "not_posted": NOT_POSTED if overdue else "",
        "callbacks_made_at": made.get(CALLBACK),
    }


def _sinks() -> dict[str, Any]:
    try:
        found = overview()
    except redis.RedisError:
        return {"sinks": [], "away": "Redis does not answer, so the sinks cannot be shown."}
    rows: list[SinkRow] = [sink_row(one, found.limits) for one in found.sinks]
    return {"sinks": rows, "tested": TESTED}
