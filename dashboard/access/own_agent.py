"""Own agent: operators act for the agent of their desk, supervisors for all (OPERATORS_ACT_FOR)."""

from collections.abc import Collection

from django.conf import settings

from dashboard.access.permissions import SUPERVISE
from dashboard.access.seats import Person, seat_of

EVERY_AGENT = "all"
OWN_ONLY = (
    "You may act only for the agent at your own desk. "
    "Ask a supervisor to act for others, or to give you your agent's desk."
)


def acts_for_all(user: Person) -> bool:
    """Whether a user may choose for every agent, not only for the agent of the own desk."""
    return settings.OPERATORS_ACT_FOR == EVERY_AGENT or user.has_perm(SUPERVISE)


def acts_for(user: Person, agent_ids: Collection[str]) -> bool:
    """The same for these agents."""
    return acts_for_all(user) or {*agent_ids} <= {seat_of(user)} - {""}
