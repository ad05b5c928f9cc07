"""Pages of the second factor: code at sign-in, set-up with an authenticator app, recovery codes, removal."""

from http import HTTPStatus
from typing import Any

from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.base.views import ReauthenticateView as CodeAgainView
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy

from dashboard.accounts.adapter import TOO_MANY, log_sign_in
from dashboard.accounts.written_down import written_down
from outbound.sealing import UnreadableSecretError
from routing.model.trail import TWO_FACTOR_ADDED, TWO_FACTOR_REMOVED

FOLDER = "dashboard/accounts/two_factor"
OTHER_KEY = (
    "The server's SECRET_KEY has changed, so your second factor cannot be checked. "
    "Ask an administrator to turn off two-factor sign-in for you, and set it up again."
)


class CodeForm:
    """A form for a code from the app, or a recovery code. Failures are limited by user, and logged like
    wrong passwords.
    """

    request: HttpRequest

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """403 if the secret was encrypted with another SECRET_KEY: no code fits."""
        try:
            answer: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]  # a mixin of views
        except UnreadableSecretError:
            log_sign_in("failed", request, {"username": self.name})
            return render(request, "403.html", {"exception": OTHER_KEY}, status=HTTPStatus.FORBIDDEN)
        return answer

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        what = "throttled" if form.has_error("code", TOO_MANY) else "failed"
        log_sign_in(what, self.request, {"username": self.name})
        answer: HttpResponse = super().form_invalid(form)  # type: ignore[misc]  # a mixin of views
        return answer

    @property
    def name(self) -> str:
        """The user's."""
        return self.request.user.get_username()


class SignInCode(CodeForm, AuthenticateView):
    """The code that sign-in asks for."""

    template_name = f"{FOLDER}/code.html"

    @property
    def name(self) -> str:
        return str(self.stage.login.user.get_username())


class PasswordAgain(ReauthenticateView):
    """The password again, before a change of the second factor."""

    template_name = f"{FOLDER}/again.html"


class CodeAgain(CodeForm, CodeAgainView):
    """A code in place of the password."""

    template_name = f"{FOLDER}/again.html"


class SetUp(ActivateTOTPView):
    """QR code and first code; leads to the recovery codes."""

    template_name = f"{FOLDER}/set_up.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the QR code inside the page: the content security policy allows no `data:` images."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "qr_code": context["totp_svg"].partition("?>")[2] or context["totp_svg"]}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        return written_down(
            self,
            form,
            super().form_valid,
            kind=TWO_FACTOR_ADDED,
            name=self.request.user.get_username(),
            said="Two-factor sign-in is on.",
        )

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes")


class Remove(DeactivateTOTPView):
    """Removes app and recovery codes."""

    template_name = f"{FOLDER}/remove.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: forms.Form) -> HttpResponse:
        return written_down(
            self,
            form,
            super().form_valid,
            kind=TWO_FACTOR_REMOVED,
            name=self.request.user.get_username(),
            said="Two-factor sign-in is off.",
        )


class RecoveryCodes(ViewRecoveryCodesView):
    """The unused recovery codes."""

    template_name = f"{FOLDER}/recovery_codes.html"


class NewRecoveryCodes(GenerateRecoveryCodesView):
    """Replaces them."""

    template_name = f"{FOLDER}/new_recovery_codes.html"
