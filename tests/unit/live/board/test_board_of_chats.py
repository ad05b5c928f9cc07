"""Board with chats: sections of their own, so that calls and agents are counted as before."""

from dataclasses import replace

import pytest

from live.board.contents import SHOWN_WAITING_CALLS, Board
from live.board.frames import SECTIONS
from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import Call, CallStatus
from routing.model.queues import CHAT, CallEntry, QueueInfo, call_queue
from tests.unit.live.centres import NOON, SKILLS, a_call, an_agent

WAITING_ROOM = str(call_queue("Spanish", "Any", channel=CHAT))


@pytest.fixture
def board() -> Board:
    return Board(replace(SKILLS, channels=("", CHAT)))


def a_row(
    agent_id: str = "a1", *, status: AgentStatus = AgentStatus.QUEUED, held: tuple[str, ...] = ()
) -> Agent:
    row = an_agent(agent_id, status=status)
    return replace(row, agent_id=row_id(agent_id), channel=CHAT, slots=3, held=held)


def a_chat(call_id: str = "h1", *, status: CallStatus = CallStatus.QUEUED, ticket: int = 1) -> Call:
    call = a_call(call_id, status=status, ticket=ticket)
    return replace(call, channel=CHAT, chat_id=f"chat of {call_id}", scene="listing")


def an_entry(call: Call) -> CallEntry:
    queue = call_queue(call.language, call.gender, channel=call.channel)
    return CallEntry(queue, call.priority, call.ticket or 0, call.call_id, NOON)


def test_without_chats_there_is_nothing_of_them(board: Board) -> None:
    board.put_agents([an_agent("a1")])
    board.put_calls([a_call("c1")])

    assert tuple(board.state()) == SECTIONS
    assert not {"channel", "slots", "held", "person"} & board.state()["agents"]["a1"].keys()
    assert not {"channel", "chat", "scene"} & board.state()["calls"]["c1"].keys()


def test_an_agent_who_also_chats_is_one_agent_and_one_chat_row(board: Board) -> None:
    board.put_agents([an_agent("a1", status=AgentStatus.PAUSED), a_row("a1", held=("h1", "h2"))])
    state = board.state()

    assert list(state["agents"]) == ["a1"]
    chatting = state["agents.chat"]["a1~chat"]
    assert (chatting["person"], chatting["slots"], chatting["held"]) == ("a1", 3, ["h1", "h2"])
    assert [*board.statuses()] == [AgentStatus.PAUSED]
    assert [*board.statuses(CHAT)] == [AgentStatus.QUEUED]


def test_queues_and_calls_of_chats_stand_apart(board: Board) -> None:
    board.put_infos([QueueInfo(call_queue("Spanish", "Any", channel=CHAT), version=4, depth=1)])
    board.put_agents([a_row()])
    board.put_calls([a_chat("h1"), a_chat("h2", status=CallStatus.IN_PROGRESS), a_call("c1")])
    state = board.state()

    assert list(state["calls"]) == ["c1"]
    assert sorted(state["calls.chat"]) == ["h1", "h2"]
    assert (state["calls.chat"]["h1"]["chat"], state["calls.chat"]["h1"]["scene"]) == (
        "chat of h1",
        "listing",
    )
    assert list(state["call_queues.chat"]) == [WAITING_ROOM]
    assert state["call_queues.chat"][WAITING_ROOM]["oldest"] == "2026-11-21T12:00:00.000+00:00"
    assert WAITING_ROOM not in state["call_queues"]
    assert board.versions[WAITING_ROOM] == 4


def test_many_waiting_chats_hide_no_waiting_call(board: Board) -> None:
    chats = [a_chat(f"h{ticket}", ticket=ticket) for ticket in range(SHOWN_WAITING_CALLS + 20)]
    call = a_call("c1", ticket=10_000)
    board.replace_waiting(map(an_entry, [*chats, call]))

    assert len(board.unread_calls()) == SHOWN_WAITING_CALLS + 1
    assert "c1" in board.unread_calls()


def test_a_chat_that_a_row_holds_but_the_board_shows_otherwise_is_read_again(board: Board) -> None:
    chat = replace(a_chat("h1", status=CallStatus.IN_PROGRESS), agent_id="a1~chat")
    board.put_calls([chat])

    assert board.differing_served([a_row("a1", held=("h1",))]) == set()
    assert board.differing_served([a_row("a1")]) == {"h1"}
    assert board.differing_served([a_row("a1", held=("h1", "h2"))]) == {"h2"}
    assert board.differing_served([a_row("b2", held=("h1",))]) == {"h1"}


def test_a_row_that_rings_beside_its_chats_has_all_of_them(board: Board) -> None:
    rings = replace(a_row("a1", status=AgentStatus.OFFERED, held=("h1",)), call_id="h2")
    talks = replace(a_chat("h1", status=CallStatus.IN_PROGRESS), agent_id="a1~chat")
    offered = replace(a_chat("h2", status=CallStatus.OFFERED), agent_id="a1~chat")
    board.put_calls([talks, offered])

    assert board.differing_served([rings]) == set()


def test_the_full_row_without_a_call_of_its_own_names_none(board: Board) -> None:
    full = a_row("a1", status=AgentStatus.ATTENDING_CALL, held=("h1", "h2", "h3"))
    held = [replace(a_chat(one, status=CallStatus.IN_PROGRESS), agent_id="a1~chat") for one in full.held]
    board.put_calls(held)

    assert board.differing_served([full]) == set()
