"""Bulk commands for agents: each at the version seen, safe to repeat."""

from collections.abc import Iterable
from itertools import count

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from dynamo.exceptions import DynamoError, EngineUnavailableError, OutcomeUnknownError
from operations.many import MAX_AGENTS_AT_ONCE
from routing import services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.outcomes import Conflict
from routing.router import Router
from tests.builders import as_agent
from tests.centres import agent_now, an_agent_in, call_now
from tests.integration.dashboard.conftest import Reply, Serving, posted
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("operators_act_for_all")]

NAMES = ("ana", "ben", "cleo")


@pytest.fixture
def off(router: Router) -> list[Agent]:
    """Three agents who are offline."""
    return [an_agent_in(router, AgentStatus.OFFLINE, name) for name in NAMES]


def seen(agents: Iterable[Agent]) -> list[str]:
    return [f"{agent.version}:{agent.agent_id}" for agent in agents]


def act(client: Client, action: str, agents: list[str], **fields: object) -> Reply:
    return posted(client, "/agents/bulk/", {"action": action, "agent": agents, **fields})


def ids(reply: Reply, part: str) -> list[str]:
    return [one["id"] for one in reply.body[part]]


def statuses(router: Router) -> list[str]:
    return [str(agent_now(router, name).status) for name in NAMES]


def test_an_operator_makes_many_available_at_once(operator: Client, router: Router, off: list[Agent]) -> None:
    reply = act(operator, "ready", seen(off))

    assert reply.status == 200
    assert ids(reply, "done") == [*NAMES]
    assert [one["row"]["status"] for one in reply.body["done"]] == ["queued"] * 3
    assert (reply.body["refused"], reply.body["left"]) == ([], [])
    trail = audit_trail(router, router.clock().date())
    assert {(entry.agent_id, entry.by, entry.origin) for entry in trail} == {
        (name, "olga", "127.0.0.1") for name in NAMES
    }


def test_who_changed_meanwhile_is_left_alone_and_the_others_are_done(
    operator: Client, router: Router, off: list[Agent]
) -> None:
    services.agent_choose(router, agent_id="ben", choice=Choice.PAUSED, reason="Lunch", by="sue")
    reply = act(operator, "ready", seen(off))

    assert reply.status == 200
    assert ids(reply, "done") == ["ana", "cleo"]
    (refused,) = reply.body["refused"]
    assert (refused["id"], refused["why"], refused["row"]["reason"]) == ("ben", "paused now", "Lunch")
    assert statuses(router) == ["queued", "paused", "queued"]


def test_where_all_changed_nothing_is_done(operator: Client, router: Router, off: list[Agent]) -> None:
    reply = act(operator, "ready", [f"{agent.version + 1}:{agent.agent_id}" for agent in off])

    assert reply.status == 409
    assert reply.error == f"0 done, 3 skipped: {'; '.join(['Ana (offline now)'] * 3)}."
    assert statuses(router) == ["offline"] * 3


def test_to_repeat_a_choice_whose_reply_was_lost_finds_it_done(
    operator: Client, router: Router, off: list[Agent]
) -> None:
    first, again = (act(operator, "paused", seen(off), reason="Meeting") for _ in range(2))

    assert ids(first, "done") == ids(again, "done") == [*NAMES]
    assert first.body == again.body
    assert [agent_now(router, name).pause_reason for name in NAMES] == ["Meeting"] * 3


def test_to_repeat_a_release_ends_no_later_call(supervisor: Client, router: Router) -> None:
    before = seen([an_agent_in(router, AgentStatus.ATTENDING_CALL)])
    assert ids(act(supervisor, "release", before, reason="Stuck"), "done") == ["ana"]
    services.call_enqueue(router, language="Spanish", call_id="later")
    assert not isinstance(services.call_offer(router, agent_id="ana"), Conflict)
    reply = act(supervisor, "release", before, reason="Stuck")

    assert (reply.status, ids(reply, "refused")) == (409, ["ana"])
    assert call_now(router, "later").status is CallStatus.OFFERED


def test_wrap_ups_end_together(operator: Client, router: Router) -> None:
    ringing = an_agent_in(router, AgentStatus.OFFERED, "dora")
    agents = [an_agent_in(router, AgentStatus.WRAP_UP, name) for name in NAMES]
    first, again = (act(operator, "end-wrap-up", seen(agents), reason="team talk") for _ in range(2))

    assert ids(first, "done") == ids(again, "done") == [*NAMES]
    assert statuses(router) == ["queued"] * 3
    assert {agent_now(router, name).change_reason for name in NAMES} == {"team talk"}
    late = act(operator, "end-wrap-up", seen([ringing]))
    assert late.body["refused"][0]["why"] == "ringing now"


def test_only_supervisors_release(operator: Client, supervisor: Client, router: Router) -> None:
    before = seen([an_agent_in(router, AgentStatus.ATTENDING_CALL)])
    refused = act(operator, "release", before, reason="Stuck")

    assert (refused.status, agent_now(router, "ana").status) == (403, AgentStatus.ATTENDING_CALL)
    assert act(supervisor, "release", before).error == "reason: give a reason of 1 to 60 characters"
    assert act(supervisor, "release", before, reason="Stuck").status == 200
    assert agent_now(router, "ana").change_reason == "Stuck"


def test_who_may_not_choose_is_refused(stranger: Client, client: Client) -> None:
    assert act(stranger, "ready", ["1:ana"]).status == 403
    assert act(stranger, "sleep", ["1:ana"]).status == 403
    assert act(client, "ready", ["1:ana"]).status == 401
    assert stranger.get("/agents/bulk/").status_code == 405


@pytest.mark.parametrize(
    ("action", "agents", "sentence"),
    [
        ("sleep", ["1:ana"], "action: choose one of ready, paused, offline, end-wrap-up, release"),
        ("ready", [], "agent: at least one, as <version>:<id>"),
        ("ready", ["ana"], "agent: at least one, as <version>:<id>"),
        ("ready", ["1:"], "agent: at least one, as <version>:<id>"),
        ("ready", [f"{'9' * 5000}:ana"], "agent: at least one, as <version>:<id>"),
        (
            "ready",
            [f"1:{number}" for number in range(MAX_AGENTS_AT_ONCE + 1)],
            "agent: at most 500 at once; these are 501",
        ),
    ],
)
@pytest.mark.usefixtures("router")
def test_bad_input_names_the_field(operator: Client, action: str, agents: list[str], sentence: str) -> None:
    reply = act(operator, action, agents)

    assert (reply.status, reply.error) == (400, sentence)


def test_who_is_gone_is_named_and_who_is_named_twice_is_done_once(operator: Client, off: list[Agent]) -> None:
    reply = act(operator, "ready", [*seen(off[:1]), *seen(off[:1]), "1:nobody", f"1:{'x' * 3000}"])

    assert ids(reply, "done") == ["ana"]
    assert [one["why"] for one in reply.body["refused"]] == ["there is no such agent"] * 2
    assert [one["row"] for one in reply.body["refused"]] == [None] * 2


@pytest.mark.parametrize("error", [EngineUnavailableError("http://127.0.0.1:9"), OutcomeUnknownError("x", 3)])
def test_where_the_table_fails_on_the_way_it_says_of_whom_nothing_is_known(
    operator: Client,
    off: list[Agent],
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
    error: DynamoError,
) -> None:
    calls, choose = count(1), services.agent_choose

    def fails_from_the_second(router: Router, **wanted: object) -> Agent | Conflict:
        if next(calls) > 1:
            raise error
        return choose(router, **wanted)  # type: ignore[arg-type]

    monkeypatch.setattr("operations.many._workers.map", map)  # one after the other
    serving("agent-choice", fails_from_the_second)
    reply = act(operator, "ready", seen(off))

    assert reply.status == 503
    assert (ids(reply, "done"), reply.body["left"]) == (["ana"], ["ben", "cleo"])
    assert reply.error.startswith("DynamoDB failed part-way: 1 done; 2 unknown.")
    assert reply.headers["Retry-After"] == "2"
    monkeypatch.undo()
    assert ids(act(operator, "ready", seen(off)), "done") == [*NAMES]


def test_where_the_table_is_away_nothing_is_done(
    operator: Client, off: list[Agent], serving: Serving
) -> None:
    def away(_router: Router, **_wanted: object) -> Agent:
        raise EngineUnavailableError("http://127.0.0.1:9")

    serving("agent-choice", away)
    reply = act(operator, "ready", seen(off))

    assert reply.status == 503
    assert "Nothing was changed" in reply.error
    assert sorted(reply.body["left"]) == [*NAMES]


def test_a_plain_form_returns_with_a_sentence(operator: Client, router: Router, off: list[Agent]) -> None:
    as_agent(services.agent_choose(router, agent_id="cleo", choice=Choice.PAUSED))
    fields = {"action": "ready", "agent": seen(off), "back": "/agents/?plain=1"}
    response = operator.post("/agents/bulk/", fields, headers={"accept": "text/html"})

    assert response.headers["Location"] == "/agents/?plain=1"
    (message,) = get_messages(response.wsgi_request)
    assert str(message) == "2 done, 1 skipped: Ana (paused now)."
