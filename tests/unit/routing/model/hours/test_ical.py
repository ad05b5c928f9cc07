"""Files of holidays: their days for the next years, and one clear error for each hostile or wrong file."""

from datetime import date
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.exceptions import InvalidFieldError
from routing.model.hours.calendars import document_of
from routing.model.hours.ical import MOST_BYTES, read_ical

TODAY = date(2026, 11, 23)


def file(*events: str, head: str = "") -> bytes:
    parts = "".join(f"BEGIN:VEVENT\nUID:{number}\n{one}\nEND:VEVENT\n" for number, one in enumerate(events))
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{head}{parts}END:VCALENDAR\n".encode()


def read(content: bytes, *, seconds: float = 0) -> dict[str, str]:
    return document_of(read_ical(content, today=TODAY, ticks=count(0, seconds).__next__))


def test_days_rules_and_times_become_periods_of_this_year_and_the_next_five() -> None:
    found = read(
        file(
            "DTSTART;VALUE=DATE:20201225\nDTEND;VALUE=DATE:20201227\nSUMMARY:Christmas\nRRULE:FREQ=YEARLY",
            "DTSTART;VALUE=DATE:20260525\nSUMMARY:M\n ay\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=2",
            "DTSTART;TZID=Europe/Berlin:20261224T140000\nDTEND;TZID=Europe/Berlin:20261224T180030\nSUMMARY:Eve",
            "DTSTART:20261231T120000\nDTEND:20261231T130000\nSUMMARY:Lunch",
            "DTSTART;VALUE=DATE:20261111\nSUMMARY:Cancelled\nSTATUS:CANCELLED",
            "DTSTART;VALUE=DATE:20200101\nSUMMARY:Long ago",
        )
    )
    assert found == {
        **{f"{year}-12-25/{year}-12-26": "Christmas" for year in range(2026, 2032)},
        "2026-05-25": "May",
        "2027-05-31": "May",
        "2026-12-24T13:00Z/2026-12-24T17:00Z": "Eve",
        "2026-12-31T12:00/2026-12-31T13:00": "Lunch",
    }


def test_a_moved_or_excluded_day_of_a_series_is_where_the_file_says() -> None:
    content = file(
        "DTSTART;VALUE=DATE:20260101\nSUMMARY:New\nRRULE:FREQ=YEARLY;COUNT=3\nEXDATE;VALUE=DATE:20280101"
    )
    moved = "UID:0\nRECURRENCE-ID;VALUE=DATE:20270101\nDTSTART;VALUE=DATE:20270104\nSUMMARY:Moved"
    more = f"BEGIN:VEVENT\n{moved}\nEND:VEVENT\nEND:VCALENDAR"
    found = read(content.replace(b"END:VCALENDAR", more.encode()))
    assert found == {"2026-01-01": "New", "2027-01-04": "Moved"}


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b"", "file"),
        (b"\xff\xfe", "file"),
        (b"x" * (MOST_BYTES + 1), "file"),
        (b"Name,Date\nChristmas,25", "line 1"),
        (file("DTSTART;VALUE=DATE:20261225\nnonsense"), "line 6"),
        (file("SUMMARY:x").replace(b"END:VEVENT", b"END:VALARM"), "line 6"),
        (file("SUMMARY:x").replace(b"END:VCALENDAR", b""), "file"),
        (b"BEGIN:VCALENDAR\n" + b"BEGIN:X\n" * 5000, "line 5"),
        (file("SUMMARY:No date"), "line 3 DTSTART"),
        (file("DTSTART;VALUE=DATE:20261399"), "line 3 DTSTART"),
        (file("DTSTART;VALUE=DATE:00010101\nRRULE:FREQ=DAILY"), "line 3 DTSTART"),
        (file("DTSTART;TZID=Mars/Base:20261225T100000"), "line 3 DTSTART TZID"),
        (file("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=HOURLY"), "line 3 RRULE"),
        (file("DTSTART:20261225T100000Z\nRRULE:FREQ=SECONDLY"), "line 3 RRULE"),
        (file("DTSTART:20261225T100000Z\nRRULE:FREQ=DAILY;BYHOUR=1,2,3"), "line 3 RRULE"),
        (file("DTSTART:20261225T100000Z\nRRULE:FREQ=DAILY;INTERVAL=0"), "line 3 RRULE"),
        (file("DTSTART:20261225T100000Z\nRRULE:FREQ=SOMETIMES"), "line 3 RRULE"),
        (file("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=DAILY"), "line 3"),
        (file("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20290101"), "line 3"),
        (file("DTSTART:20261225T100000Z\nDTEND:20261224T100000Z"), "line 3 DTEND"),
        (file(*["DTSTART;VALUE=DATE:20261225"] * 1001), "line 4003"),
        (
            file(
                *[
                    f"DTSTART;VALUE=DATE:20270101\nRRULE:FREQ=DAILY;COUNT=90\nDURATION:P{n}D"
                    for n in range(1, 7)
                ]
            ),
            "line 27",
        ),
    ],
)
def test_a_wrong_or_hostile_file_is_refused_with_its_line(content: bytes, field: str) -> None:
    with pytest.raises(InvalidFieldError) as caught:
        read(content)
    assert caught.value.field == field


def test_a_file_whose_rules_take_too_long_is_refused() -> None:
    never = "DTSTART;VALUE=DATE:20260101\nSUMMARY:Never\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"
    with pytest.raises(InvalidFieldError, match="line 9: 'Never' is not allowed; its rule takes too long"):
        read(file(never, never), seconds=1.5)


def test_definitions_of_time_zones_are_left_out() -> None:
    """They are rules, too; only zones that are known by name count."""
    zone = (
        "BEGIN:VTIMEZONE\nTZID:{}\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETTO:+1000\n"
        "TZOFFSETFROM:+0900\nRRULE:FREQ=SECONDLY\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    event = "DTSTART;TZID={0}:20261224T140000\nDTEND;TZID={0}:20261224T180000"
    known, own = (file(event.format(name), head=zone.format(name)) for name in ("Europe/Berlin", "Own"))
    assert read(known) == {"2026-12-24T13:00Z/2026-12-24T17:00Z": ""}
    with pytest.raises(InvalidFieldError, match="line 12 DTSTART TZID: 'Own' is not allowed"):
        read(own)


PIECES = (
    *("BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VALARM", "UID:1", "SUMMARY:x"),
    *("DTSTART;VALUE=DATE:20261225", "DTSTART:20261225T100000", "DTEND:20261225", "DURATION:-P1D", " folded"),
    *("RRULE:", "RRULE:FREQ=YEARLY;BYDAY=9MO", "EXDATE:20261225", "RDATE:20261226", "RECURRENCE-ID:20261225"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_any_file_is_read_or_refused_in_one_sentence(lines: list[str]) -> None:
    content = "\n".join(["BEGIN:VCALENDAR", "BEGIN:VEVENT", *lines, "END:VEVENT", "END:VCALENDAR"])
    assert "\n" not in said_of(content.encode())


def said_of(content: bytes) -> str:
    try:
        return ", ".join(read(content))
    except InvalidFieldError as error:
        return str(error)
