"""Callbacks: the address that the sender of a call names for its events."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from outbound.addresses import without_user
from reporting.models import CallCallback
from reporting.webhooks.sending import why_not_url
from routing.exceptions import InvalidFieldError
from routing.model.settings.webhooks import Webhooks

FIELD = "callback_url"
CALLBACKS_KEPT = timedelta(days=7)


def callback_check(url: str, webhooks: Webhooks) -> None:
    """Raises InvalidFieldError unless calls may name this address."""
    if why := why_not_url(url):
        raise InvalidFieldError(FIELD, without_user(url)[:80], why)
    if not is_allowed(url, webhooks):
        allowed = ", ".join(sorted(webhooks.callback_hosts)) or "none: set them under Setup → Integrations"
        raise InvalidFieldError(FIELD, url[:80], f"an address of one of the allowed hosts ({allowed})")


def is_allowed(url: str, webhooks: Webhooks) -> bool:
    """Whether the host of an address, or host and port, is among those allowed."""
    parts = urlsplit(url)
    return bool({parts.hostname, f"{parts.hostname}:{parts.port}"} & webhooks.callback_hosts)


def callback_keep(call_id: str, url: str, *, at: datetime) -> None:
    """Keeps the address for a call; the first one stays."""
    CallCallback.objects.get_or_create(call_id=call_id, defaults={"url": url, "created_at": at})


def callbacks_remove(*, before: datetime) -> int:
    """Removes the addresses of calls that came before this."""
    return CallCallback.objects.filter(created_at__lt=before).delete()[0]
