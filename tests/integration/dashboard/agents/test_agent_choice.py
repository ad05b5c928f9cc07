"""Choice for an agent: done, refused, too late, and with the table away."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from dynamo.exceptions import DynamoError, EngineUnavailableError, OutcomeUnknownError
from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call
from routing.router import Router
from routing.services import agent_create, call_enqueue, match_once
from tests.integration.dashboard.conftest import Reply, Serving, posted

BROWSER = {"accept": "text/html"}

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("operators_act_for_all")]


@pytest.fixture
def ana(router: Router) -> Agent:
    """An agent who is offline."""
    return agent_create(
        router,
        name="Ana Torres",
        gender="F",
        languages=["Spanish"],
        agent_id="ana",
        status=AgentStatus.OFFLINE,
    )


def choose(client: Client, agent_id: str = "ana", **fields: object) -> Reply:
    return posted(client, f"/agents/{agent_id}/choice/", fields)


def test_an_operator_makes_an_agent_wait_for_calls(operator: Client, router: Router, ana: Agent) -> None:
    response = choose(operator, choice="ready", expected_version=ana.version)
    present = selectors.agent(router, "ana")

    assert response.status == 200
    assert present
    assert (present.status, present.changed_by) == (AgentStatus.QUEUED, "olga")
    row = response.body["agent"]
    assert (row["status"], row["choice"], row["version"]) == ("queued", "ready", present.version)


def test_a_pause_keeps_its_reason(operator: Client, ana: Agent) -> None:
    row = choose(operator, ana.agent_id, choice="paused", reason="Lunch").body["agent"]

    assert (row["status"], row["reason"]) == ("paused", "Lunch")


@pytest.mark.usefixtures("ana")
def test_during_a_call_the_choice_waits_for_its_end(operator: Client, router: Router) -> None:
    choose(operator, choice="ready")
    assert isinstance(call_enqueue(router, language="Spanish", caller="Leo"), Call)
    assert match_once(router).matches
    row = choose(operator, choice="paused", reason="Break").body["agent"]

    assert (row["status"], row["choice"]) == ("offered", "paused")


def test_who_comes_too_late_gets_the_agent_as_it_is(operator: Client, router: Router, ana: Agent) -> None:
    choose(operator, choice="ready")
    response = choose(operator, choice="offline", expected_version=ana.version)
    present = selectors.agent(router, "ana")

    assert response.status == 409
    assert response.error == "Ana Torres has since changed: available now. Nothing was done."
    assert present
    assert present.status is AgentStatus.QUEUED
    assert response.body["agent"]["version"] == present.version


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"choice": "asleep" * 9999}, "choice: choose one of ready, paused, offline"),
        ({"choice": "paused", "reason": "x" * 61}, "reason: at most 60 characters; this one has 61"),
        ({"choice": "ready", "expected_version": "x"}, "expected_version: a whole number from 1"),
    ],
)
def test_bad_input_names_the_field(operator: Client, fields: dict[str, str], sentence: str) -> None:
    response = choose(operator, **fields)

    assert response.status == 400
    assert response.error.startswith(sentence)


@pytest.mark.usefixtures("router")
def test_an_agent_that_does_not_exist_is_not_found(operator: Client) -> None:
    response = choose(operator, "nobody", choice="ready")

    assert response.status == 404
    assert response.error == "agent: there is no agent 'nobody'"


@pytest.mark.usefixtures("router")
def test_an_id_longer_than_any_is_not_found_either(operator: Client) -> None:
    response = choose(operator, "x" * 3000, choice="ready")

    assert response.status == 404
    assert len(response.error) < 80


def test_who_may_not_is_refused(stranger: Client) -> None:
    response = choose(stranger, choice="ready")

    assert response.status == 403
    assert "not set agents' status" in response.error


def test_who_is_signed_out_is_told_so(client: Client) -> None:
    response = choose(client, choice="ready")

    assert response.status == 401
    assert "Sign in again" in response.error


def test_a_plain_form_of_somebody_signed_out_leads_to_the_sign_in(client: Client) -> None:
    response = client.post("/agents/ana/choice/", {"choice": "ready"}, headers=BROWSER)

    assert response.headers["Location"] == "/sign-in/"


def test_a_post_from_another_site_is_refused(operator: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = operator.cookies

    assert strict.post("/agents/ana/choice/", {"choice": "ready"}).status_code == 403


def test_it_is_only_posted_to(operator: Client) -> None:
    assert operator.get("/agents/ana/choice/").status_code == 405


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (EngineUnavailableError("http://127.0.0.1:9"), "Nothing was changed"),
        (OutcomeUnknownError("choose", 3), "may or may not have been made"),
    ],
)
def test_while_the_table_is_away_one_sentence_says_so(
    operator: Client, serving: Serving, error: DynamoError, sentence: str
) -> None:
    def away(*_args: object, **_fields: object) -> Agent:
        raise error

    serving("agent-choice", away)
    response = choose(operator, choice="ready")

    assert response.status == 503
    assert response.headers["Retry-After"] == "2"
    assert sentence in response.error


def test_a_plain_form_returns_to_its_page_with_a_message(operator: Client, ana: Agent) -> None:
    fields = {"choice": "ready", "expected_version": ana.version, "back": "/agents/?q=1"}
    response = operator.post("/agents/ana/choice/", fields, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (302, "/agents/?q=1")
    assert [str(one) for one in get_messages(response.wsgi_request)] == ["Ana Torres: available."]
    assert b"Ana Torres: available." in operator.get("/agents/").content


def test_a_plain_form_never_leads_to_another_site(operator: Client, ana: Agent) -> None:
    fields = {"choice": "ready", "back": "https://elsewhere.example/"}
    response = operator.post(f"/agents/{ana.agent_id}/choice/", fields, headers=BROWSER)

    assert response.headers["Location"] == "/"


def test_a_plain_form_with_bad_input_shows_the_sentence(operator: Client) -> None:
    fields = {"choice": "asleep", "back": "/"}
    response = operator.post("/agents/ana/choice/", fields, headers=BROWSER, follow=True)

    assert b"choice: choose one of ready, paused, offline" in response.content
