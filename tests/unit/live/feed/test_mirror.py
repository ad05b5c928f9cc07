"""Mirror: equals the table after each notice, and soon after without one."""

from dataclasses import replace
from datetime import UTC, timedelta

from live.feed.mirror import Mirror
from live.feed.work import Work
from live.figures.formulas import Measure
from routing import selectors
from routing.model.hours.hours_documents import read_hours
from routing.services import (
    call_abandon,
    call_accept,
    call_complete,
)
from routing.storage import keys
from tests.unit.live.centres import NOON, Centre
from tests.unit.live.feed.mirrors import NOTHING, heard, match, read_from_the_table
from tests.unit.routing.repair.damages import spoil


def test_items_that_cannot_be_read_are_told_with_the_figures(centre: Centre, mirror: Mirror) -> None:
    assert "unreadable" not in mirror.refresh(NOTHING)["totals"]
    spoil(centre.router, keys.agent_key("bad"), AgentID="bad")

    state = mirror.refresh(Work(everything=True))

    assert state["totals"]["unreadable"] == {"count": 1, "first": "AllAgents Agent#bad"}


def test_each_notice_brings_it_in_step_with_the_table(centre: Centre, mirror: Mirror) -> None:
    def step() -> None:
        assert mirror.refresh(heard(centre)) == read_from_the_table(centre)

    centre.agent_waits()
    step()
    centre.call_waits("c1")
    centre.call_waits("c2", priority=0)
    step()
    call = match(centre)
    step()
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    step()
    call_complete(centre.router, call_id=call.call_id)
    step()
    call_abandon(centre.router, call_id="c1")
    step()


def test_a_missed_notice_shows_in_the_queue_at_once_and_everywhere_at_the_next_look(
    centre: Centre, mirror: Mirror
) -> None:
    centre.agent_waits()
    state = mirror.refresh(NOTHING)
    assert state["agent_queues"]["Q#Spanish#F"]["depth"] == 1
    assert state["agents"] == {}
    assert mirror.is_unsure
    assert mirror.refresh(NOTHING) == read_from_the_table(centre)
    assert not mirror.is_unsure


def test_a_notice_that_comes_a_moment_later_clears_the_suspicion(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    mirror.refresh(NOTHING)
    assert mirror.refresh(heard(centre)) == read_from_the_table(centre)
    assert not mirror.is_unsure


def test_totals_are_shown_once_the_table_was_counted(centre: Centre, mirror: Mirror) -> None:
    centre.call_waits()
    assert "today" not in mirror.refresh(heard(centre))["totals"]
    mirror.absorb(mirror.count())
    assert mirror.refresh(NOTHING)["totals"]["today"]["offered"] == 1


def test_totals_kept_by_notices_equal_totals_counted_from_the_table(centre: Centre, mirror: Mirror) -> None:
    mirror.absorb(mirror.count())
    centre.agent_waits()
    for number in range(4):
        centre.call_waits(f"c{number}")
    call = match(centre)
    centre.now += timedelta(seconds=5)
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    call_abandon(centre.router, call_id="c3")
    kept = mirror.refresh(heard(centre))["totals"]["today"]
    counted = selectors.totals(centre.router, target_seconds=20)
    assert kept["offered"] == counted.offered == 4
    assert kept["answered"] == counted.answered == 1
    assert kept["abandoned"] == counted.abandoned == 1
    assert kept["within_target"] == counted.within_target == 1


def test_a_new_day_starts_new_totals_and_asks_for_a_count(centre: Centre, mirror: Mirror) -> None:
    mirror.absorb(mirror.count())
    centre.call_waits()
    mirror.refresh(heard(centre))
    yesterday = mirror.count()
    centre.now = NOON + timedelta(hours=12)
    today = mirror.refresh(NOTHING)["totals"]["today"]
    assert (today["offered"], today["since"]) == (0, "2026-11-22T00:00:00.000+00:00")
    assert mirror.day_has_begun
    mirror.absorb(yesterday)
    assert mirror.refresh(NOTHING)["totals"]["today"]["offered"] == 0


def test_a_count_stops_when_it_is_told_to(centre: Centre, mirror: Mirror) -> None:
    centre.call_waits()
    assert mirror.count(keep_on=lambda: False).tally.row()["offered"] == 0


def test_a_call_queue_shows_the_wait_to_expect_once_the_table_was_counted(
    centre: Centre, mirror: Mirror
) -> None:
    centre.agent_waits()
    for number in range(3):
        centre.call_waits(f"c{number}")
    call = match(centre)
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    centre.now += timedelta(seconds=60)
    assert mirror.refresh(heard(centre))["call_queues"]["W#Spanish#Any"]["estimate"] is None

    mirror.absorb(mirror.count())
    queues = mirror.refresh(NOTHING)["call_queues"]
    assert queues["W#Spanish#Any"]["estimate"] == 120
    assert queues["W#English#Any"]["estimate"] is None


def test_a_queue_closes_and_opens_on_the_board_by_the_clock_alone(centre: Centre) -> None:
    document = {
        "schedules": {"Day": {"week": {"sat": [["09:00", "13:00"]]}}},
        "queues": {"*": {"schedule": "Day"}},
    }
    centre.router = replace(centre.router, hours=read_hours(document, centre.router.skills))
    mirror = Mirror(centre.router, zone=UTC, measure=Measure())
    opens = mirror.refresh(Work(everything=True))["call_queues"]["W#Spanish#Any"]
    centre.now += timedelta(hours=1)
    closed = mirror.refresh(NOTHING)["call_queues"]["W#Spanish#Any"]

    assert (opens["open"], opens["opens_at"]) == (True, None)
    assert (closed["open"], closed["opens_at"]) == (False, "2026-11-28T09:00:00.000+00:00")
