"""Administration of webhooks: saved, removed, tested, their secrets, deliveries replayed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from outbound.addresses import without_user
from reporting.exceptions import UnknownWebhookError
from reporting.models import Delivery
from reporting.webhooks.deliveries import CALLBACK, attempt_note, deliveries_replay, delivery_for
from reporting.webhooks.messages import TEST, Message, body_of
from reporting.webhooks.secret_keeping import secret_make, secret_of, secret_remove
from reporting.webhooks.sending import Attempt, attempt, why_not_url
from reporting.webhooks.states import State
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind, SettingVersion
from routing.model.settings.webhooks import (
    ACTIVE,
    CALLBACK_HOSTS,
    ENDPOINTS,
    EVENTS,
    URL,
    Webhook,
    read_webhooks,
)
from routing.model.trail import DELIVERIES_REPLAYED, WEBHOOK_SECRET_MADE
from routing.router import Router
from routing.runtime import first_documents
from routing.services import settings_kept, settings_save, trail_write

MOST_TRIES = 50  # each is lost to another change that was made


@dataclass(frozen=True)
class Saved:
    """The version with the change; `secret` only of a new webhook, and only now."""

    setting: SettingVersion
    secret: str = ""


def webhooks_kept(router: Router) -> SettingVersion:
    """The present document. Raises DynamoError."""
    return settings_kept(router, first_documents())[Kind.WEBHOOKS]


def webhook_named(router: Router, name: str) -> Webhook:
    """Raises UnknownWebhookError, DynamoError."""
    found = read_webhooks(webhooks_kept(router).document).endpoints.get(name)
    if found is None:
        raise UnknownWebhookError(name)
    return found


def webhook_save(
    router: Router, webhook: Webhook, *, expected_version: int | None = None
) -> Saved | Conflict:
    """Saves one webhook; a new one gets a secret. Safe to repeat, but a secret is shown once.

    Raises InvalidFieldError, DynamoError.
    """
    if why := why_not_url(webhook.url):
        raise InvalidFieldError(URL, without_user(webhook.url)[:80], why)
    given = {URL: webhook.url, EVENTS: sorted(webhook.events), ACTIVE: webhook.is_active}
    is_new = False

    def change(document: dict[str, Any]) -> dict[str, Any]:
        nonlocal is_new
        endpoints = document.get(ENDPOINTS, {})
        is_new = webhook.name not in endpoints
        return {**document, ENDPOINTS: {**endpoints, webhook.name: given}}

    saved = _changed(router, change, expected_version)
    if isinstance(saved, Conflict):
        return saved
    return Saved(saved, secret_make(webhook.name, at=router.clock()) if is_new else "")


def webhook_remove(router: Router, name: str, *, expected_version: int | None = None) -> Saved | Conflict:
    """Removes a webhook and its secret; what waits for it is not sent. Safe to repeat."""

    def change(document: dict[str, Any]) -> dict[str, Any]:
        left = {one: given for one, given in document.get(ENDPOINTS, {}).items() if one != name}
        return {**document, ENDPOINTS: left}

    saved = _changed(router, change, expected_version)
    if isinstance(saved, Conflict):
        return saved
    secret_remove(name)
    return Saved(saved)


def callback_hosts_save(
    router: Router, hosts: list[str], *, expected_version: int | None = None
) -> Saved | Conflict:
    """Sets the hosts that calls may name; the first ones come with a secret. Raises InvalidFieldError."""
    saved = _changed(router, lambda document: {**document, CALLBACK_HOSTS: hosts}, expected_version)
    if isinstance(saved, Conflict):
        return saved
    is_first = bool(hosts) and secret_of(CALLBACK) is None
    return Saved(saved, secret_make(CALLBACK, at=router.clock()) if is_first else "")


def webhook_secret_make(router: Router, name: str) -> str:
    """A new secret for a webhook, or for callbacks; the previous one stops working at once."""
    if name != CALLBACK:
        webhook_named(router, name)
    trail_write(router, kind=WEBHOOK_SECRET_MADE, by=router.actor, reason=name.rstrip(":"))
    return secret_make(name, at=router.clock())


def webhook_test(router: Router, name: str) -> Attempt:
    """Sends a test message now, once, and keeps it with the deliveries. Raises UnknownWebhookError."""
    webhook, at = webhook_named(router, name), router.clock()
    message = Message(f"{TEST}-{router.new_id()}", TEST, "", body_of(TEST, at.isoformat(), {"webhook": name}))
    delivery = delivery_for(name, message, at=at)
    # Not due before this attempt has ended, or another process would send it too.
    delivery.due_at, delivery.tries = delivery.ends_at, 1
    delivery.save()
    made = attempt(delivery, url=webhook.url, secret=secret_of(name), clock=router.clock)
    attempt_note(delivery, made, is_last=True)
    return made


def delivery_replay(router: Router, delivery_id: int) -> Delivery | None:
    """Sends one delivery again, with the id it had; None if it is gone. One that waits stays as it is."""
    found = Delivery.objects.filter(pk=delivery_id)
    if row := found.first():
        _write_replay(router, f"{row.kind} to {row.target}")
        deliveries_replay(found, at=router.clock())
    return found.first()


def webhook_replay(
    router: Router, name: str, *, since: datetime, until: datetime, only_failed: bool = True
) -> int:
    """Sends again what was first sent to a webhook in a span of time; answers how many."""
    if since >= until:
        raise InvalidFieldError("until", until.isoformat(), "later than since")
    webhook_named(router, name)
    found = Delivery.objects.filter(target=name, created_at__gte=since, created_at__lt=until).exclude(
        kind=TEST
    )
    if only_failed:
        found = found.filter(state=State.FAILED)
    _write_replay(router, f"{name}, {since:%Y-%m-%d %H:%M} to {until:%Y-%m-%d %H:%M} UTC")
    return deliveries_replay(found, at=router.clock())


def _write_replay(router: Router, what: str) -> None:
    trail_write(router, kind=DELIVERIES_REPLAYED, by=router.actor, reason=what)


def _changed(
    router: Router, change: Callable[[dict[str, Any]], dict[str, Any]], expected_version: int | None
) -> SettingVersion | Conflict:
    """Without an expected version the change is made to whatever is there."""
    outcome: dict[Kind, SettingVersion] | Conflict = Conflict("")
    for _ in range(MOST_TRIES):
        kept = webhooks_kept(router)
        version = kept.version if expected_version is None else expected_version
        outcome = settings_save(
            router,
            first_documents(),
            documents={Kind.WEBHOOKS: change(kept.document)},
            expected_versions={Kind.WEBHOOKS: version},
        )
        if not isinstance(outcome, Conflict) or expected_version is not None:
            break
    return outcome if isinstance(outcome, Conflict) else outcome[Kind.WEBHOOKS]
