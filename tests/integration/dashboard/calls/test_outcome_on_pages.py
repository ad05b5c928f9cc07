"""Outcome of a call on its page: in words, hostile notes as text; what is said where one is needed."""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import Settings

from routing import runtime, services
from routing.model.agents import AgentStatus
from tests.builders import as_call
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
