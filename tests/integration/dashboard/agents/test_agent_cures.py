"""Wrap-up ended and extended by operators, agents released by supervisors."""

import pytest
from django.test import Client

from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.router import Router
from routing.services import agent_end_wrap_up
from tests.builders import as_agent
from tests.centres import agent_now, an_agent_in, call_now
from tests.integration.dashboard.conftest import Reply, posted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("operators_act_for_all")]


def act(client: Client, action: str, **fields: object) -> Reply:
    return posted(client, f"/agents/ana/{action}/", fields)


def test_an_operator_ends_a_wrap_up(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    reply = act(operator, "end-wrap-up", call="ana-call")

    assert reply.status == 200
    assert (reply.body["agent"]["status"], agent_now(router, "ana").changed_by) == ("queued", "olga")
    assert act(operator, "end-wrap-up", call="ana-call").status == 200


def test_who_ends_a_wrap_up_may_say_why(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    assert act(operator, "end-wrap-up", reason="x" * 61).body["error"].startswith("reason: ")
    act(operator, "end-wrap-up", call="ana-call", reason="forgotten")

    agent = agent_now(router, "ana")
    assert (agent.status, agent.changed_by, agent.change_reason) == (AgentStatus.QUEUED, "olga", "forgotten")


def test_a_late_click_does_not_end_the_wrap_up_of_another_call(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    reply = act(operator, "end-wrap-up", call="the one before")

    assert reply.status == 409
    assert reply.body["agent"]["status"] == "wrapUp"
    assert agent_now(router, "ana").status is AgentStatus.WRAP_UP


def test_an_operator_extends_a_wrap_up_once_per_click(operator: Client, router: Router) -> None:
    before = an_agent_in(router, AgentStatus.WRAP_UP)
    first, second = (
        act(operator, "extend-wrap-up", seconds=60, expected_version=before.version) for _ in range(2)
    )
    after = agent_now(router, "ana")

    assert (first.status, second.status) == (200, 409)
    assert before.until
    assert after.until
    assert (after.until - before.until).total_seconds() == 60


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        ("", "seconds: a number of seconds"),
        ("soon", "seconds: a number of seconds"),
        ("5000", "seconds: 5000.0 is not allowed; from 1 to 900"),
        ("nan", "seconds: "),
    ],
)
def test_a_time_that_cannot_be_is_named(
    operator: Client, router: Router, seconds: str, sentence: str
) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    reply = act(operator, "extend-wrap-up", seconds=seconds)

    assert reply.status == 400
    assert reply.error.startswith(sentence)


def test_a_supervisor_releases_an_agent_with_a_reason(supervisor: Client, router: Router) -> None:
    agent = an_agent_in(router, AgentStatus.ATTENDING_CALL)
    assert act(supervisor, "release").error == "reason: give a reason of 1 to 60 characters"
    reply = act(supervisor, "release", reason="left the desk", expected_version=agent.version)
    after = agent_now(router, "ana")

    assert reply.status == 200
    assert (after.status, after.changed_by, after.change_reason) == (
        AgentStatus.QUEUED,
        "mara",
        "left the desk",
    )
    assert call_now(router, "ana-call").status is CallStatus.COMPLETED


def test_who_comes_too_late_gets_the_agent_as_it_is(supervisor: Client, router: Router) -> None:
    agent = an_agent_in(router, AgentStatus.WRAP_UP)
    reply = act(supervisor, "release", reason="stuck", expected_version=agent.version - 1)

    assert reply.status == 409
    assert reply.error == "Ana has since changed: in wrap-up now. Nothing was done."
    assert reply.body["agent"]["version"] == agent.version


def test_an_operator_may_not_release(operator: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL)

    assert act(operator, "release", reason="stuck").status == 403
    assert agent_now(router, "ana").status is AgentStatus.ATTENDING_CALL


@pytest.mark.parametrize("action", ["release", "end-wrap-up", "extend-wrap-up"])
@pytest.mark.usefixtures("router")
def test_an_agent_that_does_not_exist_is_not_found(supervisor: Client, action: str) -> None:
    reply = act(supervisor, action, reason="stuck", seconds=60)

    assert (reply.status, reply.error) == (404, "agent: there is no agent 'ana'")


def test_the_plain_list_offers_what_applies(operator: Client, supervisor: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    plain, full = (client.get("/agents/?plain=1").content.decode() for client in (operator, supervisor))

    assert "Wrap-up</span> <small" in plain
    assert 'action="/agents/ana/end-wrap-up/"' in plain
    assert 'formaction="/agents/ana/extend-wrap-up/"' in plain
    assert "/agents/ana/release/" not in plain
    assert 'action="/agents/ana/release/"' in full
    as_agent(agent_end_wrap_up(router, agent_id="ana"))
    assert "wrap-up/" not in operator.get("/agents/?plain=1").content.decode()
