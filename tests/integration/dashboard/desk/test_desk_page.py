"""Page of the desk: owner, content without script, outcome of calls."""

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.router import Router
from routing.services import call_abandon, call_decline, sweep
from tests.builders import as_call
from tests.centres import a_call_in, agent_now, an_agent_in, an_agent_resting
from tests.integration.dashboard.desk.desks import seated

pytestmark = pytest.mark.django_db
CALL = "ana-call"


@pytest.fixture
def olga(operator: Client) -> Client:
    """Sits at Ana's desk."""
    return seated(operator, "olga")


def text_of(client: Client, address: str = "/desk/", *, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def test_the_own_desk_is_found_by_both_addresses(olga: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.QUEUED)

    for address in ("/desk/", "/desk/ana/"):
        page = text_of(olga, address)
        assert "Waiting for a call" in page
        assert "You are acting as a supervisor" not in page


def test_another_desk_is_for_supervisors_only(olga: Client, supervisor: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.OFFLINE, "bob")
    an_agent_in(router, AgentStatus.OFFLINE, "ana")

    assert "Only its user and supervisors may open it" in text_of(olga, "/desk/bob/", status=403)
    assert "nobody is at this desk" in text_of(supervisor, "/desk/bob/")
    assert "<b>olga</b> is at this desk" in text_of(supervisor, "/desk/ana/")
    text_of(supervisor, "/desk/ghost/", status=404)
    text_of(supervisor, f"/desk/{'x' * 3000}/", status=404)


def test_an_agent_that_is_gone_is_said_to_be(olga: Client, router: Router) -> None:
    assert selectors.agents(router) == []
    assert "Agent not found" in text_of(olga)


@pytest.mark.parametrize(
    ("status", "words", "buttons"),
    [
        (AgentStatus.OFFLINE, ["Your status", "No calls now"], set()),
        (AgentStatus.AVAILABLE, ["Not in a queue yet"], set()),
        (AgentStatus.OFFERED, ["After this", "Spanish"], {"Accept", "Decline"}),
        (AgentStatus.ATTENDING_CALL, ["After this"], {"Complete"}),
        (AgentStatus.WRAP_UP, ["After this", "The call with"], {"+30 s", "+60 s", "End wrap-up"}),
    ],
)
def test_without_script_plain_forms_do_the_same(
    olga: Client, router: Router, status: AgentStatus, words: list[str], buttons: set[str]
) -> None:
    an_agent_in(router, status)
    page = text_of(olga)
    written = page[page.index('id="desk-written"') : page.index("desk-seat")]

    assert all(word in written for word in words)
    found = set(re.findall(r"<button[^>]*>([^<]+)</button>", written))
    assert found == buttons | {"Available", "Pause", "Offline"}


def test_a_plain_form_accepts_and_comes_back(olga: Client, router: Router) -> None:
    call = a_call_in(router, CallStatus.OFFERED, CALL)
    back = re.search(r'name="back" value="(/desk/[^"]*)"', text_of(olga))
    assert back
    response = olga.post(
        "/desk/ana/accept/",
        {"call": CALL, "expected_version": call.version, "back": back[1]},
        headers={"accept": "text/html"},
    )

    assert response.headers["Location"] == f"/desk/?last={CALL}"
    assert agent_now(router, "ana").status is AgentStatus.ATTENDING_CALL


def test_who_is_paused_for_not_answering_reads_why_and_what_to_do(olga: Client, router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, CALL)
    strict = replace(router.policies, agents=replace(router.policies.agents, max_missed_offers=1))
    sweep(replace(router, policies=strict, clock=lambda: router.clock() + timedelta(hours=1)))

    page = text_of(olga)
    assert "You were paused after missing" in page
    assert "Choose Available to get calls again." in page


def test_who_rests_reads_until_when(olga: Client, router: Router) -> None:
    agent = an_agent_resting(router)
    page = text_of(olga)

    assert "Calls resume automatically" in page
    assert agent.until
    assert f"{agent.until:%H:%M:%S}" in page


def test_a_caller_who_hung_up_is_told_of(olga: Client, router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, CALL)
    as_call(call_abandon(router, call_id=CALL))

    assert "hung up before the call was answered" in text_of(olga, f"/desk/?last={CALL}")
    told = olga.get("/desk/ana/last/", {"call": CALL}).json()
    assert told["call"]["status"] == "abandoned"
    assert "hung up before" in told["text"]


def test_what_became_of_a_call_is_told_to_its_desk_only(
    olga: Client, supervisor: Client, router: Router
) -> None:
    a_call_in(router, CallStatus.OFFERED, CALL)
    as_call(call_decline(router, call_id=CALL, agent_id="ana", by="olga"))
    an_agent_in(router, AgentStatus.OFFLINE, "bob")

    assert (
        "will be offered to other agents first" in olga.get("/desk/ana/last/", {"call": CALL}).json()["text"]
    )
    assert supervisor.get("/desk/bob/last/", {"call": CALL}).json()["text"] == ""
    assert olga.get("/desk/bob/last/", {"call": CALL}).status_code == 403
    assert olga.get("/desk/ana/last/", {"call": "ghost"}).status_code == 404
    assert olga.get("/desk/ana/last/").status_code == 404


def test_its_script_is_told_all_it_needs(olga: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.QUEUED)
    found = re.search(r'<script id="desk-config"[^>]*>(.*?)</script>', text_of(olga), re.DOTALL)
    assert found
    config = json.loads(found[1])

    assert config["agent"] == "ana"
    buttons = {one["name"]: one for one in config["buttons"]}
    assert buttons["accept"]["address"] == "/desk/ana/accept/"
    assert [one["value"] for one in buttons.values() if one["field"] == "seconds"] == [30, 60]
    assert "".join(one["desk"]["key"] for one in buttons.values()) == "ADCHME123"
    assert len(config["sentences"]["missed"]) == router.policies.agents.max_missed_offers


def test_while_dynamodb_is_away_it_says_so(
    olga: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_agent_in(router, AgentStatus.QUEUED)

    def away(*_arguments: object) -> None:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr(selectors, "agent", away)
    page = text_of(olga, status=503)
    monkeypatch.setattr(selectors, "call", away)

    assert "DynamoDB cannot be reached" in page
    assert olga.get("/desk/ana/last/", {"call": CALL}).status_code == 503


def test_it_is_in_the_menu(olga: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.QUEUED)

    assert '<a href="/desk/" aria-current="page">Desk</a>' in text_of(olga)


def test_strangers_see_no_desk(stranger: Client, client: Client) -> None:
    text_of(stranger, status=403)
    assert client.get("/desk/").headers["Location"] == "/sign-in/?next=/desk/"
