"""Pages of an account: what it is, and its password, chosen by a link or changed."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth import forms
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy

from api.access.client_address import client_address
from dashboard.access.permissions import VIEW_BOARD, shown_to
from dashboard.access.roles import words_of
from dashboard.access.seats import seat_of
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.model.trail import PASSWORD_SET
from routing.runtime import router
from routing.services import trail_write

Form = TypeVar("Form", bound="forms.SetPasswordForm[User]")


@shown_to(VIEW_BOARD)
def account(request: HttpRequest) -> HttpResponse:
    """The signed-in user: name, role, desk."""
    assert isinstance(request.user, User)
    context = {"roles": words_of(request.user), "agent_id": seat_of(request.user)}
    return render(request, "dashboard/accounts/account.html", context)


class ChoosePassword(PasswordResetConfirmView):
    """By the link of an administrator; leads to the sign-in page.

    410 for a link that was used or is too old, 503 if the audit entry cannot be written.
    """

    template_name = "dashboard/accounts/choose_password.html"
    success_url = reverse_lazy("sign-in")

    def get_user(self, uidb64: str) -> User | None:
        """Not a disabled one."""
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def form_valid(self, form: "forms.SetPasswordForm[User]") -> HttpResponse:
        return _saved(self, form, super().form_valid)

    def render_to_response(self, context: dict[str, Any], **named: Any) -> HttpResponse:
        named.setdefault("status", HTTPStatus.OK if self.validlink else HTTPStatus.GONE)
        return super().render_to_response(context, **named)


class ChangePassword(PasswordChangeView):
    """By the user, who knows the present one. Other sessions end. 503 as above."""

    template_name = "dashboard/accounts/change_password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: forms.PasswordChangeForm) -> HttpResponse:
        return _saved(self, form, super().form_valid)


def _saved(
    view: ChoosePassword | ChangePassword, form: Form, save: Callable[[Form], HttpResponse]
) -> HttpResponse:
    """The password, saved together with its audit entry."""
    name = form.user.get_username()
    try:
        with transaction.atomic():
            response = save(form)
            trail_write(
                replace(router(), origin=client_address(view.request)),
                kind=PASSWORD_SET,
                by=name,
                reason=f"user {name}",
            )
    except DynamoError as error:
        form.add_error(None, away(error).text)
        return view.render_to_response(view.get_context_data(form=form), status=503)
    messages.success(view.request, "Password saved.")
    return response
