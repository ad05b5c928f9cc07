"""Board: every queue, the longest wait, a bounded list of calls."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from live.board.contents import SHOWN_WAITING_CALLS, Board
from live.board.frames import State
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.hours.schedules import Schedule
from routing.model.queues import CallEntry, QueueInfo, agent_queue, call_queue
from tests.unit.live.centres import NOON, SKILLS, a_call, an_agent


@pytest.fixture
def board() -> Board:
    return Board(SKILLS)


def shown(board: Board) -> State:
    return board.state()


def an_entry(call: Call) -> CallEntry:
    assert call.ticket is not None
    assert call.queued_at is not None
    queue = call_queue(call.language, call.gender)
    return CallEntry(
        queue, call.priority, call.ticket, call.call_id, call.queued_at, rejoined_at=call.rejoined_at
    )


def test_every_configured_queue_is_there_though_nobody_waits(board: Board) -> None:
    state = shown(board)
    assert list(state["agent_queues"]) == [str(key) for key in SKILLS.agent_queues]
    assert list(state["call_queues"]) == [str(key) for key in SKILLS.call_queues]
    assert state["call_queues"]["W#English#Any"] == {
        "depth": 0,
        "version": 0,
        "oldest": None,
        "estimate": None,
    }
    assert state["totals"] == {}


def test_a_queue_shows_its_depth_and_version(board: Board) -> None:
    board.put_infos([QueueInfo(agent_queue("Spanish", "M"), version=7, depth=2)])
    assert shown(board)["agent_queues"]["Q#Spanish#M"] == {"depth": 2, "version": 7, "oldest": None}


def test_a_queue_of_a_skill_no_longer_configured_is_still_shown(board: Board) -> None:
    board.put_infos([QueueInfo(call_queue("Latin", "Any"), version=3, depth=1)])
    assert shown(board)["call_queues"]["W#Latin#Any"]["depth"] == 1


def test_a_queue_names_the_moment_of_its_longest_wait(board: Board) -> None:
    board.put_agents([an_agent("a1", waits=10), an_agent("a2", waits=70)])
    oldest = shown(board)["agent_queues"]["Q#Spanish#M"]["oldest"]
    assert oldest == "2026-11-21T11:58:50.000+00:00"


def test_an_agent_who_waits_no_more_is_no_longest_wait(board: Board) -> None:
    board.put_agents([an_agent("a1", waits=10)])
    board.put_agents([an_agent("a1", status=AgentStatus.PAUSED)])
    assert shown(board)["agent_queues"]["Q#Spanish#M"]["oldest"] is None


def test_the_longest_wait_of_a_caller_who_waits_again_is_the_second(board: Board) -> None:
    talked = replace(a_call("c1", at=NOON - timedelta(hours=1)), rejoined_at=NOON - timedelta(seconds=9))
    longest = "2026-11-21T11:59:51.000+00:00"
    board.put_calls([talked])
    state = shown(board)
    assert state["call_queues"]["W#Spanish#Any"]["oldest"] == longest
    assert state["calls"]["c1"]["waiting_since"] == longest
    assert board.differing_waiting([an_entry(talked)]) == set()


def test_the_longest_wait_of_a_call_queue_ignores_priority(board: Board) -> None:
    early = a_call("c1", ticket=1, priority=9, at=NOON - timedelta(minutes=1))
    urgent = a_call("c2", ticket=2, priority=0)
    board.put_calls([early, urgent])
    state = shown(board)
    assert state["call_queues"]["W#Spanish#Any"]["oldest"] == "2026-11-21T11:59:00.000+00:00"
    assert sorted(state["calls"], key=lambda call_id: str(state["calls"][call_id]["order"])) == ["c2", "c1"]


def test_calls_that_ring_or_run_are_shown_and_ended_ones_are_not(board: Board) -> None:
    living = (CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS)
    board.put_calls(a_call(f"c-{status}", status=status) for status in CallStatus)
    assert set(shown(board)["calls"]) == {f"c-{status}" for status in living}


def test_a_call_that_ends_leaves_the_board(board: Board) -> None:
    board.put_calls([a_call("c1")])
    board.put_calls([a_call("c1", status=CallStatus.ABANDONED)])
    assert shown(board)["calls"] == {}
    assert shown(board)["call_queues"]["W#Spanish#Any"]["oldest"] is None


def test_a_long_queue_is_shown_by_its_first_hundred_calls(board: Board) -> None:
    board.put_calls(a_call(f"c{ticket}", ticket=ticket) for ticket in range(300, 0, -1))
    board.put_calls([a_call("ringing", status=CallStatus.OFFERED, ticket=999)])
    first = {f"c{ticket}" for ticket in range(1, SHOWN_WAITING_CALLS + 1)}
    assert set(shown(board)["calls"]) == first | {"ringing"}


def test_it_names_the_calls_it_has_to_show_but_never_read(board: Board) -> None:
    board.replace_waiting([an_entry(a_call("c1", ticket=1)), an_entry(a_call("c2", ticket=2))])
    board.put_calls([a_call("c1", ticket=1)])
    assert board.unread_calls() == ["c2"]
    assert set(shown(board)["calls"]) == {"c1"}


def test_it_names_the_calls_that_wait_no_more(board: Board) -> None:
    board.put_calls([a_call("c1"), a_call("c2", ticket=2)])
    assert board.replace_waiting([an_entry(a_call("c2", ticket=2))]) == {"c1"}


def test_a_call_queue_shows_the_wait_to_expect(board: Board) -> None:
    state = board.state(estimates={"W#Spanish#Any": 35.0})
    assert state["call_queues"]["W#Spanish#Any"]["estimate"] == 35.0
    assert state["call_queues"]["W#English#Any"]["estimate"] is None


def test_a_call_queue_with_opening_hours_says_whether_it_is_open(board: Board) -> None:
    closed = Schedule("Night", week=((),) * 7, special={date(2026, 11, 23): ((540, 600),)})
    hours = closed.standing(datetime(2026, 11, 23, 8, tzinfo=UTC))
    state = board.state(hours={"W#Spanish#Any": hours})["call_queues"]
    assert (state["W#Spanish#Any"]["open"], state["W#Spanish#Any"]["opens_at"]) == (
        False,
        "2026-11-23T09:00:00.000+00:00",
    )
    assert "open" not in state["W#English#Any"]


def test_a_promoted_call_stands_in_its_band(board: Board) -> None:
    board.put_calls([a_call("c1", ticket=1), replace(a_call("c2", ticket=2, priority=7), band=3)])
    calls = shown(board)["calls"]
    assert sorted(calls, key=lambda call_id: str(calls[call_id]["order"])) == ["c2", "c1"]
    assert (calls["c2"]["priority"], calls["c2"]["band"]) == (7, 3)


def test_agents_who_are_gone_from_the_table_leave_the_board(board: Board) -> None:
    board.put_agents([an_agent("a1"), an_agent("a2")])
    board.replace_agents([an_agent("a2")])
    assert list(shown(board)["agents"]) == ["a2"]


def test_a_row_has_what_the_page_shows(board: Board) -> None:
    board.put_agents([an_agent("a1", waits=5)])
    board.put_calls([a_call("c1", ticket=12)])
    state = shown(board)
    assert state["agents"]["a1"] == {
        "name": "Agent a1",
        "gender": "M",
        "languages": ["Spanish"],
        "topics": [],
        "status": "queued",
        "since": "2026-11-21T11:59:55.000+00:00",
        "until": None,
        "missed": 0,
        "choice": "ready",
        "reason": "",
        "call": None,
        "changed_by": "",
        "version": 1,
    }
    assert state["calls"]["c1"] == {
        "status": "queued",
        "language": "Spanish",
        "gender": "Any",
        "topic": "",
        "priority": 5,
        "band": 5,
        "step": 0,
        "steps": 0,
        "asks_for": "",
        "due": None,
        "next": "",
        "caller": "",
        "agent": None,
        "queued_at": "2026-11-21T12:00:00.000+00:00",
        "waiting_since": "2026-11-21T12:00:00.000+00:00",
        "since": "2026-11-21T12:00:00.000+00:00",
        "attempts": 0,
        "version": 1,
        "order": "5#00000000000000000012",
    }
