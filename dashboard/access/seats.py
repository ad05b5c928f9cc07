"""Seats on pages: who may open or assign a desk, and for which agents a user may act (OPERATORS_ACT_FOR)."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts.seats import seat_of
from dashboard.access.permissions import CHOOSE, SUPERVISE, not_for
from routing.model.agents import person_id

NOT_YOURS = "This is somebody else's desk. Only its user and supervisors may open it."

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]
Person = User | AnonymousUser


def may_seat(user: Person, *, self_only: bool) -> bool:
    """Whether a user may assign a desk: supervisors to any user; in a demo operators to themselves."""
    return user.has_perm(SUPERVISE) or (self_only and settings.DEMO and user.has_perm(CHOOSE))


def not_at(request: HttpRequest, agent_id: str) -> HttpResponse | None:
    """The reply to users who neither sit at the agent's desk nor supervise; None for others."""
    if seat_of(request.user) == agent_id or request.user.has_perm(SUPERVISE):
        return None
    return not_for(request, NOT_YOURS)


def at_the_desk(view: View[Arguments]) -> View[Arguments]:
    """Admits only the user at the agent's desk, and supervisors; others get 403 with a message.

    The view's address needs `agent_id`. Goes below `permitted`, so the user is signed in and may see the
    board.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        return not_at(request, str(kwargs["agent_id"])) or view(request, *args, **kwargs)

    return guarded


EVERY_AGENT = "all"
OWN_ONLY = (
    "You may act only for the agent at your own desk. "
    "Ask a supervisor to act for others, or to give you your agent's desk."
)


def acts_for_all(user: Person) -> bool:
    """Whether a user may choose for every agent, not only for the agent of their own desk."""
    return settings.OPERATORS_ACT_FOR == EVERY_AGENT or user.has_perm(SUPERVISE)


def acts_for(user: Person, agent_ids: Collection[str]) -> bool:
    """The same for these agents, for calls and chats."""
    return acts_for_all(user) or {*map(person_id, agent_ids)} <= {seat_of(user)} - {""}
