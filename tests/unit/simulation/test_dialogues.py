"""Dialogues: agents answer one message at a time, the oldest first; customers leave without a reply."""

from datetime import datetime, timedelta

import pytest

from simulation.chats.dialogues import Dialogues, Leave, Question, Reply
from simulation.durations import Constant
from simulation.luck import luck_of
from simulation.scenarios import Messages
from tests.unit.simulation.worlds import NINE

ROW = "ana~chat"


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def dialogues(*, patience: float | None = None, per_chat: float = 1) -> Dialogues:
    """An agent writes for ten seconds, a customer thinks for three."""
    leaves = None if patience is None else Constant(patience)
    return Dialogues(Messages(Constant(10), Constant(3), per_chat, leaves), seed=7)


def test_an_agent_answers_one_message_at_a_time_the_oldest_first() -> None:
    talks = dialogues()
    talks.begin("a", 1, row=ROW, at=after(0))
    talks.begin("c", 3, row=ROW, at=after(2))
    talks.begin("b", 2, row=ROW, at=after(1))

    assert talks.due("a") == [(after(10), Reply("a", 1, 1, ROW))]
    assert talks.due("b") == talks.due("c") == []
    assert talks.answered("a", at=after(10), seen=3) == {"b"}
    assert talks.due("b") == [(after(20), Reply("b", 1, 1, ROW))]
    assert talks.due("a") == [(after(10), Leave("a"))]


def test_agents_write_beside_each_other() -> None:
    talks = dialogues()
    talks.begin("a", 1, row=ROW, at=after(0))
    talks.begin("b", 2, row="eva~chat", at=after(1))

    assert talks.due("b") == [(after(11), Reply("b", 1, 1, "eva~chat"))]


def test_customer_and_agent_take_turns_until_all_is_said() -> None:
    talks = dialogues(per_chat=3)
    number = next(
        one for one in range(100) if Messages(Constant(1), Constant(1), 3).count_of(luck_of(7, one).talk) == 2
    )
    talks.begin("a", number, row=ROW, at=after(0))

    talks.answered("a", at=after(10), seen=3)
    assert talks.due("a") == [(after(13), Question("a", 2, 3))]
    talks.asked("a", at=after(13), seen=4)
    assert talks.due("a") == [(after(23), Reply("a", 2, 4, ROW))]
    talks.answered("a", at=after(23), seen=5)
    assert talks.due("a") == [(after(23), Leave("a"))]


@pytest.mark.parametrize(
    ("left_at", "begins_at"),
    [(4, 10), (10, 10)],
    ids=["the agent finishes the reply that it has begun", "the reply was finished in that moment"],
)
def test_when_a_customer_leaves_its_agent_goes_on(left_at: float, begins_at: float) -> None:
    talks = dialogues(patience=left_at)
    talks.begin("a", 1, row=ROW, at=after(0))
    talks.begin("b", 2, row=ROW, at=after(1))
    assert (after(left_at), Leave("a")) in talks.due("a")

    assert talks.end("a", at=after(left_at)) == {"b"}

    assert talks.due("b")[0] == (after(begins_at + 10), Reply("b", 1, 1, ROW))


def test_a_reply_that_was_not_begun_takes_no_time() -> None:
    talks = dialogues(patience=6)
    for name, number, at in (("a", 1, 0), ("b", 2, 1), ("c", 3, 2)):
        talks.begin(name, number, row=ROW, at=after(at))
    talks.end("a", at=after(6))
    assert talks.due("b")[0] == (after(20), Reply("b", 1, 1, ROW))

    assert talks.end("b", at=after(7)) == {"c"}

    assert talks.due("c")[0] == (after(20), Reply("c", 1, 1, ROW))


def test_a_chat_that_comes_to_another_agent_waits_for_that_one() -> None:
    talks = dialogues()
    talks.begin("a", 1, row=ROW, at=after(0))
    talks.begin("b", 2, row=ROW, at=after(1))
    assert talks.begin("a", 1, row=ROW, at=after(2)) == set()

    assert talks.begin("a", 1, row="eva~chat", at=after(5)) == {"a", "b"}

    assert talks.due("a") == [(after(15), Reply("a", 1, 1, "eva~chat"))]
    assert talks.due("b") == [(after(20), Reply("b", 1, 1, ROW))]
    assert sorted(talks) == ["a", "b"]
