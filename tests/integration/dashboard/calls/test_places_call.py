"""Page of one call: reason for the wait, routing steps, due times, timeline."""

import re
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from routing import runtime, services
from routing.model.calls import CallStatus
from routing.model.steps import Step
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.centres import a_call_in
from tests.integration.dashboard.queues.test_places_queues import page_of, state_of, words_of

pytestmark = pytest.mark.django_db


def test_a_waiting_call_says_why_it_waits_where_it_stands_and_what_is_due(
    operator: Client, router: Router
) -> None:
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", gender="F", caller="Kim Hall")
    page = words_of(page_of(operator, "/calls/c2/"))

    assert "No agent can take this call: there is no Spanish-speaking woman" in page
    assert "Place 1 of 1 in Spanish · Female ; 1 call competing for the same agents is served first." in page
    assert re.search(r"Priority rises in (2:00|1:5\d) ", page)
    first = words_of(page_of(operator, "/calls/c1/"))
    assert "no call competing for the same agents is served first" in first


@pytest.mark.parametrize(
    ("status", "word"), [(CallStatus.QUEUED, "Waiting"), (CallStatus.DEAD_LETTERED, "Failed")]
)
def test_its_status_has_an_icon_and_a_word(
    operator: Client, router: Router, status: CallStatus, word: str
) -> None:
    a_call_in(router, status, "c1")
    page = page_of(operator, "/calls/c1/")

    assert re.search(rf'<dd><span class="pill tone-\w+"><svg[^>]*>.*?</svg>{word}</span> since', page)


def test_what_a_call_asks_for_is_shown_step_by_step(operator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana", languages=["English"])
    steps = [Step("F", seconds=30, agent_id="ana"), Step("F", seconds=40), Step("Any")]
    services.call_enqueue(router, call_id="c1", language="Spanish", steps=steps)
    page = page_of(operator, "/calls/c1/")

    assert "only Ana 30 s Spanish · Female 40 s Spanish · any gender until answered" in words_of(page)
    assert re.search(r'<li aria-current="step"><span>only Ana</span>', page)


@pytest.mark.parametrize(
    ("status", "button", "said"),
    [
        (CallStatus.OFFERED, "Return to queue", "Call c1: returned to queue."),
        (CallStatus.DEAD_LETTERED, "Restore", "Call c1: restored to queue."),
    ],
)
def test_a_ringing_call_is_returned_to_its_queue_and_a_failed_one_restored(
    supervisor: Client, router: Router, status: CallStatus, button: str, said: str
) -> None:
    a_call_in(router, status, "c1")
    page = page_of(supervisor, "/calls/c1/")
    response = supervisor.post("/calls/c1/restore/", headers={"accept": "text/html"})

    assert re.findall(r'data-key="restore".*?<button class="primary">([^<]+)<', page, re.DOTALL) == [button]
    assert [str(one) for one in get_messages(response.wsgi_request)] == [said]


def test_its_story_tells_who_did_what_when_and_how_long_after_it_came_in(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    later = runtime.now() + timedelta(seconds=125)
    monkeypatch.setattr(runtime, "now", lambda: later)
    runtime.forget()
    router = runtime.router()
    a_waiting_agent(router, "ana")
    services.match_once(router)
    services.call_accept(router, call_id="c1", agent_id="ana")
    as_call(services.call_hand_back(router, call_id="c1", reason="needs a lawyer", by="mara"))
    story = words_of(page_of(operator, "/calls/c1/"))

    assert re.search(r"\+0:00 \d\d:\d\d:\d\d UTC queued", story)
    assert re.search(r"\+2:0\d \d\d:\d\d:\d\d UTC offered · Ana", story)
    assert "answered · Ana" in story
    assert "returned to queue · Ana by mara needs a lawyer" in story


def test_the_part_is_what_the_page_shows_with_the_actions_leading_back_to_the_page(
    supervisor: Client, router: Router
) -> None:
    a_waiting_call(router, "c1")
    html = str(state_of(supervisor, "/calls/c1/state.json")["html"])

    assert "No agent can take this call" in html
    assert set(re.findall(r'name="back" value="([^"]+)"', html)) == {"/calls/c1/"}
    assert set(re.findall(r'action="/calls/c1/([^"]+)/"', html)) == {
        "priority",
        "touch",
        "dead-letter",
        "abandon",
        "remove",
    }


def test_an_ended_call_waits_for_nothing_and_no_action_is_offered(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1")
    services.call_abandon(router, call_id="c1")
    page = page_of(supervisor, "/calls/c1/")

    assert "Why it is waiting" not in page
    assert "This call has ended" in page


@pytest.mark.usefixtures("router")
def test_a_call_that_is_not_there_is_said_so(operator: Client) -> None:
    for address in ("/calls/nobody/", "/calls/nobody/state.json", f"/calls/{'x' * 200}/"):
        response = operator.get(address)
        assert response.status_code == 404
        assert "There is no such call." in response.content.decode()
