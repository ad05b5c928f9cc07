"""Pills of webhooks and deliveries: word, icon and tone of each state. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from reporting.webhooks.states import Standing, State
from routing.model.settings.webhooks import Webhook

# A message is posted about a second after its event; one that is due for so long has nobody who posts it.
OVERDUE = timedelta(minutes=1)
NOT_POSTED = "Messages are overdue. Is the report process running?"


@dataclass(frozen=True)
class Pill:
    """Word, icon and tone."""

    word: str
    icon: str
    tone: str


DELIVERIES = {
    State.WAITING: Pill("Waiting", "clock", "blue"),
    State.DELIVERED: Pill("Delivered", "check", "green"),
    State.FAILED: Pill("Failed", "warn", "red"),
}


def webhook_pill(webhook: Webhook, standing: Standing, *, has_secret: bool, at: datetime) -> Pill:
    """The most urgent state of a webhook."""
    if not webhook.is_active:
        return Pill("Off", "off", "grey")
    if not has_secret:
        return Pill("No secret", "warn", "red")
    if standing.attempted:
        return Pill("Failing", "warn", "orange")
    if is_overdue(standing, at):
        return Pill("Overdue", "clock", "orange")
    if standing.failed:
        return Pill("Some failed", "warn", "orange")
    return Pill("Waiting", "clock", "blue") if standing.waiting else Pill("On", "check", "green")


def is_overdue(standing: Standing, at: datetime) -> bool:
    """Whether messages have waited for a while without an attempt."""
    is_late = standing.due_since is not None and at - standing.due_since > OVERDUE
    return is_late and not standing.attempted


def attempt_words(attempt: Mapping[str, Any]) -> str:
    """The outcome of an attempt: `204 in 31 ms`."""
    outcome = attempt["status"] or "No answer"
    return f"{outcome} in {attempt['duration_ms']:,} ms"
