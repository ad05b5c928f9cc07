"""Repeated posts with an idempotency key, after the first answer was lost."""

from collections.abc import Callable

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from dynamo.transaction import Outcome, Transaction
from routing import runtime, selectors
from routing.model.agents import AgentStatus
from routing.router import Router
from routing.services import call_decline
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, an_agent_in, call_now
from tests.integration.dashboard.conftest import Reply, a_user, signed_in
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("operators_act_for_all")]

KEY = "0f3b-click-1"
EXTEND, CHOICE = "/agents/ana/extend-wrap-up/", "/agents/ana/choice/"


class OneByOne:
    """Workers that take one agent after the other."""

    map = staticmethod(map)


def failing_after(number: int, commit: Callable[[Transaction], Outcome]) -> Callable[[Transaction], Outcome]:
    """Commits a number of transactions, and then none."""
    left = [number]

    def failing(transaction: Transaction) -> Outcome:
        if not left[0]:
            raise EngineUnavailableError("the engine")
        left[0] -= 1
        return commit(transaction)

    return failing


def posted(client: Client, address: str, fields: dict[str, object], *, key: str = KEY) -> Reply:
    headers = {"accept": "application/json", "idempotency-key": key}
    response = client.post(address, fields, headers=headers)
    return Reply(response.status_code, response.json(), dict(response.headers))


def test_a_command_sent_twice_is_carried_out_once_and_answered_twice(
    supervisor: Client, router: Router
) -> None:
    wrapping_up = an_agent_in(router, AgentStatus.WRAP_UP)
    first = posted(supervisor, EXTEND, {"seconds": 30})
    until = agent_now(router, "ana").until
    again = posted(supervisor, EXTEND, {"seconds": 30})

    assert (first.status, again.status) == (200, 200)
    assert again.body == first.body
    assert until
    assert wrapping_up.until
    assert until > wrapping_up.until
    assert agent_now(router, "ana").until == until
    assert len(audit_trail(router, router.clock().date())) == 1


def test_at_a_version_that_its_own_first_sending_left_behind_it_is_no_conflict(
    operator: Client, router: Router
) -> None:
    agent = an_agent_in(router, AgentStatus.WRAP_UP)
    fields: dict[str, object] = {"seconds": 30, "expected_version": agent.version}

    assert [posted(operator, EXTEND, fields).status for _ in range(2)] == [200, 200]
    assert posted(operator, EXTEND, fields, key="another-click").status == 409
    assert posted(signed_in(a_user("olaf", "operators")), EXTEND, fields).status == 409, "a key is one's own"


def test_a_key_belongs_to_one_request(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    posted(operator, EXTEND, {"seconds": 30})
    agent = agent_now(router, "ana")

    for address, fields in ((EXTEND, {"seconds": 31}), (CHOICE, {"choice": "paused", "reason": "Lunch"})):
        reply = posted(operator, address, dict(fields))
        assert reply.status == 422
        assert reply.error.startswith(
            "Idempotency-Key: it was used for another request (agent-extend-wrap-up)"
        )
    assert agent_now(router, "ana") == agent


def test_a_plain_form_is_told_of_a_used_key_on_the_page_it_came_from(
    operator: Client, router: Router
) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    headers = {"accept": "text/html", "idempotency-key": KEY}
    for seconds in (30, 30, 31):
        fields = {"seconds": seconds, "back": f"/agents/?seen={seconds}", "csrfmiddlewaretoken": f"{seconds}"}
        reply = operator.post(EXTEND, fields, headers=headers, follow=True)

    assert [(message.level_tag, message.message[:15]) for message in reply.context["messages"]] == [
        ("error", "Idempotency-Key")
    ]


def test_the_page_it_is_sent_from_makes_no_other_request(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    replies = [
        posted(operator, EXTEND, {"seconds": 30, "back": page, "csrfmiddlewaretoken": page})
        for page in ("/agents/", "/wall/")
    ]

    assert [one.status for one in replies] == [200, 200]
    assert replies[0].body == replies[1].body


def test_many_at_once_are_told_as_done_again(operator: Client, router: Router) -> None:
    agent = an_agent_in(router, AgentStatus.QUEUED)
    fields: dict[str, object] = {"action": "paused", "agent": f"{agent.version}:ana", "reason": "Lunch"}
    first = posted(operator, "/agents/bulk/", fields)
    posted(operator, CHOICE, {"choice": "offline"}, key="later-click")
    again = posted(operator, "/agents/bulk/", fields)

    assert (again.status, again.body) == (200, first.body)
    assert agent_now(router, "ana").status is AgentStatus.OFFLINE


def test_of_many_a_repeat_does_those_that_are_left(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = [a_waiting_agent(router, name) for name in ("ana", "bob", "eva")]
    fields = {"action": "paused", "agent": [f"{one.version}:{one.agent_id}" for one in agents]}
    with monkeypatch.context() as broken:
        broken.setattr("operations.many._workers", OneByOne())
        broken.setattr(runtime.router().table, "commit", failing_after(2, runtime.router().table.commit))
        half_way = posted(operator, "/agents/bulk/", dict(fields))
    again, once_more = (posted(operator, "/agents/bulk/", dict(fields)) for _ in range(2))

    assert (half_way.status, half_way.body["left"]) == (503, ["bob", "eva"])
    assert (again.status, [one["id"] for one in again.body["done"]]) == (200, ["ana", "bob", "eva"])
    assert once_more.body == again.body
    assert {agent_now(router, one.agent_id).version for one in agents} == {agents[0].version + 1}
    assert posted(operator, "/agents/bulk/", {**fields, "action": "offline"}).status == 422


def test_a_call_without_an_id_comes_in_once(supervisor: Client, router: Router) -> None:
    fields: dict[str, object] = {"language": "Spanish", "caller": "Leo Ruiz"}
    replies = [posted(supervisor, "/calls/enqueue/", fields) for _ in range(2)]

    assert [one.status for one in replies] == [200, 200]
    assert len({one.body["id"] for one in replies}) == 1
    assert len(selectors.waiting_calls(router)) == 1


def test_the_first_of_a_queue_is_taken_once_though_others_wait(supervisor: Client, router: Router) -> None:
    for call_id in ("c1", "c2"):
        a_waiting_call(router, call_id)
    replies = [posted(supervisor, "/queues/W%23Spanish%23Any/dequeue/", {"call": "c1"}) for _ in range(2)]

    assert [(one.status, one.body["id"]) for one in replies] == [(200, "c1"), (200, "c1")]
    assert call_now(router, "c2").answered_at is None


def test_an_offer_is_made_once_and_told_as_made_whatever_came_of_it(
    supervisor: Client, router: Router
) -> None:
    an_agent_in(router, AgentStatus.QUEUED)
    a_waiting_call(router, "c1")
    first = posted(supervisor, "/agents/ana/offer/", {})
    posted(supervisor, CHOICE, {"choice": "offline"}, key="later-click")
    call_decline(router, call_id="c1", agent_id="ana")
    again = posted(supervisor, "/agents/ana/offer/", {})

    assert (first.status, first.body["offered"]["call"]) == (200, "c1")
    assert (again.status, again.body["agent"]["status"]) == (200, "offline")
    assert again.body["offered"] == first.body["offered"]
    assert call_now(router, "c1").attempts == 1


@pytest.mark.parametrize(
    "key", ["", "short", "a" * 65, "with blank", "ünïcode-key", "one-key-1, one-key-2", "key-with-%00"]
)
def test_a_key_of_another_form_is_refused_by_name(operator: Client, router: Router, key: str) -> None:
    agent = an_agent_in(router, AgentStatus.WRAP_UP)
    reply = posted(operator, EXTEND, {"seconds": 30}, key=key)

    assert reply.status == 400
    assert "Idempotency-Key" in reply.error
    assert "8 to 64 letters, digits, - and _" in reply.error
    assert agent_now(router, "ana") == agent
