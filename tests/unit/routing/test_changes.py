"""Change notices: their content; with Redis away only the notice is lost."""

import json

import pytest

from routing.model.events import Event, EventKind
from routing.notices.over_redis import PAUSE_SECONDS, Publisher, encode
from tests.builders import NOON

NOWHERE = "redis://127.0.0.1:9/0"
EVENTS = [Event(EventKind.CALL_OFFERED, NOON, "ana", "c1", ("Q#Spanish#F", "W#Spanish#Any"), "olga", "why")]


def test_a_notice_is_a_list_of_what_happened() -> None:
    assert json.loads(encode(EVENTS)) == [
        {
            "kind": "callOffered",
            "at": "2026-11-21T12:00:00.000000+00:00",
            "agent_id": "ana",
            "call_id": "c1",
            "queues": ["Q#Spanish#F", "W#Spanish#Any"],
            "by": "olga",
            "reason": "why",
        }
    ]


def test_every_kind_is_said_in_words_of_the_events_page() -> None:
    kinds = {json.loads(encode([Event(kind, NOON)]))[0]["kind"] for kind in EventKind}
    assert kinds == {str(kind) for kind in EventKind}


def test_it_never_raises_counts_what_it_skips_and_says_so_once_in_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    publisher = Publisher(NOWHERE, "changes", clock=lambda: now[0])

    for _ in range(3):
        publisher.publish(EVENTS * 2)
    assert publisher.dropped == 6
    assert len(caplog.records) == 1
    assert "change notices skipped, Redis does not answer" in caplog.text

    now[0] += PAUSE_SECONDS
    publisher.publish(EVENTS)
    assert len(caplog.records) == 2, "after the pause it tries again"


def test_nothing_happened_is_no_notice() -> None:
    publisher = Publisher(NOWHERE, "changes")
    publisher.publish([])
    assert publisher.dropped == 0
