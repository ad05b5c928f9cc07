"""Documents of opening hours: the rule of each queue, and an error for each wrong place."""

from datetime import UTC, datetime
from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import read_hours
from routing.model.hours.opening import WhenClosed
from routing.model.queues import CHAT, call_queue
from routing.model.skills import Skills

SKILLS = Skills(("English", "French"), ("F", "M"), (), ("", CHAT))
CLOSED: dict[str, Any] = {"week": {}}


def read(**document: Any) -> Any:
    return read_hours(document, SKILLS)


def test_a_queue_takes_its_own_rule_else_that_of_its_channel_else_that_of_all() -> None:
    queues = {
        "*": {"schedule": "Office", "when_closed": "overflow"},
        "W#French#Any": {"schedule": ""},
        "W#English#F": {"schedule": "Night", "text": "Call tomorrow"},
    }
    hours = read(schedules={"Office": CLOSED, "Night": CLOSED}, queues=queues)
    assert hours.of(call_queue("French", "Any")) is None
    assert hours.of(call_queue("English", "F")).text == "Call tomorrow"
    assert hours.of(call_queue("English", "M")).when_closed is WhenClosed.OVERFLOW
    assert hours.of(call_queue("English", "M", channel=CHAT)).schedule.name == "Office"
    chats = read(schedules={"Office": CLOSED}, queues={**queues, "W#English#F": {}, "*.chat": {}})
    assert chats.of(call_queue("English", "M", channel=CHAT)) is None


def test_a_rule_that_lets_contacts_wait_turns_nobody_away() -> None:
    at = datetime(2026, 11, 23, tzinfo=UTC)
    waits = read(schedules={"Office": CLOSED}, queues={"*": {"schedule": "Office", "when_closed": "wait"}})
    refuses = read(schedules={"Office": CLOSED}, queues={"*": {"schedule": "Office"}})
    assert not waits.calls.turns_away(at)
    assert refuses.calls.turns_away(at)


SPANS = "schedules S week mon"


@pytest.mark.parametrize(
    ("document", "place", "value"),
    [
        ({"plans": {}}, "hours", "plans"),
        ({"schedules": []}, "schedules", []),
        ({"schedules": {" S": {}}}, "schedules", " S"),
        ({"schedules": {"S": {"zone": "UTC"}}}, "schedules S", "zone"),
        ({"schedules": {"S": {"time_zone": "Berlin"}}}, "schedules S time_zone", "Berlin"),
        ({"schedules": {"S": {"week": {"monday": []}}}}, "schedules S week monday", "monday"),
        ({"schedules": {"S": {"week": {"mon": [["9:00", "17:00"]]}}}}, SPANS, ["9:00", "17:00"]),
        ({"schedules": {"S": {"week": {"mon": [["09:00", "09:00"]]}}}}, SPANS, "09:00-09:00"),
        (
            {"schedules": {"S": {"week": {"mon": [["22:00", "06:00"], ["23:00", "24:00"]]}}}},
            SPANS,
            "23:00 to 24:00",
        ),
        ({"schedules": {"S": {"week": {"mon": [["00:00", "01:00"]] * 7}}}}, SPANS, [["00:00", "01:00"]] * 7),
        ({"schedules": {"S": {"dates": {"2026-2-1": []}}}}, "schedules S dates", "2026-2-1"),
        ({"schedules": {"S": {"holidays": ["Mars"]}}}, "schedules S holidays", "Mars"),
        (
            {"schedules": {"S": {"exception": {"open": True, "from": "2026-11-23T09:00", "until": ""}}}},
            "schedules S exception from",
            "2026-11-23T09:00",
        ),
        (
            {
                "schedules": {
                    "S": {
                        "exception": {
                            "open": True,
                            "from": "2026-11-23T09:00:00Z",
                            "until": "2026-11-26T09:00:00Z",
                        }
                    }
                }
            },
            "schedules S exception until",
            "2026-11-26T09:00:00Z",
        ),
        ({"calendars": {"C": {"2026-12-25": 5}}}, "calendars C 2026-12-25", 5),
        ({"calendars": {"C": {"9999-12-31": ""}}}, "calendars C", "9999-12-31"),
        ({"calendars": {"C": {"2026-12-26/2026-12-25": ""}}}, "calendars C", "2026-12-26/2026-12-25"),
        (
            {"calendars": {"C": {"2026-12-26/2026-12-26T10:00": ""}}},
            "calendars C",
            "2026-12-26/2026-12-26T10:00",
        ),
        ({"queues": {"W#Latin#Any": {}}}, "queues", "W#Latin#Any"),
        ({"queues": {"*": {"schedule": "S"}}}, "queues * schedule", "S"),
        ({"queues": {"*": {"when_closed": "sleep"}}}, "queues * when_closed", "sleep"),
        ({"queues": {"*": {"text": "a\nb"}}}, "queues * text", "a\nb"),
    ],
)
def test_an_error_names_the_place_and_the_value(document: Any, place: str, value: object) -> None:
    with pytest.raises(InvalidFieldError) as caught:
        read(**document)
    assert (caught.value.field, caught.value.value) == (place, value)
