"""Pages of an account: its details, and its password, chosen by a link or changed."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import forms
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy

from accounts.roles import words_of
from accounts.seats import seat_of
from dashboard.access.permissions import VIEW_BOARD, shown_to
from dashboard.accounts.single_sign_on import identity_of
from dashboard.accounts.written_down import written_down
from routing.model.trail import PASSWORD_SET
from routing.runtime import now

Form = TypeVar("Form", bound="forms.SetPasswordForm[User]")


@shown_to(VIEW_BOARD)
def account(request: HttpRequest) -> HttpResponse:
    """The signed-in user: name, role, desk."""
    assert isinstance(request.user, User)
    context = {
        "roles": words_of(request.user),
        "agent_id": seat_of(request.user),
        "has_two_factors": is_mfa_enabled(request.user),
        "identity": identity_of(request.user),
        "now": now(),
    }
    return render(request, "dashboard/accounts/account.html", context)


class ChoosePassword(PasswordResetConfirmView):
    """Choice of a password, by a link from an administrator; leads to the sign-in page.

    410 for a link that was used or is too old, 503 if the audit entry cannot be written.
    """

    template_name = "dashboard/accounts/choose_password.html"
    success_url = reverse_lazy("sign-in")

    def get_user(self, uidb64: str) -> User | None:
        """The user of the link, unless disabled."""
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def form_valid(self, form: "forms.SetPasswordForm[User]") -> HttpResponse:
        return _written_down(self, form, super().form_valid)

    def render_to_response(self, context: dict[str, Any], **named: Any) -> HttpResponse:
        named.setdefault("status", HTTPStatus.OK if self.validlink else HTTPStatus.GONE)
        return super().render_to_response(context, **named)


class PresentPasswordForm(forms.PasswordChangeForm):
    """Asks for the present password too."""

    def clean_old_password(self) -> str:
        """Guesses in a session, which may be a stolen one, are counted and logged with failed sign-ins."""
        given = str(self.cleaned_data["old_password"])
        if not get_adapter().reauthenticate(self.user, given):
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return given


class ChangePassword(PasswordChangeView):
    """Change by the user, who knows the current one. Other sessions end. 503 as above."""

    template_name = "dashboard/accounts/change_password.html"
    success_url = reverse_lazy("account")

    def get_form_class(self) -> type[forms.PasswordChangeForm]:
        return PresentPasswordForm

    def form_valid(self, form: forms.PasswordChangeForm) -> HttpResponse:
        return _written_down(self, form, super().form_valid)


def _written_down(
    view: ChoosePassword | ChangePassword, form: Form, save: Callable[[Form], HttpResponse]
) -> HttpResponse:
    name = form.user.get_username()
    return written_down(view, form, save, kind=PASSWORD_SET, name=name, said="Password saved.")
