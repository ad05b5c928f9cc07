"""New operation: declared once, it is on pages, in rows, for many, at desks, in JSON and a command."""

import json
import re
from collections.abc import Iterator
from io import StringIO
from types import ModuleType
from typing import Annotated

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import clear_url_caches, include, path
from pydantic import Field
from pytest_django import Settings

from callcenter import urls
from dashboard.dead_letters.views import LettersView
from dashboard.desk.action_views import DeskView
from dashboard.operations import addresses
from dashboard.operations.views import OperationView
from operations.answers import Answer
from operations.buttons import Button, Desk, Place
from operations.catalogue import CATALOGUE
from operations.fields import AtVersion, Input
from operations.operation import Operation, Permission, Subject
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import CallStatus
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in
from tests.integration.dashboard.conftest import posted
from tests.integration.dashboard.test_ways_in import table_in_docs, table_of_catalogue

pytestmark = pytest.mark.django_db


class Greeting(AtVersion):
    """Words for an agent or a call."""

    words: Annotated[str, Field(max_length=40, description="what to say"), Input(label="Words")]


def greet(
    router: Router, *, agent_id: str, words: str, by: str, expected_version: int | None = None
) -> Agent:
    agent = selectors.agent(router, agent_id)
    assert agent
    assert (words, by, expected_version) != ("", "", 0)
    return agent


def greeting(subject: Subject, *buttons: Button) -> Operation:
    return Operation(
        subject,
        "welcome" if subject is Subject.NEW_CALL else "greet",
        "Say hello.",
        Greeting,
        greet,
        Permission.SUPERVISE,
        lambda agent, invocation, _router: Answer(200, f"{agent.name}: {dict(invocation.fields)['words']}"),
        buttons or (Button("Greet"),),
    )


EVERYWHERE = greeting(
    Subject.AGENT,
    Button("Greet"),
    Button(
        "Say hello",
        {"words": "hello"},
        (Place.ROW, Place.STUCK_ROW, Place.MANY),
        desk=Desk("G", "Greet the agent"),
    ),
)
IN_ROWS = greeting(Subject.CALL, Button("Greet", at=(Place.PAGE, Place.ROW)))


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """The catalogue with an operation on each subject; addresses are made when the product starts."""
    others = (Subject.NEW_CALL, Subject.QUEUE, Subject.DEAD_LETTERS)
    for one in (EVERYWHERE, IN_ROWS, *map(greeting, others)):
        monkeypatch.setitem(CATALOGUE, one.name, one)
        monkeypatch.setitem(addresses.ON_PAGES, one.name, one)
    monkeypatch.setitem(addresses.AT_DESKS, "desk-greet", EVERYWHERE)
    views = dict.fromkeys(Subject, OperationView) | {Subject.DEAD_LETTERS: LettersView}
    made = [each for subject, view in views.items() for each in addresses.paths_about(subject, view)]
    patterns = [*made, *addresses.paths_at_desks(DeskView), path("", include(urls))]
    root = ModuleType("with_greetings")
    root.urlpatterns = patterns  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = root
    clear_url_caches()
    yield
    clear_url_caches()


@pytest.mark.usefixtures("declared")
@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("/agents/ana/", "/agents/ana/greet/"),
        ("/agents/?plain=1", "/agents/ana/greet/"),
        ("/calls/c1/", "/calls/c1/greet/"),
        ("/calls/new/", "/calls/welcome/"),
        ("/queues/W%23French%23Any/", "/queues/W%23French%23Any/greet/"),
        ("/dead-letters/", "/dead-letters/greet/"),
        ("/dead-letters/", "/calls/failed/greet/"),
        ("/desk/ana/", "/desk/ana/greet/"),
    ],
)
def test_it_has_its_button_on_the_page_of_its_subject(
    supervisor: Client, router: Router, page: str, address: str
) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1", language="French")
    a_call_in(router, CallStatus.DEAD_LETTERED, "failed", agent_id="max")
    found = supervisor.get(page).content.decode()

    assert f'action="{address}"' in found
    assert ">Say hello<" in found if "desk" in page else ">Greet<" in found


@pytest.mark.usefixtures("declared")
def test_its_form_has_its_fields_with_their_limits(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    page = supervisor.get("/agents/ana/").content.decode()

    assert re.search(r'<label>Words <input name="words" value="" required maxlength="40"', page)


@pytest.mark.usefixtures("declared")
def test_it_is_a_command_and_json_for_one_for_many_and_at_desks(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    said = StringIO()
    call_command("agent", "greet", "ana", "--words", "hello", stdout=said)
    many = posted(supervisor, "/agents/bulk/", {"action": "hello", "agent": "1:ana"})

    assert "Ana" in said.getvalue()
    with pytest.raises(
        CommandError, match="words: 'oooooooooooooooooooo…' is not allowed; at most 40 characters"
    ):
        call_command("agent", "greet", "ana", "--words", "o" * 41)
    assert [one["id"] for one in many.body["done"]] == ["ana"]
    for address in ("/agents/ana/greet/", "/desk/ana/greet/"):
        assert posted(supervisor, address, {"words": "hello"}).status == 200
        refused = posted(supervisor, address, {"words": "o" * 41})
        assert (refused.status, refused.error) == (400, "words: at most 40 characters; this one has 41")


@pytest.mark.usefixtures("declared")
def test_the_scripts_get_its_buttons_and_the_docs_need_its_line(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    for page, where in (("/", ["stuck_row"]), ("/agents/", ["row", "many"]), ("/desk/ana/", [])):
        text = supervisor.get(page).content.decode()
        (config,) = re.findall(r'<script id="[a-z]+-config"[^>]*>(.*?)</script>', text)
        (button,) = [one for one in json.loads(config)["buttons"] if one["name"] == "hello"]
        assert set(where) <= set(button["at"])
        assert (button["field"], button["value"], button["needs"]) == ("words", "hello", "supervise")
        assert button["address"] == ("/desk/ana/greet/" if "desk" in page else "/agents/:id/greet/")
        assert button["desk"]["key"] == "G"

    missing = set(table_of_catalogue()) - set(table_in_docs())
    assert {line.split("`")[1] for line in missing} >= {"agent-greet", "desk-greet", "queue-greet"}
