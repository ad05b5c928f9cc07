"""Subscribers of commits: one that fails keeps nothing from the others."""

from collections.abc import Sequence

import pytest

from routing.model.events import Event, EventKind
from routing.notices import subscribers
from tests.builders import NOON

EVENTS = [Event(EventKind.CALL_QUEUED, NOON, None, "c1")]


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscribers, "_subscribers", {})


def test_all_are_told_even_if_one_fails(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Event] = []

    def fails(_events: Sequence[Event]) -> None:
        raise ValueError("oh")

    subscribers.subscribe("broken", fails)
    subscribers.subscribe("whole", heard.extend)
    subscribers.tell(EVENTS)

    assert heard == EVENTS
    assert "broken failed to receive events" in caplog.text


def test_one_name_has_one_subscriber() -> None:
    heard: list[Event] = []
    subscribers.subscribe("one", heard.extend)
    subscribers.subscribe("one", heard.extend)
    subscribers.tell(EVENTS)

    assert heard == EVENTS
