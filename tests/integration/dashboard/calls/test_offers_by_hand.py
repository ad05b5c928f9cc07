"""Next call of an agent peeked at and offered, first call of a queue dequeued."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from dynamo.exceptions import DynamoError, EngineUnavailableError, OutcomeUnknownError
from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.outcomes import Conflict
from routing.model.queues import call_queue
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, an_agent_in, call_now, in_line
from tests.integration.dashboard.conftest import Serving, posted
from tests.trails import audit_trail

BROWSER = {"accept": "text/html"}
DEQUEUE = "/queues/W%23Spanish%23Any/dequeue/"
PEEK, OFFER = "/agents/ana/peek/", "/agents/ana/offer/"
NAMES = {PEEK: "agent-peek", OFFER: "agent-offer", DEQUEUE: "queue-dequeue"}

pytestmark = pytest.mark.django_db


def waiting(router: Router) -> None:
    """Ana waits, and two calls that fit her: the second in a queue of its own and ahead."""
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    a_waiting_call(router, "c2", caller="Kim Hall", gender="F", priority=1)


def test_a_look_names_the_next_call_and_changes_nothing(operator: Client, router: Router) -> None:
    waiting(router)
    reply = posted(operator, PEEK, {})
    one = posted(operator, PEEK, {"queue": "W#Spanish#Any"})

    assert reply.status == 200
    assert {name: reply.body["next"][name] for name in ("call", "queue", "priority")} == {
        "call": "c2",
        "queue": "W#Spanish#F",
        "priority": 1,
    }
    assert one.body["next"]["call"] == "c1"
    assert call_now(router, "c2").version == 1
    assert not audit_trail(router, router.clock().date())


def test_the_best_call_is_offered(supervisor: Client, router: Router) -> None:
    waiting(router)
    reply = posted(supervisor, OFFER, {})

    assert reply.status == 200
    assert (reply.body["offered"]["call"], reply.body["agent"]["status"]) == ("c2", "offered")
    assert reply.body["call"]["status"] == "offered"
    assert (agent_now(router, "ana").call_id, call_now(router, "c2").agent_id) == ("c2", "ana")


def test_so_is_that_of_one_queue(supervisor: Client, router: Router) -> None:
    waiting(router)
    assert posted(supervisor, OFFER, {"queue": "W#Spanish#Any"}).body["offered"]["call"] == "c1"
    assert call_now(router, "c1").status is CallStatus.OFFERED


def test_where_no_call_fits_nothing_is_offered(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1", language="French")
    assert posted(supervisor, PEEK, {}).body == {"next": None}
    reply = posted(supervisor, OFFER, {})

    assert (reply.status, reply.body["offered"], reply.body["call"]) == (200, None, None)
    assert agent_now(router, "ana").status is AgentStatus.QUEUED


def test_the_first_of_a_queue_is_taken_and_finished(supervisor: Client, router: Router) -> None:
    for name in ("c1", "c2"):
        a_waiting_call(router, name)
    reply = posted(supervisor, DEQUEUE, {})
    call = call_now(router, "c1")

    assert (reply.status, reply.body["id"], reply.body["call"]["status"]) == (200, "c1", "completed")
    assert (call.status, call.notes[-1].by) == (CallStatus.COMPLETED, "mara")
    assert in_line(router, call_queue("Spanish", "Any")) == ["c2"]
    posted(supervisor, DEQUEUE, {})
    assert posted(supervisor, DEQUEUE, {}).body == {"id": None, "call": None}


@pytest.mark.parametrize(("address", "call_id"), [(OFFER, "c2"), (DEQUEUE, "c1")])
def test_it_is_in_the_audit_trail_with_who_and_from_where(
    supervisor: Client, router: Router, address: str, call_id: str
) -> None:
    waiting(router)
    posted(supervisor, address, {})
    (entry,) = audit_trail(router, router.clock().date())

    assert (entry.by, entry.origin, entry.call_id) == ("mara", "127.0.0.1", call_id)


@pytest.mark.parametrize("address", [OFFER, DEQUEUE])
def test_who_may_not_intervene_is_refused(
    operator: Client, stranger: Client, router: Router, address: str
) -> None:
    waiting(router)
    for client in (operator, stranger):
        reply = posted(client, address, {})
        assert (reply.status, reply.error[:20]) == (403, "Only supervisors may")
    assert posted(Client(), address, {}).status == 401
    assert posted(stranger, PEEK, {}).status == 403
    assert in_line(router, call_queue("Spanish", "Any")) == ["c1"]
    assert agent_now(router, "ana").status is AgentStatus.QUEUED


@pytest.mark.parametrize("address", [PEEK, OFFER])
@pytest.mark.parametrize(
    ("queue", "sentence"),
    [
        ("W#Klingon#Any", "language: 'Klingon' is not allowed; choose one of English, French, Spanish"),
        ("Q#Spanish#F", "queue: 'Q#Spanish#F' is an agent queue; expected a call queue, W#"),
        ("Spanish", "queue: 'Spanish' is no queue key; expected Q#<language>#<gender> or W#"),
        ("x" * 81, "queue: at most 80 characters; this one has 81"),
    ],
)
def test_a_queue_that_is_none_is_named(
    supervisor: Client, router: Router, address: str, queue: str, sentence: str
) -> None:
    waiting(router)
    reply = posted(supervisor, address, {"queue": queue})

    assert (reply.status, reply.error[: len(sentence)]) == (400, sentence)
    assert agent_now(router, "ana").status is AgentStatus.QUEUED


@pytest.mark.usefixtures("router")
def test_who_does_not_exist_is_not_found(supervisor: Client) -> None:
    for address in (PEEK, OFFER, OFFER.replace("ana", "x" * 3000)):
        assert posted(supervisor, address, {}).status == 404
    assert posted(supervisor, "/queues/Q%23Spanish%23F/dequeue/", {}).status == 400


def test_to_an_agent_who_does_not_wait_nothing_is_offered(supervisor: Client, router: Router) -> None:
    agent = an_agent_in(router, AgentStatus.PAUSED)
    a_waiting_call(router, "c1")
    reply = posted(supervisor, OFFER, {})

    assert (reply.status, reply.error) == (409, "Ana has since changed: paused now. Nothing was done.")
    assert reply.body["agent"]["version"] == agent.version
    assert call_now(router, "c1").status is CallStatus.QUEUED


def test_where_others_took_every_first_call_the_last_of_them_is_shown(
    supervisor: Client, router: Router, serving: Serving
) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")

    def overtaken(*_args: object, **_fields: object) -> Conflict:
        return Conflict("others took every call that was first; try again", call_now(router, "c1"))

    serving("queue-dequeue", overtaken)
    reply = posted(supervisor, DEQUEUE, {})

    assert (reply.status, reply.body["call"]["caller"]) == (409, "Leo Ruiz")


@pytest.mark.parametrize("address", NAMES)
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (EngineUnavailableError("http://127.0.0.1:9"), "Nothing was changed"),
        (OutcomeUnknownError("offer", 3), "may or may not have been made"),
    ],
)
@pytest.mark.usefixtures("router")
def test_while_the_table_is_away_one_sentence_says_so(
    supervisor: Client, serving: Serving, address: str, error: DynamoError, sentence: str
) -> None:
    def away(*_args: object, **_fields: object) -> None:
        raise error

    serving(NAMES[address], away)
    reply = posted(supervisor, address, {})

    assert (reply.status, reply.headers["Retry-After"]) == (503, "2")
    assert sentence in reply.error


def test_an_offer_that_was_made_is_told_though_nothing_can_be_read_after_it(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting(router)

    def away(*_args: object) -> None:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr(selectors, "agent", away)
    reply = posted(supervisor, OFFER, {})

    assert (reply.status, reply.body["offered"]["call"], reply.body["agent"]) == (200, "c2", None)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (PEEK, "Next call for Ana: Kim Hall, in Spanish · Female."),
        (OFFER, "Kim Hall is offered to Ana."),
        (DEQUEUE, "Leo Ruiz: completed without an agent."),
    ],
)
def test_a_plain_form_returns_to_its_page_with_a_message(
    supervisor: Client, router: Router, address: str, sentence: str
) -> None:
    waiting(router)
    response = supervisor.post(address, {"back": "/agents/?plain=1"}, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (302, "/agents/?plain=1")
    assert [str(one) for one in get_messages(response.wsgi_request)] == [sentence]


def test_the_pages_offer_what_applies(operator: Client, supervisor: Client, router: Router) -> None:
    waiting(router)
    plain, full = (client.get("/agents/?plain=1").content.decode() for client in (operator, supervisor))
    queue = "/queues/W%23Spanish%23Any/"

    assert f'action="{PEEK}"' in plain
    assert f'formaction="{OFFER}"' not in plain
    assert f'formaction="{OFFER}"' in full
    assert f'action="{DEQUEUE}"' in supervisor.get(queue).content.decode()
    assert f'action="{DEQUEUE}"' not in operator.get(queue).content.decode()
    posted(supervisor, DEQUEUE, {})
    assert "dequeue" not in supervisor.get(queue).content.decode()
