"""Skills that come back, as in a roll back: they go to the agents who had them when they were removed."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from routing import services
from routing.model.agents import row_id
from routing.model.queues import CHAT
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent
from tests.centres import agent_now
from tests.contracts.settings.skill_changes import ONE_LESS, after, killed, moved
from tests.tables import ForgetfulTable, InterruptedTable


@pytest.fixture
def router(either_table: Table) -> Router:
    return a_router(either_table, languages=("English", "French", "Spanish"))


def test_a_language_that_comes_back_goes_to_the_agents_who_had_it(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    a_waiting_agent(router, "bea", languages=("French",))
    a_waiting_agent(router, "cleo", languages=("French", "Spanish"))
    now = after(router, ONE_LESS)
    moved(now)
    assert agent_now(now, "ana").former_languages == {"Spanish"}
    everything = services.Facts(name="Cleo", gender="F", languages=("French", "English"))
    services.agent_edit(now, agent_id="cleo", facts=everything)  # what it had is still known
    left = services.skills_left_behind(now, now.skills, router.skills)
    assert {skill: [one.agent_id for one in them] for skill, them in left.back.items()} == {
        ("languages", "Spanish"): ["ana", "cleo"]
    }

    assert moved(router) == 2
    found = {name: agent_now(router, name) for name in ("ana", "bea", "cleo")}
    assert {name: sorted(one.languages) for name, one in found.items()} == {
        "ana": ["French", "Spanish"],
        "bea": ["French"],
        "cleo": ["English", "French", "Spanish"],
    }
    assert not any(one.former_languages for one in found.values())
    assert [str(queue) for queue in found["ana"].queues] == ["Q#French#F", "Q#Spanish#F"]
    assert moved(router) == 0
    assert audit(router) == []


def test_a_killed_return_of_a_skill_is_completed_by_the_next(router: Router) -> None:
    for name in ("ana", "bea"):
        a_waiting_agent(router, name, languages=("French", "Spanish"))
    moved(after(router, ONE_LESS))
    table = InterruptedTable(router.table)
    table.before_commits.extend([lambda: None, killed])
    with pytest.raises(KeyboardInterrupt):
        moved(replace(router, table=table))
    table.before_commits.append(lambda: moved(router))
    moved(replace(router, table=table))
    assert [sorted(agent_now(router, name).languages) for name in ("ana", "bea")] == [
        ["French", "Spanish"],
        ["French", "Spanish"],
    ]
    assert audit(router) == []


@pytest.mark.parametrize("removes", [True, False])
def test_a_chat_row_left_behind_by_a_kill_is_brought_in_step(router: Router, *, removes: bool) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    with_chats = replace(router, skills=replace(router.skills, channels=("", CHAT)))
    services.agent_slots(with_chats, agent_id="ana", slots=2)
    former = after(router, ONE_LESS)
    if not removes:
        moved(former)
    now = former if removes else router
    table = InterruptedTable(router.table)
    table.before_commits.extend([lambda: None, killed])
    with pytest.raises(KeyboardInterrupt):
        moved(replace(now, table=table))
    rows = ("ana", row_id("ana"))
    assert agent_now(now, rows[0]).languages != agent_now(now, rows[1]).languages
    assert moved(now) == 1
    left = {"French"} if removes else {"French", "Spanish"}
    assert [agent_now(now, one).languages for one in rows] == [left, left]
    assert moved(now) == 0
    assert audit(now) == []


def test_a_lost_reply_takes_a_skill_and_gives_it_back_once() -> None:
    table = ForgetfulTable()
    router = a_router(table, languages=("English", "French", "Spanish"))
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    assert (moved(after(router, ONE_LESS)), moved(router)) == (1, 1)
    assert agent_now(router, "ana").languages == {"French", "Spanish"}
    assert audit(router) == []


def test_an_agent_whose_skills_were_chosen_again_since_gets_none_back(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    moved(after(router, ONE_LESS))
    chosen = services.Facts(name="Ana", gender="F", languages=("French",))
    services.agent_edit(router, agent_id="ana", facts=chosen)  # Spanish could have been chosen
    assert moved(router) == 0
    assert agent_now(router, "ana").languages == {"French"}
