"""Attempts to deliver a message: one signed POST, the answer, and when the next one is due."""

import http.client
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from outbound.addresses import why_no_url, why_refused
from outbound.posting import Poster
from outbound.signing import standard_signed
from reporting.models import Delivery

TIMEOUT_SECONDS = 5.0
OK, REDIRECT = 200, 300
MOST_HEAD = 500
# Seconds to the next attempt; the last one repeats until the delivery is given up.
PAUSES = (5, 30, 120, 600, 1800, 3600, 7200, 14_400)
GIVEN_UP_AFTER = timedelta(hours=24)
MOST_ATTEMPTS_KEPT = 20


@dataclass(frozen=True)
class Attempt:
    """One attempt: `status` of HTTP, 0 without an answer; `said` is the start of the answer, or why not."""

    at: datetime
    status: int
    duration_ms: int
    said: str

    @property
    def is_taken(self) -> bool:
        """Whether the receiver took the message."""
        return OK <= self.status < REDIRECT

    @property
    def shown(self) -> dict[str, Any]:
        """As a delivery keeps it."""
        return {
            "at": self.at.isoformat(timespec="milliseconds"),
            "status": self.status,
            "duration_ms": self.duration_ms,
            "said": self.said,
        }


def pause_after(tries: int) -> timedelta:
    """The time to the next attempt after this many."""
    return timedelta(seconds=PAUSES[min(max(tries, 1), len(PAUSES)) - 1])


def why_not_url(url: str) -> str:
    """Why nothing is sent to an address, or empty; a name is checked again when it is resolved."""
    return why_no_url(url) or why_refused(host_in(url), private=settings.WEBHOOKS_PRIVATE)


def host_in(url: str) -> str:
    """The host of an address, without its port."""
    return urlsplit(url).hostname or ""


def attempt(delivery: Delivery, *, url: str, secret: str | None, clock: Callable[[], datetime]) -> Attempt:
    """Posts a message once; never raises for what a receiver does."""
    at, began = clock(), time.monotonic()
    if not secret:
        return Attempt(at, 0, 0, "it has no signing secret: create one under Setup → Integrations")
    if why := why_not_url(url):
        return Attempt(at, 0, 0, why)
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json",
        **standard_signed(secret, body, message_id=delivery.message_id, at=at.timestamp()),
    }
    poster = Poster(url, timeout_seconds=TIMEOUT_SECONDS, private=settings.WEBHOOKS_PRIVATE)
    try:
        answer = poster.post(body, headers, reads=True)
        status, said = answer.status, answer.body[:MOST_HEAD].decode(errors="replace")
    except (OSError, ValueError, http.client.HTTPException) as error:
        status, said = 0, (str(error) or type(error).__name__)[:MOST_HEAD]
    finally:
        poster.close()
    return Attempt(at, status, round((time.monotonic() - began) * 1000), said.replace("\0", ""))
