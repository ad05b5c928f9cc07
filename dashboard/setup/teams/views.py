"""Page of teams: their codes and names, how many agents each has, and its supervisors."""

from collections import Counter
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.supervised_teams import leads_by_team
from dashboard.access.permissions import ADMINISTER
from dashboard.setup.code_pages import CodesPage
from dashboard.setup.form_pages import form_page
from dynamo.exceptions import DynamoError
from routing import selectors
from routing.model.settings.documents import Kind
from routing.runtime import router


@dataclass(frozen=True)
class Line:
    """One team: its code, name, number of agents, and the supervisors who have it."""

    code: str
    name: str
    agents: int
    supervisors: list[str]


@form_page(ADMINISTER)
def teams(request: HttpRequest) -> HttpResponse:
    """The teams with their agents, and the form, which saves them."""
    address = reverse("setup-teams")
    page = CodesPage("setup-teams", "dashboard/setup/teams.html", {Kind.TEAMS: address})
    return page.respond(request, Kind.TEAMS, lines=_lines())


def _lines() -> list[Line]:
    """The teams in their order, then codes that agents still have; none while DynamoDB is away."""
    try:
        found = [one for one in selectors.agents(router()) if not one.channel]
    except DynamoError:
        return []
    sizes, names, leads = Counter(one.team for one in found), router().teams.names, leads_by_team()
    known = (code for code in dict.fromkeys([*names, *sizes]) if code)
    return [Line(code, names.get(code, code), sizes[code], leads.get(code, [])) for code in known]
