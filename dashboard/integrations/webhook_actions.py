"""What a webhook's page does besides saving: test, replay, removal."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.integrations.looks import attempt_words
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import version_in
from dynamo.exceptions import DynamoError
from operations.answers import away
from reporting.exceptions import UnknownWebhookError
from reporting.webhooks import administering
from reporting.webhooks.administering import Saved
from routing.model.outcomes import Conflict
from routing.runtime import now

CHANGED = "Nothing was changed: somebody else has changed the webhooks. Here is the current state."
SPANS = {1: "Last hour", 24: "Last 24 hours", 7 * 24: "Last 7 days", 14 * 24: "Last 14 days"}


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
