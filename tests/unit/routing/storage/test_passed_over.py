"""Skipped items: one log line a minute for each cause, remembered for a minute."""

import logging

import pytest

from dynamo.items import Key
from routing.exceptions import UnreadableItemError
from routing.storage.passed_over import PassedOver


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def unreadable(name: str, cause: str = "Choice") -> UnreadableItemError:
    return UnreadableItemError(
        Key("AllAgents", f"Agent#{name}"), f"it lacks {cause}", kind="agent", cause=cause, remedy="none"
    )


def test_it_is_one_line_a_minute_for_each_cause(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    passed = PassedOver(clock)

    with caplog.at_level(logging.ERROR):
        for second in range(120):
            clock.now = second
            for number in range(30):
                passed.tell(unreadable(f"a{number}"))
                passed.tell(unreadable(f"a{number}", cause="Version"))

    assert len(caplog.records) == 2 * 2
    assert caplog.records[0].getMessage() == (
        "AllAgents Agent#a0 is left out, it cannot be read: it lacks Choice"
    )


def test_it_is_forgotten_when_it_was_not_met_for_a_minute() -> None:
    clock = Clock()
    passed = PassedOver(clock)
    passed.tell(unreadable("ana"))
    clock.now = 30
    passed.tell(unreadable("bea"))

    assert [error.key.sk for error in passed.recent()] == ["Agent#ana", "Agent#bea"]
    clock.now = 61
    assert [error.key.sk for error in passed.recent()] == ["Agent#bea"]
