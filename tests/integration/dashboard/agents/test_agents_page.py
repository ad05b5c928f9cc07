"""Plain list of agents, for browsers without JavaScript."""

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from routing.model.agents import Choice
from routing.router import Router
from routing.services import (
    agent_choose,
    agent_create,
    call_accept,
    call_complete,
    call_enqueue,
    match_once,
)

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("operators_act_for_all")
def test_it_lists_agents_with_what_may_be_chosen_for_them(operator: Client, router: Router) -> None:
    agent_create(router, name="Ana Torres", gender="F", languages=["Spanish", "English"], agent_id="ana")
    agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch")
    page = operator.get("/agents/?plain=1").content.decode()

    assert "Ana Torres" in page
    assert "English, Spanish" in page
    assert 'href="#icon-pause"></use></svg>Paused</span> (Lunch)' in page
    assert 'action="/agents/ana/choice/"' in page
    assert '<button name="choice" value="paused" aria-pressed="true">' in page


def test_a_choice_made_during_a_call_is_told_as_what_comes_after_it(operator: Client, router: Router) -> None:
    agent_create(router, name="Ana Torres", gender="F", languages=["Spanish"], agent_id="ana")
    agent_choose(router, agent_id="ana", choice=Choice.READY)
    call_enqueue(router, language="Spanish")
    assert match_once(router).matches
    agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch")

    assert "Ringing</span>, then paused (Lunch) <small" in operator.get("/agents/?plain=1").content.decode()


@pytest.mark.usefixtures("router")
def test_without_agents_it_says_who_adds_them(operator: Client) -> None:
    assert b"Administrators add agents under Setup." in operator.get("/agents/?plain=1").content


def test_while_the_table_is_away_it_says_so(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_router: Router) -> list[object]:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("dashboard.agents.views.selectors.agents", away)
    response = operator.get("/agents/?plain=1")

    assert response.status_code == 503
    assert b"cannot be reached" in response.content


def test_who_may_not_see_the_board_does_not_see_this_either(stranger: Client, client: Client) -> None:
    assert stranger.get("/agents/").status_code == 403
    assert client.get("/agents/").headers["Location"] == "/sign-in/?next=/agents/"


@pytest.mark.usefixtures("router")
def test_the_live_page_comes_without_agents_and_leads_to_the_forms_where_there_is_no_script(
    operator: Client,
) -> None:
    page = operator.get("/agents/").content.decode()

    assert '<noscript><meta http-equiv="refresh" content="0; url=/agents/?plain=1"></noscript>' in page
    assert "build/agents-page.js" in page
    assert "<table" not in page


@pytest.mark.usefixtures("router", "operators_act_for_all")
def test_the_live_page_knows_what_its_reader_may_do(operator: Client, supervisor: Client) -> None:
    assert (
        '"canChoose": true, "ownAgent": "", "canSupervise": false'
        in operator.get("/agents/").content.decode()
    )
    assert (
        '"canChoose": true, "ownAgent": "", "canSupervise": true'
        in supervisor.get("/agents/").content.decode()
    )


@pytest.mark.usefixtures("operators_act_for_all")
def test_a_wrap_up_can_be_ended_with_a_reason(operator: Client, router: Router) -> None:
    agent_create(router, name="Ana Torres", gender="F", languages=["Spanish"], agent_id="ana")
    agent_choose(router, agent_id="ana", choice=Choice.READY)
    call_enqueue(router, language="Spanish", call_id="c1")
    assert match_once(router).matches
    call_accept(router, call_id="c1", agent_id="ana")
    call_complete(router, call_id="c1")

    page = operator.get("/agents/?plain=1").content.decode()
    assert 'aria-label="Reason to end the wrap-up of Ana Torres"' in page
    assert "<option>Callers wait</option>" in page
