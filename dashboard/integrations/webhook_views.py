"""Pages of a webhook: form, test, secret, removal, replay."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.integrations.delivery_views import lines_of
from dashboard.integrations.looks import attempt_words
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, SetupForm, form_page, version_in
from dashboard.setup.saving import FOLLOWED
from dynamo.exceptions import DynamoError
from operations.answers import away
from reporting.exceptions import UnknownWebhookError
from reporting.webhooks import administering
from reporting.webhooks.administering import Saved
from reporting.webhooks.deliveries import deliveries_found, standings
from reporting.webhooks.secret_keeping import secrets_made
from routing.exceptions import InvalidFieldError
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.settings.documents import SettingVersion
from routing.model.settings.webhooks import LONGEST_URL, Webhook, read_webhooks
from routing.model.words import EVENT_WORDS
from routing.runtime import now, router

PAGE = "dashboard/integrations/webhook.html"
KINDS = [(str(kind), f"{kind}: {EVENT_WORDS[kind]}") for kind in EventKind]
SHOWN = 10
TAKEN = "a webhook with this name exists"
CHANGED = "Nothing was changed: somebody else has changed the webhooks. Here is the current state."
SPANS = {1: "Last hour", 24: "Last 24 hours", 7 * 24: "Last 7 days", 14 * 24: "Last 14 days"}


class WebhookForm(SetupForm):
    """A webhook."""

    name = forms.CharField(
        label="Name",
        max_length=31,
        help_text="Lower-case letters, digits and -. It cannot be changed later.",
        error_messages={"required": "Name: required"},
    )
    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="The receiver's URL, https://…. It gets one signed POST for each event.",
        error_messages={"required": "Address: required"},
    )
    active = forms.BooleanField(
        label="Active",
        required=False,
        initial=True,
        help_text="If off, messages wait for up to 24 hours, then fail.",
    )
    events = forms.MultipleChoiceField(
        label="Events",
        choices=KINDS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="If none is chosen, all events are sent.",
        error_messages={"invalid_choice": "Events: choose from the list"},
    )

    @property
    def webhook(self) -> Webhook:
        """As entered, once the form is valid."""
        given = self.cleaned_data
        return Webhook(given["name"], given["url"], frozenset(given["events"]), given["active"])


@form_page(ADMINISTER)
def webhook(request: HttpRequest, name: str = "") -> HttpResponse:
    """One webhook, or a new one without a name: the form, and what it saves.

    400 with the wrong fields, 404 for an unknown one, 409 with the current one, 503 while DynamoDB is away.
    """
    try:
        kept = administering.webhooks_kept(router())
        found = _found(kept, name)
        if request.method == "POST":
            return _posted(request, kept, found)
        return _page(request, kept, found, _form(kept, found))
    except DynamoError as error:
        return render(request, PAGE, {"trouble": away(error).text, "name": name}, status=503)


def _posted(request: HttpRequest, kept: SettingVersion, found: Webhook | None) -> HttpResponse:
    form = WebhookForm(request.POST if found is None else {**request.POST.dict(), **_lists(request, found)})
    if not form.is_valid():
        return _page(request, kept, found, form, status=400)
    given = form.webhook
    if found is None and _is_taken(kept, given.name):
        form.add_error("name", f"Name: {TAKEN}")
        return _page(request, kept, found, form, status=400)
    try:
        saved = administering.webhook_save(
            acting(request), given, expected_version=form.cleaned_data["version"]
        )
    except InvalidFieldError as error:
        form.refuse(error)
        return _page(request, kept, found, form, status=400)
    if isinstance(saved, Conflict):
        return _changed(request, found, form)
    if saved.secret:
        return _with_secret(request, given.name, saved.secret)
    messages.success(request, f"{given.name}: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("webhook", args=[given.name]))


def _lists(request: HttpRequest, found: Webhook) -> dict[str, Any]:
    return {"events": request.POST.getlist("events"), "name": found.name}


def _changed(request: HttpRequest, found: Webhook | None, form: WebhookForm) -> HttpResponse:
    """409 with the present values, and a form that saves over them."""
    kept = administering.webhooks_kept(router())
    present = read_webhooks(kept.document).endpoints.get(found.name) if found else None
    differences = form.differences(_values(present)) if present else []
    form.at(kept.version)
    more = {"is_changed": True, "is_there": present or found is None, "differences": differences}
    return _page(request, kept, found, form, status=CONFLICT, **more)


@require_POST
@permitted(ADMINISTER)
def test(request: HttpRequest, name: str) -> HttpResponse:
    """Sends a test message now, and says what was answered."""

    def act() -> None:
        made = administering.webhook_test(acting(request), name)
        tell = messages.success if made.is_taken else messages.error
        said = f" {made.said}" if made.said and not made.is_taken else ""
        tell(request, f"Test message: {attempt_words(made.shown)}.{said}")

    return _acted(request, name, act)


@require_POST
@never_cache
@permitted(ADMINISTER)
def secret(request: HttpRequest, name: str) -> HttpResponse:
    """Makes another secret and shows it."""
    try:
        return _with_secret(request, name, administering.webhook_secret_make(acting(request), name))
    except UnknownWebhookError as error:
        raise Http404(str(error)) from None
    except DynamoError as error:
        messages.error(request, away(error).text)
        return HttpResponseRedirect(reverse("webhook", args=[name]))


@require_POST
@permitted(ADMINISTER)
def replay(request: HttpRequest, name: str) -> HttpResponse:
    """Sends again what was sent in the last hours: the failed deliveries, or all."""
    hours = {str(hours): hours for hours in SPANS}.get(request.POST.get("hours", ""), 1)

    def act() -> None:
        count = administering.webhook_replay(
            acting(request),
            name,
            since=now() - timedelta(hours=hours),
            until=now(),
            only_failed=request.POST.get("which") != "all",
        )
        messages.success(
            request, f"{count} {'delivery' if count == 1 else 'deliveries'} queued to be sent again."
        )

    return _acted(request, name, act)


@require_POST
@permitted(ADMINISTER)
def remove(request: HttpRequest, name: str) -> HttpResponse:
    """Removes a webhook at the version that the page shows."""
    back = HttpResponseRedirect(reverse("integrations"))
    try:
        gone: Saved | Conflict = administering.webhook_remove(
            acting(request), name, expected_version=version_in(request)
        )
    except DynamoError as error:
        messages.error(request, away(error).text)
        return back
    if isinstance(gone, Conflict):
        messages.error(request, CHANGED)
    else:
        messages.success(request, f"{name}: removed.")
    return back


def _acted(request: HttpRequest, name: str, act: Callable[[], None]) -> HttpResponse:
    try:
        act()
    except UnknownWebhookError as error:
        raise Http404(str(error)) from None
    except DynamoError as error:
        messages.error(request, away(error).text)
    return HttpResponseRedirect(reverse("webhook", args=[name]))


def _with_secret(request: HttpRequest, name: str, made: str) -> HttpResponse:
    kept = administering.webhooks_kept(router())
    found = _found(kept, name)
    return _page(request, kept, found, _form(kept, found), secret=made)


def _found(kept: SettingVersion, name: str) -> Webhook | None:
    found = read_webhooks(kept.document).endpoints.get(name)
    if name and found is None:
        raise Http404(f"There is no webhook {name}.")
    return found


def _is_taken(kept: SettingVersion, name: str) -> bool:
    return name in read_webhooks(kept.document).endpoints


def _form(kept: SettingVersion, found: Webhook | None) -> WebhookForm:
    return WebhookForm(initial={"version": kept.version, **(_values(found) if found else {})})


def _values(found: Webhook) -> dict[str, Any]:
    return {
        "name": found.name,
        "url": found.url,
        "active": found.is_active,
        "events": sorted(found.events),
    }


def _page(
    request: HttpRequest,
    kept: SettingVersion,
    found: Webhook | None,
    form: WebhookForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    name = found.name if found else ""
    context: dict[str, Any] = {"name": name, "kept": kept, "form": form, "now": now(), "spans": SPANS, **more}
    context["address"] = reverse("webhook", args=[name]) if name else reverse("webhook-new")
    if found:
        context |= {
            "secret_made_at": secrets_made().get(name),
            "standing": standings().get(name),
            "lines": lines_of(deliveries_found(name, most=SHOWN)),
        }
    return render(request, PAGE, context, status=status)
