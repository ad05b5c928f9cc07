"""Staff: edited at the version seen, moved to other queues, deactivated, removed but for the name."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError, UnknownAgentError, UnknownSkillError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.outcomes import Conflict
from routing.model.queues import CALLS, CHAT
from routing.model.settings.teams import Teams
from routing.repair.audit import audit
from routing.router import Router
from routing.services import Facts
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import agent_now, an_agent_in, call_now
from tests.tables import ForgetfulTable, InterruptedTable

ANA = Facts("Ana", "F", ("Spanish",))
BOTH = replace(ANA, languages=("French", "Spanish"))


@pytest.fixture
def router(either_table: Table) -> Router:
    bare = a_router(either_table)
    return replace(bare, skills=replace(bare.skills, channels=(CALLS, CHAT)))


def edited(router: Router, facts: Facts, version: int | None = None) -> Agent | Conflict:
    return services.agent_edit(router, agent_id="ana", facts=facts, by="mara", expected_version=version)


def waiting_in(router: Router) -> list[str]:
    return [
        str(info.key) for info in selectors.agent_queue_infos(router) for _ in range(info.depth) if info.depth
    ]


def test_one_who_waits_goes_to_the_end_of_its_new_queues(router: Router) -> None:
    first = a_waiting_agent(router, "ana", languages=("Spanish",))
    a_waiting_agent(router, "bea", languages=("Spanish", "French"))
    after = edited(router, BOTH)

    assert isinstance(after, Agent)
    assert first.ticket is not None
    assert (after.ticket or 0) > first.ticket
    assert sorted(waiting_in(router)) == ["Q#French#F", "Q#French#F", "Q#Spanish#F", "Q#Spanish#F"]
    a_waiting_call(router, "c1", language="French")
    assert [one.agent.agent_id for one in services.match_once(router).matches] == ["bea"]
    assert audit(router) == []


def test_a_match_planned_before_leaves_no_entry_behind(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    a_waiting_call(router, "c1", language="Spanish")
    table = InterruptedTable(router.table)
    table.before_commits.append(lambda: edited(router, BOTH))
    services.match_once(replace(router, table=table))
    assert audit(router) == []


def test_the_second_at_one_version_is_a_conflict_unless_it_wants_the_same(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    version = agent_now(router, "ana").version
    named = replace(ANA, name="Anna")
    after = edited(router, named, version)
    assert isinstance(after, Agent)
    assert after.status is AgentStatus.QUEUED
    assert edited(router, named, version) == after
    assert isinstance(edited(router, ANA, version), Conflict)


def test_the_chat_row_follows_and_deactivated_takes_nothing(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    services.agent_slots(router, agent_id="ana", slots=2)
    services.agent_choose(router, agent_id="ana~chat", choice=Choice.READY)
    edited(router, replace(BOTH, is_active=False))

    for one in ("ana", "ana~chat"):
        row = agent_now(router, one)
        assert (row.status, row.is_deactivated) == (AgentStatus.OFFLINE, True)
        assert row.languages == {"French", "Spanish"}
        refused = services.agent_choose(router, agent_id=one, choice=Choice.READY)
        assert isinstance(refused, Conflict)
        assert "deactivated" in refused.reason
    services.agents_reset(router)
    assert waiting_in(router) == []
    edited(router, BOTH)
    assert isinstance(services.agent_choose(router, agent_id="ana", choice=Choice.READY), Agent)
    assert audit(router) == []


def test_one_with_a_call_finishes_it_first(router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL, "ana")
    facts = replace(ANA, is_active=False)
    after = edited(router, facts)
    assert isinstance(after, Agent)
    assert (after.status, after.choice) == (AgentStatus.ATTENDING_CALL, Choice.OFFLINE)
    assert isinstance(services.agent_remove(router, agent_id="ana"), Conflict)
    services.agent_release(router, agent_id="ana", reason="done")
    assert agent_now(router, "ana").status is AgentStatus.OFFLINE


def test_a_removed_agent_is_gone_with_its_row_and_keeps_its_name(router: Router) -> None:
    an_agent_in(router, AgentStatus.OFFLINE, "ana")
    services.agent_slots(router, agent_id="ana")
    version = agent_now(router, "ana").version
    assert isinstance(services.agent_remove(router, agent_id="ana", expected_version=version + 1), Conflict)
    gone = services.agent_remove(router, agent_id="ana", expected_version=version)

    assert isinstance(gone, Agent)
    assert selectors.agents(router) == []
    again = services.agent_remove(router, agent_id="ana", expected_version=version)
    assert isinstance(again, Agent)
    assert again.name == gone.name
    assert services.former_names(router, {"ana", "ana~chat", "zoe"}) == {
        "ana": gone.name,
        "ana~chat": gone.name,
    }
    with pytest.raises(UnknownAgentError):
        services.agent_remove(router, agent_id="zoe")
    assert audit(router) == []


def test_a_row_made_meanwhile_is_not_left_alone(router: Router) -> None:
    an_agent_in(router, AgentStatus.OFFLINE, "ana")
    table = InterruptedTable(router.table)
    table.before_commits.append(lambda: services.agent_slots(router, agent_id="ana"))
    services.agent_remove(replace(router, table=table), agent_id="ana")
    assert selectors.agents(router) == []


def test_a_lost_reply_loses_and_doubles_nothing() -> None:
    table = ForgetfulTable()
    router = a_router(table)
    an_agent_in(router, AgentStatus.OFFLINE, "ana")
    before = table.recovered
    assert isinstance(edited(router, BOTH), Agent)
    assert isinstance(services.agent_remove(router, agent_id="ana"), Agent)
    assert table.recovered == before + 2


def test_what_does_not_fit_is_named() -> None:
    router = a_router(languages=tuple(f"L{number}" for number in range(60)))
    many = tuple(f"L{number}" for number in range(40))
    a_waiting_agent(router, "ana", languages=many)
    with pytest.raises(UnknownSkillError, match="languages"):
        edited(router, replace(ANA, languages=("Latin",)))
    with pytest.raises(InvalidFieldError, match=r"languages: .* make 60 queues; pause the agent first"):
        edited(router, replace(ANA, languages=tuple(f"L{number}" for number in range(20, 60))))
    services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Break")
    assert isinstance(edited(router, replace(ANA, languages=("L59",))), Agent)


@pytest.mark.parametrize("answers_itself", [False, True])
def test_a_call_has_the_team_of_its_agent_at_the_offer(router: Router, *, answers_itself: bool) -> None:
    with_teams = replace(router, teams=Teams({"sales": "Sales", "north": "North"}))
    a_waiting_agent(router, "ana", languages=("Spanish",))
    edited(with_teams, replace(ANA, team="sales", auto_answer=answers_itself))
    a_waiting_call(router, "c1", language="Spanish")
    services.match_once(router)
    assert call_now(router, "c1").team == "sales"
    edited(with_teams, replace(ANA, team="north", auto_answer=answers_itself))
    if not answers_itself:
        services.call_accept(router, call_id="c1", agent_id="ana")
    assert call_now(router, "c1").team == "sales", "a later team did not answer it"

    services.call_hand_back(router, call_id="c1", reason="dead line", keep_available=True)
    assert call_now(router, "c1").team == ""
    services.agent_end_wrap_up(router, agent_id="ana")
    services.match_once(router)
    assert call_now(router, "c1").team == "north"
    assert audit(router) == []


def test_the_chat_row_joins_the_team_and_only_known_teams_are_joined(router: Router) -> None:
    with_teams = replace(router, teams=Teams({"sales": "Sales", "north": "North"}))
    an_agent_in(with_teams, AgentStatus.OFFLINE, "ana")
    services.agent_slots(with_teams, agent_id="ana")
    edited(with_teams, replace(ANA, team="sales"))
    assert [agent_now(router, one).team for one in ("ana", "ana~chat")] == ["sales", "sales"]
    edited(with_teams, replace(ANA, name="Anna"))
    assert agent_now(router, "ana").team == "sales", "a change without a team keeps it"
    edited(router, replace(ANA, team="sales"))
    assert agent_now(router, "ana").team == "sales", "also one that was removed since"
    with pytest.raises(InvalidFieldError, match=r"team: 'south' .* choose one of sales, north"):
        edited(with_teams, replace(ANA, team="south"))
    edited(with_teams, replace(ANA, team=""))
    assert agent_now(router, "ana~chat").team == ""
    assert audit(router) == []
