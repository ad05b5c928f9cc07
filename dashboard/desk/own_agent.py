"""Own agent: operators act for the agent of their desk, supervisors for all (OPERATORS_ACT_FOR)."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from dashboard.access import SUPERVISE, not_for
from dashboard.desk.seats import Person, seat_of

EVERY_AGENT = "all"
OWN_ONLY = (
    "You may act only for the agent at your own desk. "
    "Ask a supervisor to act for others, or to give you your agent's desk."
)

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]


def acts_for_all(user: Person) -> bool:
    """Whether a user may choose for every agent, not only for the agent of the own desk."""
    return settings.OPERATORS_ACT_FOR == EVERY_AGENT or user.has_perm(SUPERVISE)


def acts_for(user: Person, agent_ids: Collection[str]) -> bool:
    """The same for these agents."""
    return acts_for_all(user) or {*agent_ids} <= {seat_of(user)} - {""}


def for_the_agent(view: View[Arguments]) -> View[Arguments]:
    """Admits only users who may act for the agent; others get 403 with a message.

    The view's address needs `agent_id`. Goes below `permitted`.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        if acts_for(request.user, [str(kwargs["agent_id"])]):
            return view(request, *args, **kwargs)
        return not_for(request, OWN_ONLY)

    return guarded
