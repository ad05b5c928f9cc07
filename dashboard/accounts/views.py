"""Sign-in and sign-out pages, and the answer after too many failures."""

from http import HTTPStatus
from typing import Any

from allauth.account.forms import LoginForm
from allauth.account.views import LoginView, LogoutView
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse
from django.shortcuts import render

from dashboard.accounts.adapter import TOO_MANY
from dashboard.answers import refusal, wants_json
from dashboard.forms import first_error


class SignInForm(LoginForm):
    """allauth's form, with its field `login` sent as `username`."""

    def add_prefix(self, field_name: str) -> str:
        return "username" if field_name == "login" else field_name

    def clean_login(self) -> str:
        """Stripped, and in the Unicode normal form of Django's user names."""
        return User.normalize_username(super().clean_login())


SECONDS_PER_MINUTE = 60


class SignIn(LoginView):
    """User name and password. Leads to `next` or to the start page; so does a GET by a signed-in user."""

    template_name = "dashboard/accounts/sign_in.html"

    def get_form_class(self) -> type[forms.Form]:
        return SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Without allauth's links to pages that this site does not have."""
        context: dict[str, Any] = super(LoginView, self).get_context_data(**kwargs)  # type: ignore[no-untyped-call]
        return {
            **context,
            "providers": settings.SOCIALACCOUNT_PROVIDERS.get("openid_connect", {}).get("APPS", []),
        }

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """The page with the error; 429 after too many failures. As JSON 400, 401 or 429 with a message."""
        status = _status(form)
        if wants_json(self.request):
            answer: HttpResponse = refusal(status, first_error(form))
        elif status == HTTPStatus.TOO_MANY_REQUESTS:
            answer = render(self.request, "429.html", {"sentence": first_error(form)}, status=status)
        else:
            answer = super().form_invalid(form)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            answer.headers["Retry-After"] = str(settings.SIGN_IN_PAUSE_MINUTES * SECONDS_PER_MINUTE)
        return answer


class SignOut(LogoutView):
    """By POST only: no link on another site can sign a user out."""

    http_method_names = ["post"]  # noqa: RUF012 - the form Django reads


def _status(form: forms.Form) -> HTTPStatus:
    if form.has_error(NON_FIELD_ERRORS, TOO_MANY):
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.UNAUTHORIZED if form.has_error(NON_FIELD_ERRORS) else HTTPStatus.BAD_REQUEST
