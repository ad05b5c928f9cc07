"""Outcome of a call on its page: in words, hostile notes as text; what is said where one is needed."""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import Settings

from routing import runtime, services
from routing.model.agents import AgentStatus
from tests.builders import a_waiting_call, as_call
from tests.centres import an_agent_in

pytestmark = pytest.mark.django_db
OUTCOMES = {"sales": {"label": "Sales", "codes": {"booked": "Visit <b>booked"}}}
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def _needed(settings: Settings, router: object) -> None:
    assert router
    settings.OUTCOMES = OUTCOMES
    policies = settings.QUEUE_POLICIES
    settings.QUEUE_POLICIES = {**policies, "*": {**policies["*"], "outcome_required": True}}
    runtime.forget()


def test_the_page_of_a_call_shows_outcome_and_note(supervisor: Client) -> None:
    an_agent_in(runtime.router(), AgentStatus.WRAP_UP)
    assert "none chosen" in supervisor.get("/calls/ana-call/").content.decode()
    reply = supervisor.post(
        "/desk/ana/outcome/", {"call": "ana-call", "code": "sales.booked", "note": HOSTILE}, follow=True
    )

    assert reply.status_code == 200
    page = supervisor.get("/calls/ana-call/").content.decode()
    assert "Sales: Visit &lt;b&gt;booked" in page
    assert "&lt;script&gt;alert(1)" in page
    assert HOSTILE not in page
    assert "none chosen" not in page


def test_the_end_of_wrap_up_says_what_is_missing(supervisor: Client) -> None:
    an_agent_in(runtime.router(), AgentStatus.WRAP_UP)
    reply = supervisor.post("/desk/ana/end-wrap-up/", headers={"accept": "application/json"})

    assert (reply.status_code, reply.json()["error"]) == (409, "Ana: choose an outcome first.")
    center = replace(runtime.router(), origin="")
    as_call(services.call_outcome(center, call_id="ana-call", code="sales.booked"))
    assert (
        supervisor.post("/desk/ana/end-wrap-up/", headers={"accept": "application/json"}).status_code == 200
    )


def test_outcome_and_scene_narrow_the_list_of_calls(supervisor: Client) -> None:
    center = replace(runtime.router(), origin="")
    an_agent_in(center, AgentStatus.WRAP_UP)
    as_call(services.call_outcome(center, call_id="ana-call", code="sales.booked"))
    a_waiting_call(center, "plain", scene="car")

    def found(query: str) -> list[str]:
        page = supervisor.get(f"/calls/?{query}").content.decode()
        return [name for name in ("ana-call", "plain") if f"/calls/{name}/" in page]

    assert found("") == ["ana-call", "plain"]
    assert found("outcome=sales.booked") == ["ana-call"]
    assert '<small class="outcome">Sales: Visit &lt;b&gt;booked' in supervisor.get("/calls/").content.decode()
    assert found("outcome=unknown") == ["ana-call", "plain"]
    assert found("scene=car") == ["plain"]
    assert found("scene=%22%3E%3Cb%3E") == []
    assert "Sales: Visit &lt;b&gt;booked</option>" in supervisor.get("/calls/").content.decode()
