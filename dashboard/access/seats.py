"""Seats: which user sits at which agent's desk, and for which agents a user may act (OPERATORS_ACT_FOR)."""

from collections.abc import Callable, Collection, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from dashboard.access.permissions import CHOOSE, SUPERVISE, VIEW_BOARD, not_for
from dashboard.models import Seat
from routing.model.agents import person_id
from routing.model.trail import SEAT_LEFT, SEAT_TAKEN
from routing.router import Router
from routing.services import trail_write
from simulation.agents_by_hand import agent_give_back, agent_take_over

NOT_YOURS = "This is somebody else's desk. Only its user and supervisors may open it."

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]
Person = User | AnonymousUser


class SeatTakenError(Exception):
    """Another user has that desk."""

    def __init__(self, agent_id: str, sitter: str) -> None:
        super().__init__(f"agent: {sitter or 'another user'} is already at the desk of {agent_id!r}")
        self.sitter = sitter


def seat_of(user: Person) -> str:
    """The id of the agent of a user's desk; empty without a desk."""
    found = Seat.objects.filter(user__username=user.get_username())
    return found.values_list("agent_id", flat=True).first() or ""


def sitters() -> dict[str, str]:
    """The user name at each desk, by the agent's id."""
    return dict(Seat.objects.values_list("agent_id", "user__username"))


def sitter_of(agent_id: str) -> str:
    """The name of the user at an agent's desk, or empty."""
    return Seat.objects.filter(agent_id=agent_id).values_list("user__username", flat=True).first() or ""


def seats_of(agent_ids: Iterable[str]) -> dict[str, str]:
    """The names of the users at these agents' desks, by agent."""
    found = Seat.objects.filter(agent_id__in=[*agent_ids])
    return dict(found.values_list("agent_id", "user__username"))


def users_leave(router: Router, agent_id: str, *, by: str) -> None:
    """Takes the user, if there is one, from an agent's desk. Raises DynamoError as `seat_give`."""
    for seat in Seat.objects.filter(agent_id=agent_id).select_related("user"):
        seat_leave(router, seat.user, by=by)


def user_to_seat(name: str) -> User | None:
    """The user of this name, if that user may have a desk: it takes the permission to see the board."""
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    return user if user is not None and user.has_perm(VIEW_BOARD) else None


def seat_give(router: Router, user: User, agent_id: str, *, by: str) -> None:
    """Assigns a user to an agent's desk, in place of the former one. Safe to repeat.

    A load run leaves the agent to that user from then on. Raises SeatTakenError, and DynamoError if the audit
    entry cannot be written: then nothing was changed.
    """
    before = seat_of(user)
    facts = {"agent_id": agent_id, "given_by": by, "given_at": router.clock()}
    try:
        with transaction.atomic():
            Seat.objects.update_or_create(user=user, defaults=facts)
            if before != agent_id:
                _write_down(router, SEAT_TAKEN, user, agent_id, by)
    except IntegrityError:
        raise SeatTakenError(agent_id, sitter_of(agent_id)) from None
    if before not in ("", agent_id):
        agent_give_back(before)
    agent_take_over(agent_id)


def seat_leave(router: Router, user: User, *, by: str) -> str:
    """Takes a user from the desk and answers whose desk it was; no effect without a desk.

    Raises DynamoError as `seat_give`.
    """
    agent_id = seat_of(user)
    if not agent_id:
        return ""
    with transaction.atomic():
        Seat.objects.filter(user=user).delete()
        _write_down(router, SEAT_LEFT, user, agent_id, by)
    agent_give_back(agent_id)
    return agent_id


def _write_down(router: Router, kind: str, user: User, agent_id: str, by: str) -> None:
    trail_write(router, kind=kind, by=by, agent_id=agent_id, reason=f"user {user.get_username()}")


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
