"""Page of teams: saved, joined by agents in the form and in CSV, removed only when empty."""

from io import BytesIO

import pytest
from django.test import Client

from accounts.supervised_teams import teams_give
from routing import runtime
from routing.router import Router
from tests.centres import agent_now
from tests.integration.dashboard.conftest import a_user
from tests.integration.dashboard.page_forms import shown
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]


def save(client: Client, text: str, version: int) -> str:
    given = {"teams-text": text, "teams-version": str(version)}
    return client.post("/setup/teams/", given, follow=True).content.decode()


def test_agents_join_a_team_which_then_cannot_be_removed(administrator: Client, router: Router) -> None:
    assert "Teams: saved." in save(administrator, "sales: <b>Sales\nnorth: North", 0)
    wait_until(lambda: "north" in runtime.router().teams.names, "it is followed")
    given = {"name": "Ana", "agent_id": "ana", "gender": "F", "languages": "Spanish", "team": "sales"}
    new = {**shown(administrator, "/setup/new-agent/"), **given}
    assert "Ana: saved." in administrator.post("/setup/new-agent/", new, follow=True).content.decode()
    assert agent_now(router, "ana").team == "sales"
    for page in ("/setup/agents/", "/setup/teams/", "/agents/ana/"):
        assert "&lt;b&gt;Sales" in administrator.get(page).content.decode(), page
    teams_give(a_user("mara", "supervisors"), ["sales"])
    assert "/users/mara/" in administrator.get("/setup/teams/").content.decode()
    assert "Ana belong" in save(administrator, "north: North", 1)
    assert "Teams: saved." in save(administrator, "sales: Sales and service", 1)

    file = BytesIO(b"agent_id,name,gender,languages,team\nana,Ana,F,Spanish,north\nben,Ben,M,Spanish,sales\n")
    file.name = "agents.csv"
    wait_until(lambda: "north" not in runtime.router().teams.names, "it is followed")
    checked = administrator.post("/setup/import-agents/", {"file": file}).content.decode()
    assert "choose one of sales" in checked
    assert "1 new, 0 changed" in checked
