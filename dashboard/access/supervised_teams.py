"""Teams of supervisors: a supervisor acts for their agents; without teams, for all agents."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from dashboard.models import Supervision


def teams_of(user: User) -> list[str]:
    """The codes of a user's teams, in order; empty for all teams."""
    found = Supervision.objects.filter(user=user).values_list("teams", flat=True).first()
    return sorted(found or [])


def supervisors() -> dict[int, list[str]]:
    """The teams of every user who has some, by the user's key."""
    return {pk: sorted(teams) for pk, teams in Supervision.objects.values_list("user_id", "teams")}


def leads_by_team() -> dict[str, list[str]]:
    """The names of the users who have each team, by its code."""
    found: dict[str, list[str]] = {}
    for name, teams in Supervision.objects.order_by("user__username").values_list("user__username", "teams"):
        for code in teams:
            found.setdefault(code, []).append(name)
    return found


def teams_give(user: User, teams: Sequence[str]) -> None:
    """Replaces a user's teams; safe to repeat."""
    if teams:
        Supervision.objects.update_or_create(user=user, defaults={"teams": sorted(teams)})
    else:
        Supervision.objects.filter(user=user).delete()
