"""Own agent: operators act for the agent of their desk, supervisors for all, by setting everyone."""

from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from dashboard.access.seats import OWN_ONLY
from routing.model.agents import Agent, AgentStatus
from routing.router import Router
from tests.centres import agent_now, an_agent_in
from tests.integration.dashboard.conftest import Reply, posted
from tests.integration.dashboard.desk.desks import seated
from tests.integration.dashboard.test_board_page import config_of

pytestmark = pytest.mark.django_db
Act = Callable[[Client, Agent], Reply]


def choose(client: Client, agent: Agent) -> Reply:
    return posted(client, f"/agents/{agent.agent_id}/choice/", {"choice": "offline"})


def choose_in_bulk(client: Client, agent: Agent) -> Reply:
    target = f"{agent.version}:{agent.agent_id}"
    return posted(client, "/agents/bulk/", {"action": "offline", "agent": [target]})


def end_wrap_up(client: Client, agent: Agent) -> Reply:
    return posted(client, f"/agents/{agent.agent_id}/end-wrap-up/", {})


def extend_wrap_up(client: Client, agent: Agent) -> Reply:
    return posted(client, f"/agents/{agent.agent_id}/extend-wrap-up/", {"seconds": 30})


def choose_at_the_desk(client: Client, agent: Agent) -> Reply:
    return posted(client, f"/desk/{agent.agent_id}/choice/", {"choice": "offline"})


ACTS = [choose, choose_in_bulk, end_wrap_up, extend_wrap_up, choose_at_the_desk]


@pytest.fixture
def agents(router: Router) -> list[Agent]:
    """Ana and Ben, both in wrap-up."""
    return [an_agent_in(router, AgentStatus.WRAP_UP, name) for name in ("ana", "ben")]


@pytest.mark.parametrize("act", ACTS)
def test_an_operator_acts_for_the_own_agent_and_for_no_other(
    act: Act, operator: Client, router: Router, agents: list[Agent]
) -> None:
    ana, ben = agents
    seated(operator, "olga", "ana")

    assert act(operator, ana).status == 200
    refused = act(operator, ben)
    assert refused.status == 403
    assert agent_now(router, "ben") == ben
    if act is not choose_at_the_desk:
        assert refused.error == OWN_ONLY


@pytest.mark.parametrize("act", ACTS)
def test_an_operator_without_a_desk_acts_for_nobody(
    act: Act, operator: Client, router: Router, agents: list[Agent]
) -> None:
    assert act(operator, agents[0]).status == 403
    assert agent_now(router, "ana") == agents[0]


@pytest.mark.parametrize("act", ACTS)
def test_a_supervisor_acts_for_all(act: Act, supervisor: Client, agents: list[Agent]) -> None:
    assert act(supervisor, agents[0]).status == 200


@pytest.mark.usefixtures("operators_act_for_all")
@pytest.mark.parametrize("act", [act for act in ACTS if act is not choose_at_the_desk])
def test_by_the_setting_operators_act_for_all(act: Act, operator: Client, agents: list[Agent]) -> None:
    assert act(operator, agents[0]).status == 200


def test_of_many_agents_none_is_changed_where_one_is_not_the_own(
    operator: Client, router: Router, agents: list[Agent]
) -> None:
    seated(operator, "olga", "ana")
    targets = [f"{agent.version}:{agent.agent_id}" for agent in agents]

    assert posted(operator, "/agents/bulk/", {"action": "offline", "agent": targets}).status == 403
    assert [agent_now(router, agent.agent_id) for agent in agents] == agents


def test_a_plain_form_is_answered_with_the_sentence(operator: Client, agents: list[Agent]) -> None:
    for address in (f"/agents/{agents[0].agent_id}/choice/", "/agents/bulk/"):
        fields = {"choice": "ready", "action": "ready", "agent": "1:ana"}
        response = operator.post(address, fields, headers={"accept": "text/html"})

        assert response.status_code == 403
        assert OWN_ONLY in unescape(response.content.decode())


@pytest.mark.usefixtures("agents")
def test_the_plain_list_has_buttons_for_the_own_agent_only(operator: Client) -> None:
    assert "/choice/" not in operator.get("/agents/?plain=1").content.decode()
    page = seated(operator, "olga", "ana").get("/agents/?plain=1").content.decode()

    assert ('action="/agents/ana/choice/"' in page, 'action="/agents/ben/' in page) == (True, False)
    assert 'action="/agents/ana/end-wrap-up/"' in page


@pytest.mark.usefixtures("router")
def test_the_scripts_know_for_whom_the_reader_may_choose(operator: Client, supervisor: Client) -> None:
    seated(operator, "olga", "ana")
    seated(supervisor, "mara", "ben")

    own, every = config_of(operator), config_of(supervisor)
    assert (own["canChoose"], own["ownAgent"]) == (False, "ana")
    assert (every["canChoose"], every["ownAgent"]) == (True, "")
