"""Expected waits of calls and chats, from the rows of the board."""

from live.board.frames import Row
from live.feed.expected import seconds_each


def test_the_wait_of_a_new_call_is_shared_among_those_waiting() -> None:
    chats: dict[str, Row] = {
        "W.chat#English#Any": {"depth": 4, "estimate": 120.0},
        "W.chat#French#Any": {"depth": 0, "estimate": 0.0},
        "W.chat#Spanish#Any": {"depth": 2, "estimate": None},
    }
    calls: dict[str, Row] = {"W#English#Any": {"depth": 3, "estimate": 60.0}}

    found = seconds_each({"call_queues": calls, "call_queues.chat": chats})

    assert found == {"W#English#Any": 20.0, "W.chat#English#Any": 30.0}
