"""Opening hours: by the clocks of the scene's zone, also where these change."""

from datetime import UTC, datetime

import pytest

from messaging.model.scenes import Scene
from routing.model.hours.opening import ALWAYS_OPEN

WEEK = {"mon": [["09:00", "12:00"], ["13:00", "18:00"]], "sat": [["20:00", "24:00"]]}
BERLIN = Scene("help", "German", hours=WEEK, time_zone="Europe/Berlin", closed_dates=("2026-11-30",))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def is_open(scene: Scene, at: datetime) -> bool:
    return scene.rule(ALWAYS_OPEN).schedule.is_open(at)


def opens_at(scene: Scene, at: datetime) -> datetime | None:
    return scene.rule(ALWAYS_OPEN).schedule.opens_at(at)


@pytest.mark.parametrize(
    ("at", "opens"),
    [
        ("2026-11-23T08:00", None),  # Monday, 09:00 in Berlin
        ("2026-11-23T10:59", None),
        ("2026-11-23T11:00", "2026-11-23T12:00"),
        ("2026-11-23T17:00", "2026-11-28T19:00"),
        ("2026-11-28T22:59", None),
        ("2026-11-28T23:00", "2026-12-05T19:00"),  # the Monday between is closed
        ("2026-07-06T06:59", "2026-07-06T07:00"),  # summer time
    ],
)
def test_a_scene_is_open_within_its_hours_and_says_when_it_opens_next(at: str, opens: str | None) -> None:
    moment = utc(at)
    assert is_open(BERLIN, moment) is (opens is None)
    assert opens_at(BERLIN, moment) == (utc(opens) if opens else None)


def test_without_hours_it_is_closed_only_on_its_closed_dates() -> None:
    scene = Scene("help", "German", closed_dates=("2026-12-25", "2026-12-26"))
    assert is_open(scene, utc("2026-12-24T23:59"))
    assert opens_at(scene, utc("2026-12-25T10:00")) == utc("2026-12-27T00:00")


def test_a_scene_that_never_opens_has_no_opening() -> None:
    assert opens_at(Scene("help", "German", hours={"mon": []}), utc("2026-11-23T08:00")) is None


def test_where_clocks_change_it_opens_at_a_moment_that_is_open() -> None:
    nights = Scene("help", "German", hours={"sun": [["02:30", "03:30"]]}, time_zone="Europe/Berlin")
    for before, opens in (
        ("2026-03-29T00:00", "2026-03-29T01:00"),  # 02:30 is left out
        ("2026-10-25T00:00", "2026-10-25T00:30"),  # and here it comes twice
    ):
        assert opens_at(nights, utc(before)) == utc(opens)
        assert is_open(nights, utc(opens))
    assert is_open(nights, utc("2026-10-25T01:10"))
