"""Teams of supervisors: a supervisor acts for their agents; without teams, for all agents."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from accounts.models import Supervision


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
        Supervision.objects.update_or_create(user=user, defaults={"teams": sorted({*teams})})
    else:
        Supervision.objects.filter(user=user).delete()
