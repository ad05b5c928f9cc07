"""Agents by status per minute: counted once; a minute whose end nobody saw is missing."""

from datetime import timedelta

from live.figures.agent_minutes import AgentMinutes
from routing.model.agent_minutes import AgentMinute, minute_counted
from routing.model.agents import AgentStatus
from tests.unit.live.centres import NOON

QUEUED, PAUSED = AgentStatus.QUEUED, AgentStatus.PAUSED


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def looked(minutes: AgentMinutes, *moments: float, statuses: tuple[AgentStatus, ...] = (QUEUED,)) -> None:
    for moment in moments:
        minutes.look(NOON + seconds(moment), lambda: statuses)


def began(minutes: AgentMinutes) -> list[int]:
    """The minutes that are to be written down, counted from noon."""
    return [(one.began - NOON) // seconds(60) for one in minutes.unkept]


def test_a_minute_is_counted_as_everybody_stood_at_its_end() -> None:
    minutes = AgentMinutes()
    looked(minutes, 10, 59, statuses=(QUEUED, QUEUED, PAUSED))
    assert minutes.rows(NOON) == {}
    looked(minutes, 60.5, statuses=(QUEUED, PAUSED, PAUSED))
    looked(minutes, 61, 119, statuses=())

    assert minutes.rows(NOON + seconds(61)) == {"2026-11-21T12:00Z": {"queued": 1, "paused": 2}}
    assert began(minutes) == [0]


def test_a_minute_whose_end_nobody_looked_at_is_missing() -> None:
    minutes = AgentMinutes()
    looked(minutes, 1)  # before the first look
    looked(minutes, 59, 71)  # too late: eleven seconds after its end
    looked(minutes, 119, 121)
    looked(minutes, 301)  # the table was away
    looked(minutes, 359, 361)
    assert began(minutes) == [1, 5]


def test_a_clock_that_goes_back_counts_nothing_twice() -> None:
    minutes = AgentMinutes()
    looked(minutes, 59, 60, 59, 60)
    assert began(minutes) == [0]


def test_what_was_kept_before_is_shown_for_an_hour_and_not_written_again() -> None:
    minutes = AgentMinutes()
    minutes.recall(
        AgentMinute(NOON - seconds(60) * number, minute_counted(NOON, [PAUSED]).counts) for number in (1, 2)
    )
    assert [*minutes.rows(NOON)] == ["2026-11-21T11:59Z", "2026-11-21T11:58Z"]
    assert not minutes.unkept
    assert [*minutes.rows(NOON + seconds(58 * 60))] == ["2026-11-21T11:59Z", "2026-11-21T11:58Z"]
    assert [*minutes.rows(NOON + seconds(59 * 60))] == ["2026-11-21T11:59Z"]


def test_what_another_feed_has_kept_of_a_minute_stays() -> None:
    minutes = AgentMinutes()
    minutes.recall([minute_counted(NOON, [PAUSED])])
    looked(minutes, 59, 60)
    assert minutes.rows(NOON + seconds(60)) == {"2026-11-21T12:00Z": {"paused": 1}}
    assert not minutes.unkept


def test_only_what_is_written_leaves_the_list_of_what_is_to_be() -> None:
    minutes = AgentMinutes()
    looked(minutes, 59, 60, 119, 120)
    first, second = minutes.unkept
    minutes.written(second)
    assert [*minutes.unkept] == [first, second]
    minutes.written(first)
    minutes.written(first)
    assert [*minutes.unkept] == [second]
