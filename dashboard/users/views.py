"""Pages of users: the list with the roles, one user, and what administrators do with a user."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.access.roles import ALLOWED, BY_GROUP, ROLES, words_of
from dashboard.access.seats import SeatTakenError, seat_give, seat_leave, seat_of, sitters
from dashboard.access.supervised_teams import supervisors
from dashboard.accounts.single_sign_on import identity_of
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.users.administration import (
    LastAdministratorError,
    NameTakenError,
    user_change,
    user_disable,
    user_enable,
    user_invite,
    user_remove_two_factor,
    user_reset,
    user_unlink,
)
from dashboard.users.links import days_valid, link_of
from dashboard.users.user_form import NewUserForm, UserForm
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.router import Router
from routing.runtime import now, router

PAGE = "dashboard/users/user.html"
OWN = "You cannot disable yourself. Ask another administrator."


@dataclass(frozen=True)
class Line:
    """One row: a user, the roles in words, the names of the teams, and the agent of the desk."""

    user: User
    roles: str
    teams: str
    agent_id: str
    has_two_factors: bool


@shown_to(ADMINISTER)
def users(request: HttpRequest) -> HttpResponse:
    """The users by name, and what each role may do."""
    desks = {name: agent_id for agent_id, name in sitters().items()}
    teams = supervisors()
    found = User.objects.order_by("username").prefetch_related("groups")
    secured = set(
        Authenticator.objects.filter(type=Authenticator.Type.TOTP).values_list("user_id", flat=True)
    )
    context = {
        "lines": [_line(one, teams.get(one.pk, []), desks, one.pk in secured) for one in found],
        "roles": ROLES,
        "allowed": [(words, [name in role.permissions for role in ROLES]) for name, words in ALLOWED.items()],
        "now": now(),
    }
    return render(request, "dashboard/users/list.html", context)


def _line(user: User, teams: list[str], desks: Mapping[str, str], has_two_factors: bool) -> Line:  # noqa: FBT001 - a field of the line
    names = ", ".join(map(router().teams.name, teams))
    return Line(user, words_of(user), names, desks.get(user.get_username(), ""), has_two_factors)


@form_page(ADMINISTER)
def new_user(request: HttpRequest) -> HttpResponse:
    """The form of a new user; a POST shows the user's page with the link. 400 with the wrong fields."""
    form = NewUserForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _new(request, form)
    if not form.is_valid():
        return _new(request, form, status=400)
    router, given = acting(request), form.cleaned_data
    try:
        if not _is_agent(router, form):
            return _new(request, form, status=400)
        role = BY_GROUP[given["role"]]
        user = user_invite(
            router, name=given["name"], full_name=given["full_name"], role=role, teams=given.get("teams")
        )
    except NameTakenError:
        form.add_error("name", "User name: already in use")
        return _new(request, form, status=400)
    except DynamoError as error:
        return _new(request, form, trouble=away(error).text, status=503)
    trouble = ""
    try:
        _seated(router, user, form)
    except DynamoError as error:  # the user is there, and the link is shown only now
        trouble = f"{user.get_username()} was invited, but has no desk: {away(error).text}"
    shown = None if form.is_valid() and not trouble else form
    return _shown(request, user, shown, link=link_of(request, user), trouble=trouble)


@form_page(ADMINISTER)
def user(request: HttpRequest, name: str) -> HttpResponse:
    """One user: the form, and what it saves.

    400 with the wrong fields, 404 for an unknown user, 409 with the present values.
    """
    found = get_object_or_404(User, username=name)
    if request.method != "POST":
        return _shown(request, found)
    form = UserForm(request.POST, user=found)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    if differences := form.differences():
        return _shown(request, found, form, status=CONFLICT, differences=differences)
    return _saved(request, found, form)


def _saved(request: HttpRequest, found: User, form: UserForm) -> HttpResponse:
    router = acting(request)
    try:
        if not _is_agent(router, form):
            return _shown(request, found, form, status=400)
        given = form.cleaned_data
        user_change(
            router,
            found,
            full_name=given["full_name"],
            role=form.chosen_role(),
            teams=given.get("teams"),
        )
        _seated(router, found, form)
    except LastAdministratorError as error:
        form.add_error("role", f"Role: {error}")
    except DynamoError as error:
        return _shown(request, found, form, trouble=away(error).text, status=503)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    messages.success(request, f"{found.get_username()}: saved.")
    return HttpResponseRedirect(reverse("users"))


@require_POST
@never_cache
@permitted(ADMINISTER)
def link(request: HttpRequest, name: str) -> HttpResponse:
    """Resets the password, and shows the user's page with a new link."""
    found = get_object_or_404(User, username=name, is_active=True)
    try:
        user_reset(acting(request), found)
    except DynamoError as error:
        return _shown(request, found, trouble=away(error).text, status=503)
    return _shown(request, found, link=link_of(request, found))


@require_POST
@permitted(ADMINISTER)
def disable(request: HttpRequest, name: str) -> HttpResponse:
    """Disables a user; not oneself, and not the last administrator."""
    if name == request.user.get_username():
        messages.error(request, OWN)
        return HttpResponseRedirect(reverse("user", args=[name]))
    return _done(request, name, user_disable, "disabled. All sessions have ended.")


@require_POST
@permitted(ADMINISTER)
def enable(request: HttpRequest, name: str) -> HttpResponse:
    """Enables a disabled user."""
    return _done(request, name, user_enable, "enabled.")


@require_POST
@permitted(ADMINISTER)
def remove_two_factor(request: HttpRequest, name: str) -> HttpResponse:
    """Removes the second factor of a user who has lost it."""
    return _done(request, name, user_remove_two_factor, "two-factor sign-in is off.")


@require_POST
@permitted(ADMINISTER)
def unlink(request: HttpRequest, name: str) -> HttpResponse:
    """Removes the identity of single sign-on of a user who has another one now."""
    return _done(request, name, user_unlink, "single sign-on unlinked.")


def _done(request: HttpRequest, name: str, change: Callable[[Router, User], None], said: str) -> HttpResponse:
    found = get_object_or_404(User, username=name)
    try:
        change(acting(request), found)
        messages.success(request, f"{found.get_username()}: {said}")
    except LastAdministratorError as error:
        messages.error(request, str(error))
    except DynamoError as error:
        messages.error(request, away(error).text)
    return HttpResponseRedirect(reverse("user", args=[name]))


def _is_agent(router: Router, form: UserForm) -> bool:
    """Whether the desk named in the form exists, or none is named. Raises DynamoError."""
    agent_id = form.cleaned_data["agent"]
    if agent_id and selectors.agent(router, agent_id) is None:
        form.add_error("agent", f"Desk: there is no agent {agent_id!r}")
    return not form.errors


def _seated(router: Router, user: User, form: UserForm) -> None:
    """Assigns the desk named in the form, or frees the present one. Raises DynamoError."""
    agent_id, by = form.cleaned_data["agent"], router.actor
    try:
        if agent_id and agent_id != seat_of(user):
            seat_give(router, user, agent_id, by=by)
        elif not agent_id:
            seat_leave(router, user, by=by)
    except SeatTakenError as error:
        form.add_error("agent", f"Desk: {error.sitter or 'another user'} is at this desk")


def _new(request: HttpRequest, form: NewUserForm, *, trouble: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "address": reverse("user-new"), "trouble": trouble}
    return render(request, PAGE, context, status=status)


def _shown(
    request: HttpRequest,
    found: User,
    form: UserForm | None = None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context: Mapping[str, Any] = {
        "form": form or UserForm(user=found),
        "shown_user": found,
        "roles": words_of(found),
        "address": reverse("user", args=[found.get_username()]),
        "has_two_factors": is_mfa_enabled(found),
        "identity": identity_of(found),
        "is_self": found.pk == request.user.pk,
        "days": days_valid(),
        "now": now(),
        **more,
    }
    return render(request, PAGE, context, status=status)
