"""Sign-in by an OpenID Connect provider, for users whom an administrator has invited."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any, NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProviderAccount
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from requests import RequestException

from dashboard.accounts.adapter import log_sign_in

View = Callable[[HttpRequest, str], HttpResponse]
AWAY = "Single sign-on is not responding. Try again in a minute, or use your password."
log = logging.getLogger("dashboard.sign_in")


@dataclass(frozen=True)
class Identity:
    """What a user is known by at the provider, and when it was first and last used."""

    name: str
    subject: str
    first_at: datetime
    last_at: datetime


def identity_of(user: User) -> Identity | None:
    """The one with which a user has signed in, if any."""
    found = SocialAccount.objects.filter(user=user).first()
    if found is None:
        return None
    claims = _claims(found)
    return Identity(
        str(claims.get(settings.OIDC_CLAIM) or ""), found.uid, found.date_joined, found.last_login
    )


class SingleSignOn(DefaultSocialAccountAdapter):
    """A user is found by OIDC_CLAIM the first time, by the provider's own id (`sub`) from then on."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """403 for people who have no account here, or a disabled one."""
        # Whatever the address asked for: nobody connects another identity to the user signed in here.
        sociallogin.state["process"] = AuthProcess.LOGIN
        name = str(_claims(sociallogin.account).get(settings.OIDC_CLAIM) or "")
        user = sociallogin.user if sociallogin.is_existing else _invited(name)
        if user is None or not user.is_active:
            log_sign_in("failed", request, {"username": name})
            _refuse(request, f"There is no active user {name!r} here. Ask an administrator to invite you.")
        if not sociallogin.is_existing:
            sociallogin.connect(request, user)

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:  # noqa: ARG002 - allauth's
        """Never open: users are invited."""
        return False

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> NoReturn:
        """403 if the provider refuses or does not answer as it should."""
        why = (error, type(exception).__name__, extra_context)
        log.warning("sign-in by %s failed: %s %s %s", provider.name, *why)
        _refuse(request, f"Sign-in with {provider.name} did not work. Try again, or use your password.")

    def send_notification_mail(self, *_args: Any, **_named: Any) -> None:
        """Sends no e-mail."""


def _answered(view: View) -> View:
    """Decorates a view that asks the provider: 503 while it does not answer."""

    @wraps(view)
    def guarded(request: HttpRequest, provider_id: str) -> HttpResponse:
        try:
            return view(request, provider_id)
        except RequestException as error:
            log.warning("the identity provider does not answer: %s", type(error).__name__)
            return render(request, "503.html", {"sentence": AWAY}, status=HTTPStatus.SERVICE_UNAVAILABLE)

    return require_safe(guarded)


begin, come_back = _answered(openid_connect.login), _answered(openid_connect.callback)


def _claims(account: SocialAccount) -> dict[str, Any]:
    """Also while no provider is set up."""
    return OpenIDConnectProviderAccount(account).get_user_data() or {}


def _invited(name: str) -> User | None:
    """The user of this name, unless another account of the provider is this user's already."""
    found = User.objects.filter(username=name).first() if name else None
    return None if found is None or SocialAccount.objects.filter(user=found).exists() else found


def _refuse(request: HttpRequest, sentence: str) -> NoReturn:
    raise ImmediateHttpResponse(
        render(request, "403.html", {"exception": sentence}, status=HTTPStatus.FORBIDDEN)
    )
