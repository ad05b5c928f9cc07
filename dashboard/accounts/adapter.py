"""Adapter of allauth: one limit per user, our words, log lines."""

import json
import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.seats import seat_of
from api.access.client_address import client_address
from dashboard.access.permissions import CHOOSE, SUPERVISE
from dashboard.access.seats import Person

TOO_MANY = "too_many_login_attempts"
LONGEST_NAME = 150

log = logging.getLogger("dashboard.sign_in")


class Adapter(DefaultAccountAdapter):
    """User name, password and a code of the second factor: no e-mail, no sign-up."""

    error_messages = {  # noqa: RUF012 - the form allauth reads
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": "Wrong user name or password. Both are case-sensitive.",
        TOO_MANY: f"Too many failed sign-ins. Try again in {settings.SIGN_IN_PAUSE_MINUTES} minutes.",
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts, and raises ValidationError after too many."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            if cache.add(f"sign-in-throttled:{client_address(request)}", value=True, timeout=60):
                log_sign_in("throttled", request, credentials)
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """An unknown user, a wrong password or a disabled account."""
        log_sign_in("failed", request, credentials)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002
        # allauth's key also has the host: each other port in a Host header would start a new count.
        return str(credentials.get("username", "")).lower()

    def get_client_ip(self, request: HttpRequest) -> str:
        """Never raises."""
        return client_address(request)

    def get_login_stages(self) -> list[str]:
        """The code of users who have a second factor; allauth's others are for e-mail."""
        return ["allauth.mfa.stages.AuthenticateStage"]

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where a user starts who did not ask for a page."""
        return reverse(start_page(request.user))

    def is_safe_url(self, url: str) -> bool:
        """Only this host, by this scheme: allauth would also lead to others of ALLOWED_HOSTS."""
        request = self.request
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth names it
        """Never: views answer JSON in the words of this site."""
        return False

    def add_message(self, *_args: Any, **_named: Any) -> None:
        """Adds none: the page shows that the user is signed in."""


def start_page(user: Person) -> str:
    """The name of the page after sign-in: the desk for agents, the board for all others."""
    is_agent = user.has_perm(CHOOSE) and not user.has_perm(SUPERVISE) and seat_of(user)
    return "desk" if is_agent else "board"


def log_sign_in(what: str, request: HttpRequest, credentials: dict[str, Any]) -> None:
    """One line, for any user name. fail2ban reads it: see deploy/README.md."""
    name = json.dumps(str(credentials.get("username", ""))[:LONGEST_NAME])
    log.warning("sign-in %s address=%s user=%s", what, client_address(request), name)
