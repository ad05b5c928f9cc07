"""Exceptions for today end with the day or its night; a contact is admitted where something is open."""

from datetime import UTC, datetime
from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.hours.admission import Admission, admission, through
from routing.model.hours.hours_documents import read_hours, read_schedule
from routing.model.hours.opening import Hours, Rule, WhenClosed
from routing.model.hours.overrides import closed_today, open_until, until
from routing.model.hours.schedules import Schedule
from routing.model.queues import QueueKey, call_queue
from routing.model.skills import Skills

SKILLS = Skills(("English",), ("F", "M"), ())
ANYBODY, WOMEN = call_queue("English", "Any"), call_queue("English", "F")
DAY, LATE = {"week": {"mon": [["09:00", "17:00"]]}}, {"week": {"mon": [["20:00", "22:00"]]}}


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def berlin(**week: list[list[str]]) -> Schedule:
    return read_schedule("Office", {"time_zone": "Europe/Berlin", "week": week}, {})


@pytest.mark.parametrize(
    ("schedule", "at", "ends"),
    [
        (berlin(mon=[["09:00", "17:00"]]), "2026-11-23T10:00", "2026-11-23T23:00"),
        (berlin(mon=[["22:00", "06:00"]]), "2026-11-23T21:30", "2026-11-24T05:00"),
        (berlin(mon=[["22:00", "06:00"]]), "2026-11-24T01:00", "2026-11-24T23:00"),
        (Schedule("Always"), "2026-11-23T10:00", "2026-11-24T00:00"),
    ],
)
def test_closed_for_today_means_until_midnight_or_the_end_of_the_night(
    schedule: Schedule, at: str, ends: str
) -> None:
    assert closed_today(schedule, utc(at)).of == (utc(at), utc(ends))


@pytest.mark.parametrize(
    ("at", "time", "ends"),
    [
        ("2026-11-23T10:00", "20:00", "2026-11-23T19:00"),
        ("2026-11-23T20:00", "02:00", "2026-11-24T01:00"),
        ("2026-03-28T20:00", "02:30", "2026-03-29T01:00"),  # that time is left out
    ],
)
def test_open_until_a_time_means_the_next_one_on_its_clocks(at: str, time: str, ends: str) -> None:
    assert open_until(berlin(), utc(at), time).of == (utc(at), utc(ends))


@pytest.mark.parametrize("end", ["2026-11-23T10:00", "2026-11-25T10:01"])
def test_an_exception_is_in_the_near_future(end: str) -> None:
    with pytest.raises(InvalidFieldError, match="until"):
        until(utc("2026-11-23T10:00"), utc(end), is_open=True)


def admitted(at: str, **rules: dict[str, Any]) -> Admission:
    """To the queue of anybody, which overflows to that of women and back."""
    queues = {
        {"anybody": "W#English#Any", "women": "W#English#F"}[name]: rule for name, rule in rules.items()
    }
    hours = read_hours({"schedules": {"Day": DAY, "Late": LATE}, "queues": queues}, SKILLS)
    overflow: dict[QueueKey, QueueKey | None] = {ANYBODY: WOMEN, WOMEN: ANYBODY}
    return admission(hours, ANYBODY, utc(at), overflow=overflow.get)


OVERFLOWING = {"schedule": "Day", "when_closed": "overflow", "text": "Tomorrow"}


def test_a_closed_queue_that_overflows_to_an_open_one_is_open() -> None:
    assert admitted("2026-11-23T18:00", anybody=OVERFLOWING).is_open
    assert admitted("2026-11-23T10:00", anybody={"schedule": "Day"}).is_open


@pytest.mark.parametrize(
    ("women", "takes_new"),
    [
        ({"schedule": "Late"}, False),
        ({"schedule": "Late", "when_closed": "wait"}, True),
        ({"schedule": "Late", "when_closed": "overflow"}, False),
    ],
)
def test_where_all_are_closed_the_first_opening_counts_and_the_last_says_what_happens(
    women: dict[str, Any], *, takes_new: bool
) -> None:
    found = admitted("2026-11-23T18:00", anybody=OVERFLOWING, women=women)
    assert found == Admission(
        is_open=False, opens_at=utc("2026-11-23T20:00"), text="Tomorrow", takes_new=takes_new
    )


def test_through_a_scene_both_must_be_open() -> None:
    def of_queue(at: datetime) -> Admission:
        return admission(
            Hours(calls=Rule(read_schedule("Q", DAY, {}))), ANYBODY, at, overflow=lambda _one: None
        )

    evenings = Rule(read_schedule("S", {"week": {"mon": [["16:00", "22:00"]]}}, {}), WhenClosed.WAIT, "Later")
    early = through(evenings, utc("2026-11-23T10:00"), of_queue=of_queue)
    assert early == Admission(is_open=False, opens_at=utc("2026-11-23T16:00"), text="Later")
    late = through(evenings, utc("2026-11-23T18:00"), of_queue=of_queue)
    assert (late.takes_new, late.opens_at) == (False, utc("2026-11-30T16:00"))
    assert through(evenings, utc("2026-11-23T16:30"), of_queue=of_queue).is_open
    never = Rule(read_schedule("N", LATE, {}))
    assert through(never, utc("2026-11-23T10:00"), of_queue=of_queue).opens_at is None
