"""Signing secrets of webhooks: made, shown once, kept encrypted."""

import base64
import secrets
from datetime import datetime

from django.conf import settings

from outbound.sealing import UnreadableSecretError, opened, sealed
from reporting.models import WebhookSecret

PURPOSE = "callcenter webhook secrets"
BYTES = 32


def secret_make(name: str, *, at: datetime) -> str:
    """A new secret in place of the previous one; the text that receivers enter, which is not shown again."""
    secret = secrets.token_hex(BYTES)
    kept = sealed(secret, PURPOSE, _keys())
    WebhookSecret.objects.update_or_create(name=name, defaults={"sealed": kept, "made_at": at})
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def secret_of(name: str) -> str | None:
    """The secret as messages are signed with it; None if there is none, or it can no longer be read."""
    found = WebhookSecret.objects.filter(name=name).first()
    try:
        return opened(found.sealed, PURPOSE, _keys()) if found else None
    except UnreadableSecretError:
        return None


def secrets_made() -> dict[str, datetime]:
    """When each secret was made, by name."""
    return {one.name: one.made_at for one in WebhookSecret.objects.all()}


def secret_remove(name: str) -> None:
    """Removes a secret, if there is one."""
    WebhookSecret.objects.filter(name=name).delete()


def _keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
