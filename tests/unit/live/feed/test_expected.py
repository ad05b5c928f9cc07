"""Expected waits of chats, from the rows of the board."""

from live.board.frames import Row
from live.feed.expected import SECTION, seconds_each


def test_the_wait_of_a_new_chat_is_shared_among_those_waiting() -> None:
    rows: dict[str, Row] = {
        "W.chat#English#Any": {"depth": 4, "estimate": 120.0},
        "W.chat#French#Any": {"depth": 0, "estimate": 0.0},
        "W.chat#Spanish#Any": {"depth": 2, "estimate": None},
    }
    assert seconds_each({SECTION: rows}) == {"W.chat#English#Any": 30.0}


def test_without_chats_nothing_is_expected() -> None:
    assert seconds_each({"call_queues": {"W#English#Any": {"depth": 4, "estimate": 120.0}}}) == {}
