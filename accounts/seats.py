"""Seats: which user sits at which agent's desk."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction

from accounts.exceptions import SeatTakenError
from accounts.models import Seat
from operations.operation import Permission
from routing import selectors, services
from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH
from routing.model.outcomes import Conflict
from routing.model.trail import SEAT_LEFT, SEAT_TAKEN
from routing.router import Router
from routing.services import trail_write
from simulation.agents_by_hand import agent_give_back, agent_take_over


def seat_of(user: User | AnonymousUser) -> str:
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
        seat_leave(router, seat.user, by=by, agent_id=agent_id)


def agent_remove(router: Router, *, agent_id: str, by: str, expected_version: int | None) -> Agent | Conflict:
    """Removes an agent as the service of routing does; its user loses the desk. Safe to repeat."""
    gone = services.agent_remove(router, agent_id=agent_id, by=by, expected_version=expected_version)
    if not isinstance(gone, Conflict):
        users_leave(router, agent_id, by=by)
    return gone


def user_to_seat(name: str) -> User | None:
    """The user of this name, if that user may have a desk: it takes the permission to see the board."""
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    return user if user is not None and user.has_perm(Permission.VIEW_BOARD) else None


def desk_check(router: Router, user: User, agent_id: str) -> None:
    """Raises InvalidFieldError if there is no such agent, SeatTakenError if another user has its desk."""
    if not agent_id:
        return
    agent = selectors.agent(router, agent_id)
    if agent is None or agent.channel:
        raise InvalidFieldError("agent", agent_id[:MAX_TEXT_LENGTH], f"there is no agent {agent_id!r}")
    if (sitter := sitter_of(agent_id)) not in ("", user.get_username()):
        raise SeatTakenError(agent_id, sitter)


def seat_give(router: Router, user: User, agent_id: str, *, by: str) -> None:
    """Assigns a user to an agent's desk, in place of the former one. Safe to repeat.

    A load run leaves the agent to that user from then on. Raises SeatTakenError, and DynamoError if the audit
    entry cannot be written: then nothing was changed.
    """
    while not seat_move(router, user, agent_id, by=by, before=seat_of(user)):
        pass


def seat_move(router: Router, user: User, agent_id: str, *, by: str, before: str) -> bool:
    """Does as `seat_give` if the user is still at the desk `before`, empty for none; answers whether."""
    facts = {"agent_id": agent_id, "given_by": by, "given_at": router.clock()}
    try:
        with transaction.atomic():
            if before:
                if not Seat.objects.filter(user=user, agent_id=before).update(**facts):
                    return False
            else:
                Seat.objects.create(user=user, **facts)
            if before != agent_id:
                _write_down(router, SEAT_TAKEN, user, agent_id, by)
    except IntegrityError:
        if seat_of(user) != before:
            return False
        raise SeatTakenError(agent_id, sitter_of(agent_id)) from None
    if before not in ("", agent_id):
        agent_give_back(before)
    agent_take_over(agent_id)
    return True


def seat_leave(router: Router, user: User, *, by: str, agent_id: str = "") -> str:
    """Takes a user from the desk, or only from this agent's, and answers whose desk it was.

    No effect, and an empty answer, without that desk. Raises DynamoError as `seat_give`.
    """
    agent_id = agent_id or seat_of(user)
    with transaction.atomic():
        left, _ = Seat.objects.filter(user=user, agent_id=agent_id).delete()
        if not left:
            return ""
        _write_down(router, SEAT_LEFT, user, agent_id, by)
    agent_give_back(agent_id)
    return agent_id


def _write_down(router: Router, kind: str, user: User, agent_id: str, by: str) -> None:
    trail_write(router, kind=kind, by=by, agent_id=agent_id, reason=f"user {user.get_username()}")
