"""Permissions of the pages, and the answer to a user without one."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.roles import CONTROL_LOAD
from dashboard.answers import refusal, wants_json
from operations.operation import Permission

VIEW_BOARD, CHOOSE, SUPERVISE = Permission.VIEW_BOARD, Permission.CHOOSE, Permission.SUPERVISE
PLAN, ADMINISTER = Permission.PLAN, Permission.ADMINISTER

LACKING = {
    VIEW_BOARD: "Your account has no access to the dashboard. Ask an administrator to give you a role.",
    CHOOSE: "Your account may see the dashboard but not set agents' status. "
    "Ask an administrator to give you the role agent or supervisor.",
    SUPERVISE: "Only supervisors may see or do this. Ask an administrator to give you the role supervisor.",
    CONTROL_LOAD: "Only supervisors may start and stop the load. "
    "Ask an administrator to give you the role supervisor.",
    PLAN: "Only planners and supervisors may see or do this. "
    "Ask an administrator to give you the role planner.",
    ADMINISTER: "Only administrators may see or do this. Ask one of them.",
}

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]


def permitted(permission: str) -> Callable[[View[Arguments]], View[Arguments]]:
    """Admits only users with the permission.

    Others get the sign-in page or, for JSON, 401; signed-in users without it get 403 with a message.
    """

    def decorate(view: View[Arguments]) -> View[Arguments]:
        @wraps(view)
        def guarded(
            request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponseBase:
            return turned_away(request, permission) or view(request, *args, **kwargs)

        return guarded

    return decorate


def shown_to(permission: str) -> Callable[[View[Arguments]], View[Arguments]]:
    """Decorates a page, or a part of one: GET and HEAD, of users with the permission, never cached."""

    def decorate(view: View[Arguments]) -> View[Arguments]:
        return require_safe(never_cache(permitted(permission)(view)))

    return decorate


def permissions_of(user: User | AnonymousUser) -> set[str]:
    return {one for one in Permission if user.has_perm(one)}


def turned_away(request: HttpRequest, permission: str) -> HttpResponse | None:
    """The reply to users without the permission, as `permitted` says; None for others."""
    if not request.user.is_authenticated:
        if wants_json(request):
            return refusal(401, "You are signed out. Sign in again to continue.")
        # The posted form is lost with the session. Who asked for no page in particular starts as usual.
        wanted = request.get_full_path() if request.method == "GET" else ""
        return redirect_to_login(wanted) if wanted.strip("/") else redirect(settings.LOGIN_URL)
    if request.user.has_perm(permission):
        return None
    return not_for(request, LACKING[permission])


def not_for(request: HttpRequest, sentence: str) -> HttpResponse:
    """403 with a message, as JSON or as a page."""
    if wants_json(request):
        return refusal(403, sentence)
    raise PermissionDenied(sentence)
