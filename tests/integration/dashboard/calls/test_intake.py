"""Calls entered by hand: created, queued at once or later, refused with field and limit."""

import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from dynamo.exceptions import DynamoError, EngineUnavailableError, OutcomeUnknownError
from routing import selectors
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.services import call_abandon
from tests.centres import a_call_in, call_now
from tests.integration.dashboard.conftest import Serving, posted
from tests.trails import audit_trail

BROWSER = {"accept": "text/html"}
ACTIONS = ["create", "enqueue"]

pytestmark = pytest.mark.django_db


def the_call(router: Router) -> Call:
    (call,) = selectors.all_calls(router)
    return call


def test_a_call_is_taken_in_and_waits_for_nobody_yet(supervisor: Client, router: Router) -> None:
    reply = posted(supervisor, "/calls/create/", {"language": "Spanish", "caller": "Leo Ruiz"})
    call = the_call(router)

    assert (reply.status, reply.body["id"]) == (200, call.call_id)
    assert (reply.body["call"]["status"], reply.body["call"]["caller"]) == ("created", "Leo Ruiz")
    assert (call.status, call.notes[-1].by) == (CallStatus.CREATED, "mara")


def test_a_new_call_waits_for_what_it_asks_for(supervisor: Client, router: Router) -> None:
    wanted = {"language": "Spanish", "gender": "F", "topic": "Order", "priority": "2", "caller": "Leo Ruiz"}
    reply = posted(supervisor, "/calls/enqueue/", {**wanted, "source": "trunk 7", "call": "c1"})
    call = call_now(router, "c1")

    assert (reply.status, reply.body["id"], reply.body["call"]["status"]) == (200, "c1", "queued")
    assert (call.language, call.gender, call.topic, call.priority) == ("Spanish", "F", "Order", 2)
    assert (call.caller, call.source, call.notes[-1].by) == ("Leo Ruiz", "trunk 7", "mara")


def test_who_says_little_gets_the_usual(supervisor: Client, router: Router) -> None:
    assert posted(supervisor, "/calls/enqueue/", {"language": "Spanish"}).status == 200
    call = the_call(router)

    assert (call.gender, call.priority, len(call.steps)) == ("Any", 5, 1)


def test_a_created_call_is_queued_under_its_id(supervisor: Client, router: Router) -> None:
    a_call_in(router, CallStatus.CREATED, "c1")
    reply = posted(supervisor, "/calls/enqueue/", {"language": "French", "call": "c1"})

    assert reply.status == 200
    assert (call_now(router, "c1").status, call_now(router, "c1").language) == (CallStatus.QUEUED, "French")


def test_steps_stand_one_in_each_line_and_a_preferred_agent_leads_them(
    supervisor: Client, router: Router
) -> None:
    a_call_in(router, CallStatus.OFFERED, "rings", agent_id="ana")
    fields: dict[str, object] = {
        "language": "Spanish",
        "steps": "F:30\r\n\r\nAny",
        "preferred_agent": "ana",
        "call": "c1",
    }
    assert posted(supervisor, "/calls/enqueue/", fields).status == 200
    steps = call_now(router, "c1").steps

    assert [(step.agent_id, step.gender) for step in steps] == [("ana", "F"), ("", "F"), ("", "Any")]
    assert steps[1].seconds == 30


@pytest.mark.parametrize("action", ACTIONS)
def test_sent_twice_it_is_one_call(supervisor: Client, router: Router, action: str) -> None:
    first, second = (
        posted(supervisor, f"/calls/{action}/", {"language": "Spanish", "call": "c1"}) for _ in range(2)
    )

    assert (first.status, second.status) == (200, 200)
    assert first.body == second.body
    assert the_call(router).version == 1


@pytest.mark.parametrize("action", ACTIONS)
def test_it_is_in_the_audit_trail_with_who_and_from_where(
    supervisor: Client, router: Router, action: str
) -> None:
    posted(supervisor, f"/calls/{action}/", {"language": "Spanish", "call": "c1"})
    (entry,) = audit_trail(router, router.clock().date())

    assert (entry.by, entry.origin, entry.call_id) == ("mara", "127.0.0.1", "c1")


@pytest.mark.parametrize("action", ACTIONS)
def test_who_may_not_intervene_is_refused(
    operator: Client, stranger: Client, router: Router, action: str
) -> None:
    for client in (operator, stranger):
        reply = posted(client, f"/calls/{action}/", {"language": "Spanish"})
        assert (reply.status, reply.error[:20]) == (403, "Only supervisors may")
    assert posted(Client(), f"/calls/{action}/", {"language": "Spanish"}).status == 401
    assert operator.get("/calls/new/").status_code == 403
    assert not list(selectors.all_calls(router))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"language": ""}, "language: choose the caller's language"),
        ({"language": "Klingon"}, "language: 'Klingon' is not allowed; choose one of English, French"),
        ({"gender": "X"}, "gender: 'X' is not allowed; choose one of F, M, T, Any"),
        ({"priority": "12"}, "priority: from 0 (first) to 9 (last)"),
        ({"caller": "x" * 81}, "caller: at most 80 characters; this one has 81"),
        ({"call": "x" * 81}, "call: at most 80 characters; this one has 81"),
        ({"steps": "F:soon"}, "steps: 'F:soon' is not allowed; write GENDER:SECONDS"),
        ({"steps": "F:1\nAny"}, "steps 1 seconds: 1.0 is not allowed; more than the ring time of 20"),
        ({"steps": "F:nan\nAny"}, "steps 1 seconds: nan is not allowed; more than the ring time of 20"),
        ({"steps": "F:30\n" * 7}, "steps: 7 is not allowed; at most 6"),
        ({"steps": "F:30\nAny", "gender": "M"}, "gender: the first step names it"),
    ],
)
def test_bad_input_names_the_field_and_its_limit(
    supervisor: Client, router: Router, fields: dict[str, object], sentence: str
) -> None:
    reply = posted(supervisor, "/calls/enqueue/", {"language": "Spanish", **fields})

    assert (reply.status, reply.error[: len(sentence)]) == (400, sentence)
    assert not list(selectors.all_calls(router))


@pytest.mark.parametrize(
    ("action", "before", "word"),
    [("enqueue", CallStatus.ABANDONED, "abandoned"), ("create", CallStatus.QUEUED, "waiting")],
)
def test_who_comes_too_late_gets_the_call_as_it_is(
    supervisor: Client, router: Router, action: str, before: CallStatus, word: str
) -> None:
    if before is CallStatus.ABANDONED:
        a_call_in(router, CallStatus.CREATED, "c1")
        call_abandon(router, call_id="c1")
    else:
        a_call_in(router, before, "c1")
    version = call_now(router, "c1").version
    reply = posted(supervisor, f"/calls/{action}/", {"language": "Spanish", "call": "c1"})

    assert (reply.status, reply.error) == (
        409,
        f"Call c1 has since changed: {word} now. Nothing was done.",
    )
    assert reply.body["call"]["version"] == call_now(router, "c1").version == version


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (EngineUnavailableError("http://127.0.0.1:9"), "Nothing was changed"),
        (OutcomeUnknownError("enqueue", 3), "may or may not have been made"),
    ],
)
@pytest.mark.usefixtures("router")
def test_while_the_table_is_away_one_sentence_says_so(
    supervisor: Client, serving: Serving, action: str, error: DynamoError, sentence: str
) -> None:
    def away(*_args: object, **_fields: object) -> Call:
        raise error

    serving(f"call-{action}", away)
    reply = posted(supervisor, f"/calls/{action}/", {"language": "Spanish"})

    assert (reply.status, reply.headers["Retry-After"]) == (503, "2")
    assert sentence in reply.error


def test_the_form_leads_to_the_call_it_made(supervisor: Client, router: Router) -> None:
    page = supervisor.get("/calls/new/").content.decode()
    (call_id,) = re.findall(r'name="call" value="([0-9a-f]{32})"', page)
    fields = {"call": call_id, "language": "Spanish", "caller": "Leo Ruiz"}
    response = supervisor.post("/calls/enqueue/", fields, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (302, f"/calls/{call_id}/")
    assert [str(one) for one in get_messages(response.wsgi_request)] == [
        "Leo Ruiz: waiting in Spanish · Any."
    ]
    assert "Leo Ruiz" in supervisor.get("/calls/").content.decode()
    assert call_now(router, call_id).status is CallStatus.QUEUED


@pytest.mark.usefixtures("router")
def test_what_was_typed_survives_a_refusal(supervisor: Client) -> None:
    fields = {"call": "c1", "language": "French", "caller": "Leo Ruiz", "steps": "F:1\nAny"}
    response = supervisor.post("/calls/enqueue/", fields, headers=BROWSER)
    page = response.content.decode()

    assert response.status_code == 400
    assert "steps 1 seconds: 1.0 is not allowed" in page
    assert 'name="caller" value="Leo Ruiz"' in page
    assert "<option selected>French</option>" in page
    assert 'name="call" value="c1"' in page


def test_the_page_of_a_created_call_leads_to_the_form_that_queues_it(
    supervisor: Client, router: Router
) -> None:
    posted(supervisor, "/calls/create/", {"language": "French", "caller": "Leo Ruiz", "call": "c/1"})
    assert 'href="/calls/new/?call=c%2F1"' in supervisor.get("/calls/c/1/").content.decode()
    page = supervisor.get("/calls/new/?call=c%2F1").content.decode()

    assert "<h1>Queue Leo Ruiz</h1>" in page
    assert "<option selected>French</option>" in page
    assert "Take in only" not in page
    posted(supervisor, "/calls/enqueue/", {"language": "French", "call": "c/1"})
    assert supervisor.get("/calls/new/?call=c%2F1").status_code == 404
    assert call_now(router, "c/1").caller == "Leo Ruiz"


def test_while_the_table_is_away_the_form_of_a_created_call_says_so(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_call_in(router, CallStatus.CREATED, "c1")

    def away(*_args: object) -> Call:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("dashboard.calls.intake_views.selectors.call", away)
    response = supervisor.get("/calls/new/?call=c1")

    assert response.status_code == 503
    assert "DynamoDB cannot be reached" in response.content.decode()


@pytest.mark.usefixtures("router")
def test_they_are_only_posted_to(supervisor: Client) -> None:
    assert [supervisor.get(f"/calls/{action}/").status_code for action in ACTIONS] == [405, 405]
    assert supervisor.post("/calls/new/").status_code == 405
