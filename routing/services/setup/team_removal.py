"""Removal of a team from the settings: refused while agents belong to it."""

from collections.abc import Collection

from routing.exceptions import InvalidFieldError
from routing.model.settings.teams import TEAMS
from routing.router import Router
from routing.storage import store

NAMED = 3


def check_removed_teams(router: Router, before: Collection[str], after: Collection[str] | None) -> None:
    """Raises InvalidFieldError if an agent belongs to a team that is in one document and not in the other.

    An agent that joins it at the same time keeps the code, which no supervisor of teams covers. `after` is
    None if the teams do not change.
    """
    gone = set(before).difference(before if after is None else after)
    if not gone:
        return
    members = [one for one in store.read_agents(router.table) if one.team in gone and not one.channel]
    if members:
        named = ", ".join(one.name for one in members[:NAMED])
        more = f" and {len(members) - NAMED} more" if len(members) > NAMED else ""
        allowed = f"{named}{more} belong to it; move them to another team first"
        raise InvalidFieldError(TEAMS, members[0].team, allowed)
