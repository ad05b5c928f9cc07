"""Mirror of a centre with chats: followed like calls, apart from them, and at no cost without any."""

from dataclasses import replace
from datetime import UTC
from functools import partial

import pytest

from live.board.frames import SECTIONS, State
from live.feed.mirror import Mirror
from live.feed.work import Work
from live.figures.formulas import Measure
from routing.model.queues import CHAT
from routing.services import call_accept, call_complete, call_rate, call_respond, match_once
from tests.contracts.chats.chat_life import a_chat, a_row, chatting
from tests.unit.live.centres import SKILLS, Centre
from tests.unit.live.feed.mirrors import heard, read_from_the_table, read_units, surveyed

HERE = "W.chat#Spanish#Any"


@pytest.fixture
def centre() -> Centre:
    centre = Centre()
    centre.router = replace(centre.router, skills=replace(SKILLS, channels=("", CHAT)))
    return centre


@pytest.fixture
def mirror(centre: Centre) -> Mirror:
    mirror = Mirror(centre.router, zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    mirror.absorb(mirror.count())
    return mirror


def test_it_follows_a_chat_to_its_end(centre: Centre, mirror: Mirror) -> None:
    a_row(centre.router, slots=2)
    assert list(mirror.refresh(heard(centre))["agents.chat"]) == ["ana~chat"]
    a_chat(centre.router, "h1")
    waits = mirror.refresh(heard(centre))
    assert (waits["call_queues.chat"][HERE]["depth"], waits["calls.chat"]["h1"]["status"]) == (1, "queued")


def test_first_response_and_rating_of_its_scene_follow_the_chat(centre: Centre, mirror: Mirror) -> None:
    a_row(centre.router)
    a_chat(centre.router, "h1", scene="car")
    match_once(centre.router)
    call_accept(centre.router, call_id="h1", agent_id="ana~chat")
    assert mirror.refresh(heard(centre))["scenes.chat"]["car"]["responded"] == 0
    call_respond(centre.router, call_id="h1")
    call_complete(centre.router, call_id="h1")
    call_rate(centre.router, call_id="h1", rating=4)
    state = mirror.refresh(heard(centre))
    row = state["scenes.chat"]["car"]
    assert (row["responded"], row["first_response_level"], row["rating"]) == (1, 1, 4)
    assert state["totals.chat"]["recent"]["rating"] == state["recent.chat"][HERE]["rating"] == 4
    assert state["scenes"] == {}


def test_every_state_of_it_equals_what_the_table_says(centre: Centre, mirror: Mirror) -> None:
    a_row(centre.router, slots=2)
    chatting(centre.router, "h1", "h2")
    state = mirror.refresh(heard(centre))
    assert state["agents.chat"]["ana~chat"]["held"] == ["h1", "h2"]
    assert {one: row["status"] for one, row in state["calls.chat"].items()} == {
        "h1": "inProgress",
        "h2": "inProgress",
    }
    assert state["totals.chat"]["today"]["answered"] == 2
    assert state["totals"]["today"]["answered"] == 0
    assert _rows(state) == _rows(read_from_the_table(centre))

    call_complete(centre.router, call_id="h1")
    assert _rows(mirror.refresh(heard(centre))) == _rows(read_from_the_table(centre))


def test_a_survey_finds_a_chat_whose_notices_were_lost(centre: Centre, mirror: Mirror) -> None:
    a_row(centre.router, slots=2)
    chatting(centre.router, "h1", "h2")
    mirror.refresh(heard(centre))
    call_complete(centre.router, call_id="h1")
    centre.said.clear()

    found = surveyed(mirror)
    assert {"ana~chat"} <= found.agents
    assert "h1" in found.calls
    assert _rows(mirror.refresh(found)) == _rows(read_from_the_table(centre))
    assert surveyed(mirror) == Work()


def test_where_chats_are_routed_but_none_is_there_nothing_is_read_and_shown_for_them(centre: Centre) -> None:
    calls_only = Centre()
    costs, states = [], []
    for one in (calls_only, centre):
        mirror = Mirror(one.router, zone=UTC, measure=Measure())
        mirror.refresh(Work(everything=True))
        mirror.absorb(mirror.count())
        one.agent_waits()
        one.call_waits()
        steps = (
            partial(mirror.refresh, heard(one)),
            mirror.survey,
            mirror.count,
            partial(mirror.refresh, Work()),
        )
        costs.append([read_units(one, step) for step in steps])
        states.append(mirror.refresh(Work()))

    assert costs[0] == costs[1]
    assert tuple(states[1]) == SECTIONS
    assert states[0] == states[1]


def _rows(state: State) -> dict[str, object]:
    """What is read from the table, without what is counted."""
    counted = ("totals", "figures", "recent", "minutes", "agent_minutes", "scenes")
    return {
        section: {key: {**row, "estimate": None} for key, row in rows.items()}
        for section, rows in state.items()
        if section.partition(".")[0] not in counted
    }
