"""Rules for chats on small histories: what each of them finds, and what it leaves alone."""

from dataclasses import replace

import pytest

from messaging.model.messages import What
from tests.concurrency.history import (
    AGENT,
    Commit,
    Fate,
    Held,
    History,
    Line,
    Operation,
    Outcome,
    Said,
    State,
    Subject,
    Written,
)
from tests.concurrency.rules.bonds import broken_bonds
from tests.concurrency.rules.conversations import broken_conversations
from tests.concurrency.rules.lives import Life, Lives, Step

CLOSE = Operation("ana", 1, "chat_close", 1.0, 2.0, Outcome.DONE, seen_number=2)


def rules_of(*log: Line, said: tuple[Said, ...] = (), close: Operation = CLOSE) -> set[str]:
    commit = Commit("op1", close.key, 1.0, 2.0, Fate.APPLIED, ())
    history = History({}, operations=[close], commits=[commit], log=[*log], said=[*said])
    return {violation.rule for violation in broken_conversations(history)}


def a_log(messages: int, *, closed_by: str = "op1") -> list[Line]:
    texts = [Line("talk", number, f"c{number}") for number in range(1, messages + 1)]
    return [*texts, Line("talk", messages + 1, closed_by, What.CLOSED)]


def test_a_close_of_who_has_seen_everything_is_sound() -> None:
    assert rules_of(*a_log(2), said=(Said("talk", "c1"), Said("talk", "c2"))) == set()


@pytest.mark.parametrize(
    "close", [replace(CLOSE, seen_number=1), replace(CLOSE, seen_number=None), replace(CLOSE, number=7)]
)
def test_a_close_over_a_message_is_found(close: Operation) -> None:
    commit = Commit("op1", CLOSE.key, 1.0, 2.0, Fate.APPLIED, ())
    history = History({}, operations=[close], commits=[commit], log=a_log(2))
    assert [one.rule for one in broken_conversations(history)] == ["no close over an unseen message"]


def test_lost_and_doubled_messages_and_holes_are_found() -> None:
    assert rules_of(said=(Said("talk", "c1"),)) == {"what is acknowledged is there once"}
    twice = [Line("talk", 1, "c1"), Line("talk", 2, "c1")]
    assert rules_of(*twice, said=(Said("talk", "c1"),)) == {"what is acknowledged is there once"}
    assert rules_of(Line("talk", 1, "c1"), Line("talk", 3, "c3")) == {"numbers are dense"}


@pytest.mark.parametrize(
    ("held", "is_found"),
    [
        (Held(frozenset({"c1", "c2"}), 2), False),
        (Held(frozenset({"c1", "c2"}), 1, is_forced=True), False),
        (Held(frozenset({"c1", "c2"}), 1), True),
    ],
)
def test_more_chats_than_slots_are_found(held: Held, is_found: bool) -> None:  # noqa: FBT001 - a parameter of the test
    row = Subject(AGENT, "ana~chat")
    written = Written(State(row, "attendingCall", None, 1, held))
    life = Life(row, [Step(1, Commit("op1", ("ana", 1), 0, 1, Fate.APPLIED, (written,)), written)])
    found = {one.rule for one in broken_bonds(History({}), Lives({row: life}, {}, {}, {}))}
    assert ("a chat row holds no more chats than slots" in found) is is_found
    assert "agent and call change together" in found, "the chats are in nobody's hands"
