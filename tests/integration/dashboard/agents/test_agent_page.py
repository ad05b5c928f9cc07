"""Page of one agent: facts, calls of the day, changes, actions."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from reporting.history.keeping import calls_record
from routing import services
from routing.model.agents import Choice
from routing.model.calls import CallStatus
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.centres import a_call_in
from tests.integration.dashboard.calls.test_places_calls import callers
from tests.integration.dashboard.queues.test_places_queues import page_of, state_of, words_of

pytestmark = pytest.mark.django_db
ADDRESS = "/agents/desk/7%20%231/"


@pytest.fixture
def busy(router: Router) -> Router:
    """An agent with an odd id has one call behind it, one in hand, and is to be paused."""
    acting = replace(router, origin="192.0.2.7", actor="mara")
    a_call_in(router, CallStatus.COMPLETED, "past", agent_id="desk/7 #1")
    services.agent_end_wrap_up(router, agent_id="desk/7 #1")
    a_call_in(router, CallStatus.IN_PROGRESS, "present", agent_id="desk/7 #1")
    services.agent_choose(
        acting, agent_id="desk/7 #1", choice=Choice.PAUSED, reason="Lunch", by="mara", expected_version=None
    )
    a_call_in(router, CallStatus.COMPLETED, "other", agent_id="max")
    return router


def test_it_shows_the_agent_its_calls_and_who_changed_it(supervisor: Client, busy: Router) -> None:
    page = page_of(supervisor, ADDRESS)
    words = words_of(page)

    assert "On call , then paused (Lunch) since" in words
    assert callers(page) == ["past"]
    assert '<a href="/calls/present/">present</a>' in page
    assert "status changed by mara" in words
    assert "Agent ID desk/7 #1" in words
    assert words_of(str(state_of(supervisor, f"{ADDRESS}state.json")["html"])) in words
    calls_record(busy, ["past"])
    assert callers(page_of(supervisor, ADDRESS)) == ["past"]


def test_an_action_leads_back_to_the_page(supervisor: Client, busy: Router) -> None:
    a_waiting_agent(busy, "ana")
    page = page_of(supervisor, "/agents/ana/")
    assert set(re.findall(r'name="back" value="([^"]+)"', page)) == {"/agents/ana/"}
    answer = supervisor.post("/agents/ana/choice/", {"choice": "offline", "back": "/agents/ana/"})

    assert answer.headers["Location"] == "/agents/ana/"
    assert "Ana: offline." in page_of(supervisor, "/agents/ana/")


def test_an_operator_sees_no_trail(operator: Client, busy: Router) -> None:
    page = page_of(operator, ADDRESS)

    assert busy.origin not in page or not busy.origin
    assert "Changes by users" not in page
    assert callers(page) == ["past"]


@pytest.mark.usefixtures("router")
def test_who_is_not_there_is_not_found_and_who_may_not_look_does_not(
    operator: Client, stranger: Client
) -> None:
    for address in ("/agents/nobody/", "/agents/nobody/state.json", f"/agents/{'x' * 200}/"):
        response = operator.get(address)
        assert response.status_code == 404
        assert "There is no such agent." in response.content.decode()
    assert stranger.get("/agents/nobody/").status_code == 403


def test_names_lead_to_it(supervisor: Client, busy: Router) -> None:
    a_waiting_agent(busy, "ana")

    assert '<a href="/agents/ana/">Ana</a>' in page_of(supervisor, "/agents/?plain=1")
    assert '<a href="/agents/ana/">Ana</a>' in page_of(supervisor, "/queues/Q%23Spanish%23F/")
    assert 'href="/agents/desk/7%20%231/"' in page_of(supervisor, "/trail/")
