"""Page of skills: lists with names in use at once; a removal is asked about, and strands nobody."""

import pytest
from django.test import Client

from routing import runtime
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, call_now
from tests.integration.dashboard.page_forms import shown
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]
LISTS = {
    "languages": "English\nFrench\nSpanish: Español",
    "genders": "F: Women\nM\nT",
    "topics": "",
    "queues": "",
}


def save(client: Client, version: str = "0", **given: str) -> str:
    fields = {**LISTS, **given, "version": version}
    return client.post("/setup/skills/", fields, follow=True).content.decode()


def test_names_and_a_new_language_are_in_use_once_saved(administrator: Client, router: Router) -> None:
    assert router
    assert "<label" in administrator.get("/setup/skills/").content.decode()
    said = save(administrator, languages=f"{LISTS['languages']}\nde: German <b>", queues="W#de#Any: Berlin")
    assert "Skills: saved." in said
    wait_until(lambda: "de" in runtime.router().skills.languages, "it is followed")
    assert runtime.names().of_queue("W#de#Any") == "Berlin"
    page = administrator.get("/setup/skills/").content.decode()
    assert "de: German &lt;b&gt;" in page
    assert "Version 1" in page
    assert "somebody else changed this list (ada)" in save(administrator, languages="English")
    assert administrator.get("/setup/versions/skills/").status_code == 200


def test_names_are_shown_on_pages_and_handed_to_scripts(administrator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    a_waiting_call(router, "c1", language="Spanish", gender="F")
    save(administrator, queues="W#English#Any: Main <line>")
    wait_until(lambda: runtime.names().queues, "it is followed")
    shown = {
        "/queues/": ("Main &lt;line&gt;", "Español · Women"),
        "/agents/ana/": ("<dd>Español</dd>", "<dd>Women</dd>"),
        "/agents/?plain=1": ("<td>Español</td>",),
        "/calls/c1/": ("Español · Women",),
        "/calls/new/": (">Español</option>",),
        "/setup/new-agent/": ("> Español</label>",),
        "/setup/agents/": ("<td>Español</td>",),
        "/": ('id="skill-names"', "Main \\u003Cline\\u003E"),
    }
    for address, texts in shown.items():
        page = administrator.get(address).content.decode()
        assert [text for text in texts if text not in page] == [], address


def test_a_removal_says_what_it_leaves_behind_and_moves_it(administrator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    a_waiting_call(router, "c1", language="Spanish", gender="F")
    rest = "English\nFrench"
    asked = save(administrator, languages=rest)
    assert "Replace the language Spanish with" in asked
    assert "1 in Spanish · F" in asked
    assert "Agents who lose it: Ana" in asked
    assert runtime.router().skills.languages == ("English", "French", "Spanish"), "nothing is saved yet"

    saved = save(administrator, languages=rest, **{"instead-languages-Spanish": "French"})
    assert "Skills: saved." in saved
    assert call_now(router, "c1").language == "French"
    assert agent_now(router, "ana").languages == {"French"}


def test_a_roll_back_says_what_it_leaves_behind_and_brings_back(
    administrator: Client, router: Router
) -> None:
    rest = {"languages": "English\nFrench", "instead-languages-Spanish": "French"}
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    save(administrator, **rest)
    wait_until(lambda: "Spanish" not in runtime.router().skills.languages, "it is followed")
    german = save(administrator, "1", languages=f"{LISTS['languages']}\nGerman")
    assert "The language Español comes back. Agents who get it back: Ana." in german
    back = {"confirmation": "languages:Spanish", "languages": f"{LISTS['languages']}\nGerman"}
    assert "Skills: saved." in save(administrator, "1", **back)
    assert agent_now(router, "ana").languages == {"French", "Spanish"}
    wait_until(lambda: "German" in runtime.router().skills.languages, "it is followed")
    a_waiting_call(runtime.router(), "c1", language="German", gender="F")

    versions = administrator.get("/setup/versions/skills/?a=0&b=2").content.decode()
    assert 'href="/setup/skills/?to=0"' in versions
    address = administrator.post("/setup/versions/skills/roll-back/", {"to": "0", "version": "2"})
    assert address.headers["Location"] == "/setup/skills/?to=0"
    preview = administrator.get("/setup/skills/?to=0").content.decode()
    for text in ("Saving goes back to the values of the environment", "1 in German", "No agent has it."):
        assert text in preview
    assert "German" in runtime.skills_saved().languages, "nothing is saved yet"
    form = {**shown(administrator, "/setup/skills/?to=0"), "instead-languages-German": "English"}
    assert "Skills: saved." in administrator.post("/setup/skills/", form, follow=True).content.decode()
    assert call_now(router, "c1").language == "English"
    assert (
        "back to the values of the environment"
        in administrator.get("/setup/versions/skills/").content.decode()
    )
    assert administrator.get("/setup/skills/?to=9").status_code == 404


def test_a_skill_whose_agents_are_not_known_is_to_be_chosen_again(
    administrator: Client, router: Router
) -> None:
    assert router
    save(administrator, languages="English\nFrench", **{"instead-languages-Spanish": "French"})
    preview = administrator.get("/setup/skills/?to=0").content.decode()
    assert "No agents are known to have had it: add it to agents under" in preview


def test_a_removal_names_agents_who_would_have_no_skill_left(administrator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    rest = "English\nFrench"
    asked = save(administrator, languages=rest)
    assert "1 active agent would have no skill left" in asked
    assert '<button class="danger" disabled>' in asked
    forced = save(administrator, languages=rest, **{"instead-languages-Spanish": "French"})
    assert "Languages: Ana would have none left" in forced


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("languages", "English\nEnglish", "Languages, line 2: &#x27;English&#x27;"),
        ("languages", "", "Languages: name at least one"),
        ("languages", "A#B", "Languages: a name has 1 to 40 characters"),
        ("genders", "F: " + "x" * 41, "Genders: a display name has 1 to 40 characters"),
        ("queues", "W#Dutch#Any: x", "Names of queues: "),
    ],
)
def test_a_wrong_line_is_named(
    administrator: Client, router: Router, field: str, text: str, said: str
) -> None:
    assert router
    removed = {f"instead-languages-{one}": "A#B" for one in ("English", "French", "Spanish")}
    assert said in save(administrator, **{field: text}, **removed)


def test_who_still_waits_for_a_former_skill_is_counted_and_shown(
    administrator: Client, router: Router
) -> None:
    a_waiting_agent(router, "ana", languages=("French",))
    rest = "English\nFrench"
    save(administrator, languages=rest, **{"instead-languages-Spanish": "French"})
    wait_until(lambda: "Spanish" not in runtime.router().skills.languages, "it is followed")
    a_waiting_call(router, "late", language="Spanish")  # by a process that has not followed yet
    for address in ("/calls/late/", "/queues/", "/calls/", "/agents/ana/", "/"):
        assert administrator.get(address).status_code == 200, address
    assert "Spanish · Any" in administrator.get("/queues/").content.decode()
