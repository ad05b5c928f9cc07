"""Schedules: open by the clocks of their zone, also where these change; holidays, special days, overrides."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from routing.model.hours.hours_documents import read_hours, read_schedule
from routing.model.hours.moments import Interval, moment_of
from routing.model.hours.schedules import Schedule
from routing.model.hours.weeks import DAYS
from routing.model.skills import Skills

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
WEEK = {"mon": [["09:00", "12:00"], ["13:00", "18:00"]], "sat": [["20:00", "04:00"]]}
SKILLS = Skills(("English",), ("F", "M"), ())
MINUTE = timedelta(minutes=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def schedule(**fields: object) -> Schedule:
    return read_schedule("Office", {"time_zone": "Europe/Berlin", **fields}, {})


@pytest.mark.parametrize(
    ("at", "opens"),
    [
        ("2026-11-23T08:00", None),  # Monday, 09:00 in Berlin
        ("2026-11-23T10:59", None),
        ("2026-11-23T11:00", "2026-11-23T12:00"),
        ("2026-11-23T17:00", "2026-11-28T19:00"),
        ("2026-11-28T22:59", None),
        ("2026-11-29T02:59", None),  # the night that began on Saturday
        ("2026-11-29T03:00", "2026-11-30T08:00"),
        ("2026-07-06T06:59", "2026-07-06T07:00"),  # summer time
    ],
)
def test_it_is_open_within_its_hours_and_says_when_it_opens_next(at: str, opens: str | None) -> None:
    office, moment = schedule(week=WEEK), utc(at)
    assert office.is_open(moment) is (opens is None)
    assert office.opens_at(moment) == (utc(opens) if opens else None)


def test_a_holiday_closes_the_whole_day_also_for_a_night_that_began_before() -> None:
    calendars = {"calendars": {"Germany": {"2026-11-29": "Advent", "2026-11-30": "Staff day"}}}
    office = {"time_zone": "Europe/Berlin", "week": WEEK, "holidays": ["Germany"]}
    found = read_hours({**calendars, "schedules": {"Office": office}}, SKILLS).schedules["Office"]
    assert found.is_open(utc("2026-11-28T22:59"))
    assert not found.is_open(utc("2026-11-28T23:00"))
    assert found.holiday(utc("2026-11-28T23:00")) == "Advent"
    assert found.opens_at(utc("2026-11-28T23:00")) == utc("2026-12-05T19:00")


def test_a_closure_by_the_clock_leaves_the_rest_of_the_day_open() -> None:
    calendars = {"calendars": {"Events": {"2026-11-23T10:00/2026-11-23T11:00": "Drill"}}}
    office = {"time_zone": "Europe/Berlin", "week": WEEK, "holidays": ["Events"]}
    found = read_hours({**calendars, "schedules": {"Office": office}}, SKILLS).schedules["Office"]
    assert found.standing(utc("2026-11-23T08:30")).closes_at == utc("2026-11-23T09:00")
    assert found.opens_at(utc("2026-11-23T09:30")) == utc("2026-11-23T10:00")


def test_a_special_day_has_hours_of_its_own_also_on_a_holiday() -> None:
    calendars = {"calendars": {"Germany": {"2026-11-23": "Holiday"}}}
    dates = {"2026-11-23": [["14:00", "15:00"]], "2026-11-30": []}
    office = {"time_zone": "Europe/Berlin", "week": WEEK, "holidays": ["Germany"], "dates": dates}
    found = read_hours({**calendars, "schedules": {"Office": office}}, SKILLS).schedules["Office"]
    assert found.opens_at(utc("2026-11-23T08:00")) == utc("2026-11-23T13:00")
    assert found.opens_at(utc("2026-11-29T08:00")) == utc("2026-12-05T19:00")


@pytest.mark.parametrize("is_open", [True, False])
def test_an_exception_holds_until_its_end_and_then_the_plan_does(*, is_open: bool) -> None:
    exception = {"open": is_open, "from": "2026-11-23T16:00:00Z", "until": "2026-11-23T20:00:00Z"}
    office, plan = schedule(week=WEEK, exception=exception), schedule(week=WEEK)
    for at in ("2026-11-23T16:00", "2026-11-23T19:59"):
        assert office.is_open(utc(at)) is is_open
        assert office.planned(utc(at)) == plan.standing(utc(at))
    for at in ("2026-11-23T15:59", "2026-11-23T20:00", "2026-11-28T20:00"):
        assert office.is_open(utc(at)) is plan.is_open(utc(at))


def test_without_a_week_it_is_always_open_and_without_hours_never() -> None:
    at = utc("2026-11-23T08:00")
    assert (schedule().standing(at).is_open, schedule().standing(at).closes_at) == (True, None)
    assert (schedule(week={}).is_open(at), schedule(week={}).opens_at(at)) == (False, None)


def test_a_time_that_clocks_skip_or_repeat_stands_for_one_moment() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    skipped = [moment_of(date(2026, 3, 29), minute, berlin) for minute in (119, 120, 150, 179, 180)]
    assert skipped == [utc("2026-03-29T00:59"), *[utc("2026-03-29T01:00")] * 4]
    repeated = [moment_of(date(2026, 10, 25), minute, berlin) for minute in (119, 120, 179, 180)]
    assert repeated == [utc(f"2026-10-{one}") for one in ("24T23:59", "25T00:00", "25T00:59", "25T02:00")]


def _text(quarter: int) -> str:
    return f"{quarter // 4:02}:{quarter % 4 * 15:02}"


def _spans(marks: list[int]) -> list[tuple[str, str]]:
    """Spans between each two marks; the last mark alone begins a night until the first one."""
    found = sorted(marks)
    pairs = [*zip(found[::2], found[1::2], strict=False)]
    nights = [(found[-1], found[0])] if len(found) % 2 and len(found) > 1 else []
    return [(_text(begin), _text(end)) for begin, end in (*pairs, *nights)]


spans = st.lists(st.integers(0, 24 * 4 - 1), max_size=7, unique=True).map(_spans)
weeks = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), spans)
)
# Days around the changes of clocks, and any others.
moments = st.one_of(
    st.datetimes(datetime.fromisoformat("2026-01-01"), datetime.fromisoformat("2027-12-31")),
    st.sampled_from(
        ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"]
    ).flatmap(
        lambda day: st.integers(-1440, 2880).map(lambda minute: datetime.fromisoformat(day) + minute * MINUTE)
    ),
).map(lambda at: at.replace(second=0, microsecond=0, tzinfo=UTC))


@given(weeks, st.sampled_from(ZONES), moments)
def test_what_it_says_of_a_moment_holds_until_the_change_and_no_longer(
    week: dict[str, list[tuple[str, str]]], zone: str, at: datetime
) -> None:
    office = schedule(week=week, time_zone=zone)
    found = office.standing(at)
    assert found.of.has(at)
    for other in (
        found.of.begin,
        found.of.begin + (found.of.end - found.of.begin) / 2,
        found.of.end - MINUTE / 60,
    ):
        assert (
            schedule(week=week, time_zone=zone).is_open(max(other, at - timedelta(days=300))) is found.is_open
        )
    if found.changes:
        assert office.is_open(found.of.end) is not found.is_open


@given(weeks, st.sampled_from(ZONES), moments)
def test_on_a_day_without_a_change_of_clocks_it_is_open_when_the_clock_says_so(
    week: dict[str, list[tuple[str, str]]], zone: str, at: datetime
) -> None:
    local = at.astimezone(ZoneInfo(zone))
    midnights = [local.replace(hour=0, minute=0), local.replace(hour=23, minute=59)]
    assume(len({one.utcoffset() for one in midnights}) == 1)
    clock, day, before = f"{local:%H:%M}", DAYS[local.weekday()], DAYS[local.weekday() - 1]
    expected = any(begin <= clock and (clock < end or end < begin) for begin, end in week.get(day, ()))
    expected |= any(clock < end < begin for begin, end in week.get(before, ()))
    assert schedule(week=week, time_zone=zone).is_open(at) is expected


@given(st.sampled_from(ZONES), st.dates(date(2026, 1, 1), date(2027, 12, 31)), st.integers(0, 2878))
def test_a_later_time_of_the_clock_never_stands_for_an_earlier_moment(
    zone: str, day: date, minute: int
) -> None:
    one, next_one = (moment_of(day, at, ZoneInfo(zone)) for at in (minute, minute + 1))
    assert one <= next_one
    assert Interval(one, next_one).has(one) or one == next_one
