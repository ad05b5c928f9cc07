"""Desks: assigned and freed by supervisors, each within reach."""

from django.contrib.auth.models import User

from accounts.exceptions import NoSuchUserError
from accounts.seats import seat_leave, seat_move, seat_of, user_to_seat, users_leave
from routing import selectors
from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent
from routing.router import Router


def desk_agent(router: Router, agent_id: str) -> Agent:
    """The agent of a desk. Raises UnknownAgentError, OutOfReachError, DynamoError."""
    agent = selectors.agent(router, agent_id)
    if agent is None or agent.channel:
        raise UnknownAgentError(agent_id)
    router.reach.check(agent, router.teams)
    return agent


def desk_give(router: Router, *, agent_id: str, user_name: str) -> Agent:
    """Assigns a user to an agent's desk, in place of the user's former one; safe to repeat.

    A user who gets another desk meanwhile is looked at again.

    Raises UnknownAgentError, NoSuchUserError, OutOfReachError, also for that former desk, SeatTakenError, and
    DynamoError: then nothing was changed.
    """
    agent, user = desk_agent(router, agent_id), user_to_seat(user_name)
    if user is None:
        raise NoSuchUserError(user_name)
    while not seat_move(router, user, agent.agent_id, by=router.actor, before=_checked_seat(router, user)):
        pass
    return agent


def desk_leave(router: Router, user: User) -> str:
    """Takes a user from the desk and answers whose desk it was; safe to repeat.

    A desk that the user is given meanwhile is kept. Raises OutOfReachError, DynamoError.
    """
    seat = _checked_seat(router, user)
    return seat_leave(router, user, by=router.actor, agent_id=seat) if seat else ""


def desk_free(router: Router, agent_id: str) -> Agent:
    """Takes the user, if there is one, from an agent's desk; safe to repeat. Raises as `desk_agent`."""
    agent = desk_agent(router, agent_id)
    users_leave(router, agent_id, by=router.actor)
    return agent


def _checked_seat(router: Router, user: User) -> str:
    """The agent of a user's desk, or empty. Raises OutOfReachError if that is beyond the mover's reach."""
    seat = seat_of(user)
    if router.reach.is_limited and seat:
        router.reach.check(selectors.agent(router, seat), router.teams)
    return seat
