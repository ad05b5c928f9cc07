"""Reach of a user: supervisors with teams act for their agents, all others as their permissions say."""

from typing import Any

from operations.operation import Permission
from routing.model.people.reach import EVERY_AGENT, Reach


def reach_of(user: Any) -> Reach:
    """The agents for whom a user may act, besides what the permissions say. One query for a supervisor.

    Only supervisors who do not administer have teams of their own; without any they act for all agents.
    """
    if not user.has_perm(Permission.SUPERVISE) or user.has_perm(Permission.ADMINISTER):
        return EVERY_AGENT
    lead = getattr(user, "supervision", None)  # of accounts, which are above
    if lead is None:
        return EVERY_AGENT
    seat = getattr(user, "seat", None)
    return Reach(frozenset(lead.teams), seat.agent_id if seat else "")
