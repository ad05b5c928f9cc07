"""Key of an event, and its JSON line."""

import json
from datetime import UTC, datetime

import pytest

from reporting.buffers.grouping import GroupBy, key_of, line_of, lines_by_key
from routing.model.events import Event, EventKind
from tests.builders import NOON

OFFERED = Event(
    EventKind.CALL_OFFERED, NOON, "ana", "c1", ("Q#French#F", "Q#Spanish#F", "W#Spanish#Any"), "olga", "a\nb",
    "W#Spanish#Any",
)  # fmt: skip
CREATED = Event(EventKind.AGENT_CREATED, NOON, "ana")
CHOSE = Event(EventKind.AGENT_STATUS_CHANGED, NOON, "ana", None, ("Q#Spanish#F",))


@pytest.mark.parametrize(
    ("event", "group_by", "key"),
    [
        (OFFERED, GroupBy.QUEUE, "W#Spanish#Any"),
        (CHOSE, GroupBy.QUEUE, "Q#Spanish#F"),
        (CREATED, GroupBy.QUEUE, "-"),
        (OFFERED, GroupBy.AGENT_GROUP, "Q#French#F+Q#Spanish#F"),
        (CREATED, GroupBy.AGENT_GROUP, "-"),
        (OFFERED, GroupBy.SITE, "Leeds"),
        (OFFERED, GroupBy.KIND, "callOffered"),
    ],
)
def test_each_event_has_one_key(event: Event, group_by: GroupBy, key: str) -> None:
    assert key_of(event, group_by, site="Leeds") == key


def test_a_line_is_the_moment_and_json_without_line_breaks() -> None:
    line = line_of(OFFERED)

    assert b"\n" not in line
    assert datetime.fromtimestamp(int(line[:13]) / 1000, UTC) == NOON
    assert line[13:14] == b" "
    assert json.loads(line[14:]) == {
        "kind": "callOffered",
        "at": "2026-11-21T12:00:00.000000+00:00",
        "agent_id": "ana",
        "call_id": "c1",
        "queue": "W#Spanish#Any",
        "queues": ["Q#French#F", "Q#Spanish#F", "W#Spanish#Any"],
        "by": "olga",
        "reason": "a\nb",
    }


def test_the_events_of_a_commit_come_together_by_key_and_in_order() -> None:
    found = lines_by_key([OFFERED, CREATED, CHOSE, OFFERED], GroupBy.QUEUE, site="")

    assert {key: len(lines) for key, lines in found.items()} == {"W#Spanish#Any": 2, "-": 1, "Q#Spanish#F": 1}


def test_an_event_of_a_chat_names_its_channel_and_its_conversation() -> None:
    accepted = Event(
        EventKind.CALL_ACCEPTED, NOON, "ana~chat", "h1", queue="W.chat#Spanish#Any", chat_id="k7"
    )
    paused = Event(EventKind.AGENT_STATUS_CHANGED, NOON, "ana~chat")

    assert said(accepted) == ("chat", "k7")
    assert said(paused) == ("chat", None)
    assert said(CHOSE) == said(OFFERED) == (None, None)


def said(event: Event) -> tuple[str | None, str | None]:
    told = json.loads(line_of(event)[14:])
    return told.get("channel"), told.get("chat_id")
