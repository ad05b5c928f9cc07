"""Supervisor's commands for a call: done, refused, too late; and its page."""

import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.queues import call_queue
from routing.router import Router
from routing.services import agent_choose, call_touch
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, in_line
from tests.integration.dashboard.conftest import Reply, posted
from tests.trails import audit_trail

BROWSER = {"accept": "text/html"}
WHY: dict[str, object] = {"reason": "wrong number"}
ACTIONS: dict[str, tuple[CallStatus, dict[str, object], CallStatus]] = {
    "touch": (CallStatus.QUEUED, {}, CallStatus.QUEUED),
    "abandon": (CallStatus.OFFERED, {}, CallStatus.ABANDONED),
    "priority": (CallStatus.QUEUED, {"priority": 2}, CallStatus.QUEUED),
    "restore": (CallStatus.OFFERED, {}, CallStatus.QUEUED),
    "hand-back": (CallStatus.IN_PROGRESS, WHY, CallStatus.QUEUED),
    "dead-letter": (CallStatus.QUEUED, WHY, CallStatus.DEAD_LETTERED),
    "remove": (CallStatus.QUEUED, WHY, CallStatus.REMOVED),
}

pytestmark = pytest.mark.django_db


def act(client: Client, action: str, **fields: object) -> Reply:
    return posted(client, f"/calls/c1/{action}/", fields)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_supervisor_does_it_and_is_recorded(supervisor: Client, router: Router, action: str) -> None:
    before, fields, after = ACTIONS[action]
    call = a_call_in(router, before, "c1")
    reply = act(supervisor, action, expected_version=call.version, **fields)
    present = call_now(router, "c1")

    assert reply.status == 200
    assert present.status is after
    assert (reply.body["call"]["status"], reply.body["call"]["version"]) == (str(after), present.version)
    assert present.notes[-1].by == "mara"
    assert present.notes[-1].reason or not fields


@pytest.mark.parametrize("action", ACTIONS)
def test_an_operator_is_refused(operator: Client, router: Router, action: str) -> None:
    before, fields, _after = ACTIONS[action]
    a_call_in(router, before, "c1")
    reply = act(operator, action, **fields)

    assert reply.status == 403
    assert reply.error.startswith("Only supervisors may")
    assert call_now(router, "c1").status is before


@pytest.mark.parametrize("action", ACTIONS)
def test_who_comes_too_late_gets_the_call_as_it_is(supervisor: Client, router: Router, action: str) -> None:
    before, fields, _after = ACTIONS[action]
    call = a_call_in(router, before, "c1")
    reply = act(supervisor, action, expected_version=call.version + 1, **fields)

    assert reply.status == 409
    assert "has since changed" in reply.error
    assert reply.body["call"]["version"] == call_now(router, "c1").version == call.version


def test_a_waiting_call_is_assigned_to_one_of_those_signed_in_who_fit(
    supervisor: Client, operator: Client, router: Router
) -> None:
    a_waiting_call(router, "c1")
    assert 'name="agent"' not in supervisor.get("/calls/c1/").content.decode(), "nobody is there"
    an_agent_in(router, AgentStatus.PAUSED, "ana")
    an_agent_in(router, AgentStatus.OFFLINE, "bea")
    a_waiting_agent(router, "kim", languages=("French",))
    a_waiting_agent(router, "zoe")

    page = supervisor.get("/calls/c1/").content.decode()
    (select,) = re.findall(r'<select[^>]*name="agent".*?</select>', page, re.DOTALL)
    assert re.findall(r'value="(\w+)"', select) == ["zoe", "ana"], "who waits comes first"
    assert 'name="agent"' not in operator.get("/calls/c1/").content.decode()
    reply = act(supervisor, "assign", agent="ana")
    assert reply.status == 200, reply.body
    assert call_now(router, "c1").preferred_agent == "ana"


def test_to_repeat_a_command_does_no_harm(supervisor: Client, router: Router) -> None:
    for name in ("c1", "c2"):
        a_waiting_call(router, name)
    first, second = (act(supervisor, "touch", expected_version=1) for _ in range(2))

    assert (first.status, second.status) == (200, 409)
    assert in_line(router, call_queue("Spanish", "Any")) == ["c2", "c1"]
    assert call_now(router, "c1").version == 2


@pytest.mark.parametrize(
    ("keep", "status", "said"),
    [
        ({}, AgentStatus.PAUSED, "Call c1: returned to queue. Ana was paused."),
        (
            {"keep_available": "1"},
            AgentStatus.QUEUED,
            "Call c1: returned to queue. Ana was not paused: available now.",
        ),
    ],
)
def test_a_call_is_returned_to_its_queue_after_a_question_that_names_who_is_paused(
    supervisor: Client, router: Router, keep: dict[str, object], status: AgentStatus, said: str
) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    page = supervisor.get("/calls/c1/").content.decode()
    assert "Return to queue?</b> Ana will be paused." in page
    assert "Keep Ana available" in page
    response = supervisor.post("/calls/c1/hand-back/", {**WHY, **keep}, headers=BROWSER)

    assert [str(one) for one in get_messages(response.wsgi_request)] == [said]
    assert agent_now(router, "ana").status is status


def test_an_agent_who_chose_to_pause_is_not_said_to_be_paused_by_it(
    supervisor: Client, router: Router
) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    agent_choose(router, agent_id="ana", choice=Choice.OFFLINE)
    page = supervisor.get("/calls/c1/").content.decode()

    assert "Ana will be offline, as chosen." in page
    assert "keep_available" not in page


@pytest.mark.parametrize("status", [CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS])
def test_what_ends_a_call_or_takes_it_away_is_apart_coloured_and_confirmed(
    supervisor: Client, router: Router, status: CallStatus
) -> None:
    a_call_in(router, status, "c1")
    page = supervisor.get("/calls/c1/").content.decode()
    normal, _, dangers = page.partition('<div class="dangers">')

    for action in ("abandon", "remove", "dead-letter", "hand-back"):
        assert f"/calls/c1/{action}/" not in normal
    forms = re.findall(
        r'<details[^>]*><summary class="danger">[^<]+…</summary>\s*<form.*?</form>', dangers, re.DOTALL
    )
    assert len(forms) == dangers.count("<form") >= 1
    assert all('<button class="danger">' in form and "?</b>" in form for form in forms)


def test_a_restored_call_goes_to_the_end_where_wanted(supervisor: Client, router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1")
    a_waiting_call(router, "c2")
    act(supervisor, "restore", to_end="1")

    assert in_line(router, call_queue("Spanish", "Any")) == ["c2", "c1"]


@pytest.mark.parametrize(
    ("action", "fields", "sentence"),
    [
        ("remove", {}, "reason: give a reason of 1 to 60 characters"),
        ("remove", {"reason": "x" * 61}, "reason: at most 60 characters; this one has 61"),
        ("priority", {"priority": "12"}, "priority: from 0 (first) to 9 (last)"),
        ("touch", {"expected_version": "new"}, "expected_version: a whole number from 1"),
    ],
)
def test_bad_input_names_the_field(
    supervisor: Client, router: Router, action: str, fields: dict[str, object], sentence: str
) -> None:
    a_waiting_call(router, "c1")
    reply = act(supervisor, action, **fields)

    assert (reply.status, reply.error) == (400, sentence)


@pytest.mark.usefixtures("router")
def test_a_call_that_does_not_exist_is_not_found(supervisor: Client) -> None:
    assert act(supervisor, "touch").status == 404
    assert posted(supervisor, f"/calls/{'x' * 3000}/touch/", {}).status == 404
    assert supervisor.get("/calls/gone/").status_code == 404
    assert supervisor.post("/calls/gone/explode/").status_code == 405


def test_it_is_only_posted_to_and_from_here(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = supervisor.cookies

    assert supervisor.get("/calls/c1/remove/").status_code == 405
    assert strict.post("/calls/c1/remove/", WHY).status_code == 403
    assert call_now(router, "c1").status is CallStatus.QUEUED


def test_a_plain_form_returns_to_its_page_with_a_message(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    fields = {**WHY, "back": "/dead-letters/?reason=x"}
    response = supervisor.post("/calls/c1/remove/", fields, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (302, "/dead-letters/?reason=x")
    assert [str(one) for one in get_messages(response.wsgi_request)] == ["Leo Ruiz: removed."]


def test_what_a_person_did_is_in_the_audit_trail(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1")
    act(supervisor, "remove", **WHY)
    (entry,) = audit_trail(router, router.clock().date())

    assert "mara" in str(entry)
    assert "127.0.0.1" in str(entry)


def test_its_page_tells_the_story_and_offers_what_applies(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz", priority=3)
    as_call(call_touch(router, call_id="c1", by="olga"))
    page = supervisor.get("/calls/c1/").content.decode()

    assert "<h1>Leo Ruiz</h1>" in page
    assert "<b>moved to end</b>" in page
    assert "by olga" in page
    assert '<option value="3" selected>3</option>' in page
    offered = {action for action in ACTIONS if f'action="/calls/c1/{action}/"' in page}
    assert offered == {"touch", "priority", "abandon", "dead-letter", "remove"}


def test_an_operator_sees_the_page_without_the_commands(
    operator: Client, stranger: Client, router: Router
) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    page = operator.get("/calls/c1/").content.decode()

    assert "Leo Ruiz" in page
    assert "Only supervisors can queue, move" in page
    assert "/calls/c1/remove/" not in page
    assert stranger.get("/calls/c1/").status_code == 403


def test_an_id_with_a_slash_is_an_id_too(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "trunk/7 #1?", caller="Leo Ruiz")
    page = supervisor.get("/calls/trunk%2F7%20%231%3F/").content.decode()

    assert 'action="/calls/trunk/7%20%231%3F/touch/"' in page
    assert supervisor.post("/calls/trunk/7%20%231%3F/touch/").status_code == 302
    assert call_now(router, "trunk/7 #1?").version == 2
