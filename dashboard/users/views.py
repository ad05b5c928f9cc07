"""Pages of users: the list with the roles, one user, and a new link."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.administration import user_reset
from accounts.exceptions import AccountError
from accounts.links import days_valid, link_of
from accounts.reading import Account, account_named, accounts_read
from accounts.roles import ALLOWED, BY_GROUP, ROLES, words_of
from accounts.user_facts import Overtaken, user_change, user_invite
from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.accounts.single_sign_on import identity_of
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.users.user_form import NewUserForm, UserForm
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.exceptions import InvalidFieldError
from routing.runtime import now, router

PAGE = "dashboard/users/user.html"


@dataclass(frozen=True)
class Line:
    """One row: a user, the roles and the names of the teams in words, and the name of the desk's agent."""

    account: Account
    roles: str
    teams: str
    desk: str


@shown_to(ADMINISTER)
def users(request: HttpRequest) -> HttpResponse:
    """The users by name, and what each role may do."""
    found = [*accounts_read()]
    names = _agent_names(one.agent_id for one in found if one.agent_id)
    context = {
        "lines": [_line(one, names.get(one.agent_id, one.agent_id)) for one in found],
        "roles": ROLES,
        "allowed": [(words, [name in role.permissions for role in ROLES]) for name, words in ALLOWED.items()],
        "now": now(),
    }
    return render(request, "dashboard/users/list.html", context)


def _line(account: Account, desk: str) -> Line:
    return Line(account, words_of(account.user), ", ".join(map(router().teams.name, account.teams)), desk)


def _agent_names(agent_ids: Iterable[str]) -> dict[str, str]:
    """Names by id; none while DynamoDB is away."""
    try:
        return {agent.agent_id: agent.name for agent in selectors.agents_by_id(router(), agent_ids)}
    except DynamoError:
        return {}


@form_page(ADMINISTER)
def new_user(request: HttpRequest) -> HttpResponse:
    """The form of a new user; a POST shows the user's page with the link. 400 with the wrong fields."""
    form = NewUserForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _new(request, form)
    if not form.is_valid():
        return _new(request, form, status=400)
    given = form.cleaned_data
    try:
        invited = user_invite(
            acting(request),
            name=given["name"],
            full_name=given["full_name"],
            role=BY_GROUP[given["role"]],
            teams=given.get("teams", ()),
            agent_id=given["agent"],
        )
    except (AccountError, InvalidFieldError) as error:
        form.refuse(error)
        return _new(request, form, status=400)
    except DynamoError as error:
        return _new(request, form, trouble=away(error).text, status=503)
    return _shown(request, _account(invited.get_username()), link=link_of(request, invited))


@form_page(ADMINISTER)
def user(request: HttpRequest, name: str) -> HttpResponse:
    """One user: the form, and what it saves.

    400 with the wrong fields, 404 for an unknown user, 409 with the present values.
    """
    found = _account(name)
    if request.method != "POST":
        return _shown(request, found)
    form = UserForm(request.POST, account=found)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    given = form.cleaned_data
    try:
        saved = user_change(
            acting(request),
            found.user,
            full_name=given["full_name"],
            role=form.chosen_role(),
            teams=given.get("teams"),
            agent_id=given["agent"],
            expected_version=given["seen"] or None,
        )
    except (AccountError, InvalidFieldError) as error:
        form.refuse(error)
        return _shown(request, found, form, status=400)
    except DynamoError as error:
        return _shown(request, found, form, trouble=away(error).text, status=503)
    if isinstance(saved, Overtaken):
        differences = form.differences(saved.current)
        return _shown(request, saved.current, form, status=CONFLICT, differences=differences)
    messages.success(request, f"{saved.name}: saved.")
    return HttpResponseRedirect(reverse("users"))


@require_POST
@never_cache
@permitted(ADMINISTER)
def link(request: HttpRequest, name: str) -> HttpResponse:
    """Resets the password, and shows the user's page with a new link."""
    found = _account(name)
    try:
        user_reset(acting(request), found.user)
    except AccountError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("user", args=[name]))
    except DynamoError as error:
        return _shown(request, found, trouble=away(error).text, status=503)
    return _shown(request, found, link=link_of(request, found.user))


def _account(name: str) -> Account:
    found = account_named(name)
    if found is None:
        raise Http404("There is no such user.")
    return found


def _new(request: HttpRequest, form: NewUserForm, *, trouble: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "address": reverse("user-new"), "trouble": trouble}
    return render(request, PAGE, context, status=status)


def _shown(
    request: HttpRequest,
    found: Account,
    form: UserForm | None = None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context: Mapping[str, Any] = {
        "form": form or UserForm(account=found),
        "account": found,
        "shown_user": found.user,
        "address": reverse("user", args=[found.name]),
        "identity": identity_of(found.user),
        "is_self": found.user.pk == request.user.pk,
        "days": days_valid(),
        "now": now(),
        **more,
    }
    return render(request, PAGE, context, status=status)
