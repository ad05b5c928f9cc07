"""Query of the history page: valid addresses, and errors for others."""

from datetime import date

import pytest

from dashboard.history.history_question import Asked, read_asked

TODAY = date(2026, 11, 21)


def asked(**address: str) -> Asked:
    return read_asked({name.rstrip("_"): text for name, text in address.items()}, today=TODAY)


def test_an_address_that_says_nothing_asks_for_today_by_half_hours() -> None:
    assert asked() == Asked(TODAY, TODAY, "30")
    assert asked().length_minutes == 30


def test_several_days_are_shown_by_day_unless_it_says_otherwise() -> None:
    several = asked(from_="2026-11-20", queue=" W#Spanish#Any ")

    assert several == Asked(date(2026, 11, 20), TODAY, "day", "W#Spanish#Any")
    assert several.days == [date(2026, 11, 20), TODAY]
    assert several.length_minutes == 30
    assert asked(from_="2026-11-20", by="15").length_minutes == 15


@pytest.mark.parametrize(
    ("address", "errors"),
    [
        ({"from_": "soon"}, {"from": "a day such as 2026-11-21 is needed"}),
        ({"to": "2026-11-22"}, {"to": "at most today, 2026-11-21"}),
        ({"from_": "2026-11-20", "to": "2026-11-19"}, {"to": "not before the first day, 2026-11-20"}),
        ({"by": "60"}, {"by": "choose one of 15, 30, day"}),
        (
            {"from_": "2026-11-14", "by": "15"},
            {"to": "at most 7 days by 15 minutes; these are 8"},
        ),
        ({"from_": "2026-08-21"}, {"to": "at most 92 days by day; these are 93"}),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_with_its_limit(address: dict[str, str], errors: dict[str, str]) -> None:
    found = asked(**address)

    assert found.errors == errors
    assert found.first <= found.last <= TODAY


def test_the_longest_time_is_allowed() -> None:
    assert not asked(from_="2026-08-22").errors
    assert not asked(from_="2026-11-15", by="15").errors
    assert not asked(from_="2026-11-08", by="30").errors
