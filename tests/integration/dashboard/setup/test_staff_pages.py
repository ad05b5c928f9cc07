"""Pages of the staff: added, changed, deactivated, removed; imported from CSV after a check."""

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.seats import seat_give, seat_of
from routing import selectors, services
from routing.model.agents import AgentStatus, Choice
from routing.router import Router
from routing.services.setup.staff import Facts, agent_edit
from tests.builders import a_waiting_agent
from tests.centres import agent_now
from tests.integration.dashboard.page_forms import shown

pytestmark = [pytest.mark.django_db]
SHEET = "agent_id,name,gender,languages\nana,Ana <b>,F,Spanish;French\nben,Ben,M,English\n"


def form(client: Client, address: str, **given: Any) -> dict[str, Any]:
    return {**shown(client, address), "languages": ["Spanish"], "gender": "F", "is_active": "on", **given}


def sheet(client: Client, text: str) -> Any:
    file = BytesIO(text.encode())
    file.name = "agents.csv"
    return client.post("/setup/import-agents/", {"file": file})


def imported(client: Client, checked: str) -> Any:
    """What the button below a check sends."""
    form = checked.split('<form class="roll-back"')[1].split("</form>", maxsplit=1)[0]
    (digest,) = re.findall(r'name="checked" value="(\w+)"', form)
    (text,) = re.findall(r'name="text" hidden>\n([^<]*)</textarea>', form)
    given = {"text": unescape(text), "checked": digest, "do": "import"}
    return client.post("/setup/import-agents/", given, follow=True)


def test_an_agent_is_added_changed_and_removed(administrator: Client, router: Router) -> None:
    new = form(administrator, "/setup/new-agent/", name="Ana <b>Torres", agent_id="ana")
    assert (
        "Ana &lt;b&gt;Torres: saved."
        in administrator.post("/setup/new-agent/", new, follow=True).content.decode()
    )
    ana = agent_now(router, "ana")
    assert (ana.status, ana.languages) == (AgentStatus.OFFLINE, frozenset({"Spanish"}))
    again = administrator.post("/setup/new-agent/", {**new, "name": "Other"})
    assert (again.status_code, "already in use by another agent" in again.content.decode()) == (409, True)

    late = form(administrator, "/setup/agents/ana/", name="Late")
    administrator.post("/setup/agents/ana/", form(administrator, "/setup/agents/ana/", languages=["French"]))
    assert agent_now(router, "ana").languages == {"French"}
    reply = administrator.post("/setup/agents/ana/", late)
    assert reply.status_code == 409
    assert "somebody else changed this agent (ada)" in reply.content.decode()

    ada = User.objects.get(username="ada")
    seat_give(router, ada, "ana", by="ada")
    version = {"version": str(agent_now(router, "ana").version)}
    gone = administrator.post("/setup/agents/ana/remove/", version, follow=True).content.decode()
    assert "Ana &lt;b&gt;Torres: removed." in gone
    assert selectors.agent(router, "ana") is None
    assert seat_of(ada) == ""
    assert administrator.get("/setup/agents/ana/").status_code == 404


def test_after_a_conflict_the_form_keeps_every_choice(administrator: Client, router: Router) -> None:
    services.agent_create(router, name="Ana", gender="F", languages=["Spanish"], agent_id="ana")
    late = form(administrator, "/setup/agents/ana/", languages=["English", "Spanish"])
    other = form(administrator, "/setup/agents/ana/", languages=["English", "French"])
    administrator.post("/setup/agents/ana/", other)
    page = administrator.post("/setup/agents/ana/", late).content.decode()
    assert len(re.findall('name="languages"[^>]* checked', page)) == 2
    assert "<dd>English, French</dd>" in page


def test_one_who_works_is_not_removed_but_deactivated(administrator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    version = {"version": str(agent_now(router, "ana").version)}
    said = administrator.post("/setup/agents/ana/remove/", version, follow=True).content.decode()
    assert "deactivate the agent first" in said
    given = form(administrator, "/setup/agents/ana/")
    del given["is_active"]
    administrator.post("/setup/agents/ana/", given)
    assert agent_now(router, "ana").status is AgentStatus.OFFLINE
    assert "Deactivated" in administrator.get("/setup/agents/").content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": ""}, "Name: required"),
        ({"languages": []}, "Languages: choose at least one"),
        ({"languages": ["Latin"]}, "Latin is not one of the available choices"),
        ({"agent_id": "a~b"}, "marks chat rows"),
        ({"agent_id": "a\u2028b"}, "invisible"),
    ],
)
def test_a_wrong_field_is_named(
    administrator: Client, router: Router, given: dict[str, Any], said: str
) -> None:
    new = form(administrator, "/setup/new-agent/", **{"name": "Ana", **given})
    reply = administrator.post("/setup/new-agent/", new)
    assert (reply.status_code, said in reply.content.decode()) == (400, True)
    assert selectors.agents(router) == []


def test_a_sheet_is_checked_first_and_then_imported(administrator: Client, router: Router) -> None:
    checked = sheet(administrator, SHEET).content.decode()
    assert "2 new, 0 changed, 0 unchanged" in checked
    assert "Ana &lt;b&gt;" in checked
    assert selectors.agents(router) == []
    assert "2 agents imported." in imported(administrator, checked).content.decode()
    assert {one.agent_id: one.languages for one in selectors.agents(router)} == {
        "ana": {"Spanish", "French"},
        "ben": {"English"},
    }
    exported = administrator.get("/setup/agents.csv").content.decode()
    assert "0 new, 0 changed, 2 unchanged" in sheet(administrator, exported).content.decode()
    services.agent_create(router, name="=Ana", gender="F", languages=["Spanish"], agent_id="-x")
    exported = administrator.get("/setup/agents.csv").content.decode()
    assert "'-x,'=Ana" in exported, "no formula"
    assert "0 new, 0 changed, 3 unchanged" in sheet(administrator, exported).content.decode()
    assert (
        "0 new, 1 changed, 1 unchanged" in sheet(administrator, SHEET.replace("Ben", "Bo")).content.decode()
    )


def test_what_has_changed_since_the_check_is_shown_before_it_is_imported(
    administrator: Client, router: Router
) -> None:
    services.agent_create(router, name="Ana", gender="F", languages=["Spanish"], agent_id="ana")
    checked = sheet(administrator, SHEET).content.decode()
    services.agent_choose(router, agent_id="ana", choice=Choice.READY)
    a_status_is_no_change = sheet(administrator, SHEET).content.decode()
    agent_edit(router, agent_id="ana", facts=Facts("Ana Torres", "F", ("English",)))
    late = imported(administrator, checked)
    unchanged = agent_now(router, "ana").name

    assert re.findall(r'"checked" value="(\w+)"', checked) == re.findall(
        r'"checked" value="(\w+)"', a_status_is_no_change
    )
    assert (late.status_code, "have changed since it was checked" in late.content.decode()) == (409, True)
    assert unchanged == "Ana Torres"
    assert "2 agents imported." in imported(administrator, late.content.decode()).content.decode()
    assert agent_now(router, "ana").name == "Ana <b>"


def test_while_a_line_is_wrong_nothing_is_imported(administrator: Client, router: Router) -> None:
    text = SHEET.replace("English", "Latin")
    found = sheet(administrator, text)
    assert found.status_code == 400
    assert "1 line to correct" in found.content.decode()
    assert administrator.post("/setup/import-agents/", {"text": text, "do": "import"}).status_code == 400
    assert selectors.agents(router) == []
    wrong = "agent_id,name,gender,languages,team\nx~1,,X,Latin;Greek,sales\n"
    page = unescape(sheet(administrator, wrong).content.decode())
    for said in (
        "agent_id: 'x~1' is not allowed; no '~' is allowed",
        "name: '' is not allowed; from 1 to",
        "gender: 'X' is not allowed; choose one of F, M, T",
        "languages: 'Greek' is not allowed; choose one of English, French, Spanish",
        "languages: 'Latin' is not allowed",
        "team: 'sales' is not allowed; no teams are set up",
    ):
        assert said in page
    long = sheet(administrator, f'"{"x" * 200_000}"')
    assert (long.status_code, "headings: " in long.content.decode()) == (400, True)
    assert "choose a file first" in administrator.post("/setup/import-agents/").content.decode()


def test_an_id_is_shown_where_two_agents_have_the_same_name(administrator: Client, router: Router) -> None:
    for agent_id, name in (("kim-1", "Kim"), ("kim-2", "Kim"), ("zoe-1", "Zoe")):
        services.agent_create(router, name=name, gender="F", languages=["English"], agent_id=agent_id)
    page = administrator.get("/setup/agents/").content.decode()
    assert ["<small>kim-1<" in page, "<small>kim-2<" in page, "<small>zoe-1<" in page] == [True, True, False]
    assert "<small>ID zoe-1<" in administrator.get("/setup/agents/zoe-1/").content.decode()


def test_only_administrators_may(supervisor: Client, router: Router) -> None:
    assert router
    for address in ("/setup/agents/", "/setup/agents.csv", "/setup/import-agents/", "/setup/new-agent/"):
        assert supervisor.get(address).status_code == 403
    assert supervisor.post("/setup/agents/ana/remove/").status_code == 403


def test_a_new_agent_gets_a_new_user_with_a_link_in_the_same_form(
    administrator: Client, router: Router
) -> None:
    wish = {"name": "Ana", "agent_id": "ana", "user": "new user", "new_user": "ana.torres"}
    new = form(administrator, "/setup/new-agent/", **wish)
    reply = administrator.post("/setup/new-agent/", new).content.decode()
    assert "/welcome/" in reply
    user = User.objects.get(username="ana.torres")
    assert (user.first_name, seat_of(user), [one.name for one in user.groups.all()]) == (
        "Ana",
        "ana",
        ["operators"],
    )
    assert "/welcome/" in administrator.post("/setup/new-agent/", new).content.decode(), "a repeat has it too"
    assert User.objects.filter(username="ana.torres").count() == 1

    other = form(administrator, "/setup/new-agent/", **{**wish, "agent_id": "bea", "name": "Bea"})
    taken = administrator.post("/setup/new-agent/", other)
    assert (taken.status_code, "already in use" in taken.content.decode()) == (400, True)
    assert selectors.agent(router, "bea") is None, "nothing is saved with a wrong field"


def test_an_existing_user_takes_the_desk_and_a_change_meanwhile_is_not_undone(
    administrator: Client, router: Router
) -> None:
    a_waiting_agent(router, "ana")
    bob, ada = User.objects.create_user("bob", is_superuser=True), User.objects.get(username="ada")
    first, late = (form(administrator, "/setup/agents/ana/", user=name) for name in ("bob", "ada"))
    administrator.post("/setup/agents/ana/", first)
    assert seat_of(bob) == "ana"
    reply = administrator.post("/setup/agents/ana/", late)
    assert (reply.status_code, "User: bob now has this desk" in reply.content.decode()) == (400, True)
    assert (seat_of(bob), seat_of(ada)) == ("ana", "")

    administrator.post("/setup/agents/ana/", form(administrator, "/setup/agents/ana/", user="ada"))
    assert (seat_of(bob), seat_of(ada)) == ("", "ana")
    administrator.post("/setup/agents/ana/", form(administrator, "/setup/agents/ana/", user=""))
    assert seat_of(ada) == ""


def test_a_killed_request_leaves_no_new_user_without_a_desk(
    administrator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_given: Any, **_named: Any) -> None:
        raise KeyboardInterrupt

    wish = {"name": "Ana", "agent_id": "ana", "user": "new user", "new_user": "ana.torres"}
    new = form(administrator, "/setup/new-agent/", **wish)
    with monkeypatch.context() as patch:
        patch.setattr("dashboard.staff.desk_user.seat_give", killed)
        with pytest.raises(KeyboardInterrupt):
            administrator.post("/setup/new-agent/", new)
    assert not User.objects.filter(username="ana.torres").exists()
    assert "/welcome/" in administrator.post("/setup/new-agent/", new).content.decode()
    assert router
