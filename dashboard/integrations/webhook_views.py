"""Pages of a webhook: the form, what it saves, and a new secret."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.integrations.delivery_views import lines_of
from dashboard.integrations.webhook_actions import SPANS
from dashboard.integrations.webhook_form import WebhookForm, values_of
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.setup.saving import FOLLOWED
from dynamo.exceptions import DynamoError
from operations.answers import away
from reporting.exceptions import UnknownWebhookError
from reporting.webhooks import administering
from reporting.webhooks.deliveries import deliveries_found, standings
from reporting.webhooks.secret_keeping import secrets_made
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import SettingVersion
from routing.model.settings.webhooks import Webhook, read_webhooks
from routing.runtime import now, router

PAGE = "dashboard/integrations/webhook.html"
SHOWN = 10
TAKEN = "a webhook with this name exists"


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
    differences = form.differences(values_of(present)) if present else []
    form.at(kept.version)
    more = {"is_changed": True, "is_there": present or found is None, "differences": differences}
    return _page(request, kept, found, form, status=CONFLICT, **more)


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
    return WebhookForm(initial={"version": kept.version, **(values_of(found) if found else {})})


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
