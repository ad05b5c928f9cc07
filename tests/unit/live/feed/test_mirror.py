"""Mirror: equals the table after each notice, and soon after without one."""

from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from live.board.frames import State
from live.feed.mirror import MOST_NAMED, Mirror
from live.feed.work import Work, work_of
from live.figures.formulas import Measure
from routing import selectors
from routing.model.agents import Choice
from routing.model.calls import Call
from routing.services import (
    agent_choose,
    call_abandon,
    call_accept,
    call_complete,
    call_dead_letter,
    call_enqueue,
    match_once,
    table_create,
    table_delete,
)
from routing.services.lease import Lease
from routing.storage import keys
from tests.tables import LaggingTable
from tests.unit.live.centres import NOON, Centre
from tests.unit.routing.repair.damages import spoil

NOTHING = Work()


@pytest.fixture
def centre() -> Centre:
    return Centre()


@pytest.fixture
def mirror(centre: Centre) -> Mirror:
    mirror = Mirror(centre.router, zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    return mirror


def test_items_that_cannot_be_read_are_told_with_the_figures(centre: Centre, mirror: Mirror) -> None:
    assert "unreadable" not in mirror.refresh(NOTHING)["totals"]
    spoil(centre.router, keys.agent_key("bad"), AgentID="bad")

    state = mirror.refresh(Work(everything=True))

    assert state["totals"]["unreadable"] == {"count": 1, "first": "AllAgents Agent#bad"}


def heard(centre: Centre) -> Work:
    """The work in the notices since the last time."""
    work = Work()
    while centre.said:
        work.add(work_of(centre.said.pop()))
    return work


def surveyed(mirror: Mirror) -> Work:
    """The items a mirror reads after a comparison with the whole table."""
    return mirror.compare(mirror.survey())


def read_from_the_table(centre: Centre) -> State:
    """State of a new mirror."""
    return Mirror(centre.router, zone=UTC, measure=Measure()).refresh(Work(everything=True))


def match(centre: Centre) -> Call:
    assert len(match_once(centre.router).matches) == 1
    (call,) = (one for one in selectors.all_calls(centre.router) if one.agent_id)
    return call


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


def test_it_reads_only_what_a_notice_names(centre: Centre, mirror: Mirror) -> None:
    for number in range(40):
        centre.agent_waits(f"a{number}")
    mirror.refresh(heard(centre))
    centre.call_waits()
    before = centre.router.table.meter.reading().read_units
    mirror.refresh(heard(centre))
    assert centre.router.table.meter.reading().read_units - before < 20


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


def test_a_look_without_news_costs_half(centre: Centre, mirror: Mirror) -> None:
    before = centre.router.table.meter.reading().read_units
    mirror.refresh(NOTHING)
    assert centre.router.table.meter.reading().read_units - before == 2 * 0.5


def test_looks_that_lag_take_nothing_back(centre: Centre) -> None:
    table = LaggingTable(centre.router.table)
    mirror = Mirror(replace(centre.router, table=table), zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    mirror.refresh(NOTHING)
    mirror.survey()
    centre.agent_waits()
    centre.call_waits()
    shown = mirror.refresh(heard(centre))
    assert shown == read_from_the_table(centre)

    assert mirror.refresh(NOTHING) == shown
    assert mirror.refresh(mirror.compare(mirror.survey())) == shown

    table.update()
    assert mirror.refresh(NOTHING) == shown
    assert mirror.compare(mirror.survey()) == NOTHING


def test_a_notice_that_comes_a_moment_later_clears_the_suspicion(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    mirror.refresh(NOTHING)
    assert mirror.refresh(heard(centre)) == read_from_the_table(centre)
    assert not mirror.is_unsure


def test_a_change_that_moves_no_queue_heals_with_the_next_survey(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    centre.call_waits()
    call = match(centre)
    mirror.refresh(heard(centre))
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    assert mirror.refresh(NOTHING)["calls"]["c1"]["status"] == "offered"
    assert mirror.refresh(surveyed(mirror)) == read_from_the_table(centre)


def test_a_call_that_ended_unheard_leaves_the_board_and_is_counted(centre: Centre, mirror: Mirror) -> None:
    mirror.absorb(mirror.count())
    centre.call_waits()
    mirror.refresh(heard(centre))
    call_abandon(centre.router, call_id="c1")
    state = mirror.refresh(surveyed(mirror))
    assert state["calls"] == {}
    assert state["totals"]["today"]["abandoned"] == 1


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


def test_it_tells_how_many_dead_letters_there_are(centre: Centre, mirror: Mirror) -> None:
    centre.call_waits()
    call_dead_letter(centre.router, call_id="c1", reason="line is dead")
    assert mirror.refresh(surveyed(mirror))["totals"]["dead_letters"] == {"count": 1, "more": False}


def test_it_tells_when_no_dispatcher_has_led_for_ten_seconds(centre: Centre, mirror: Mirror) -> None:
    lease = Lease(centre.router, "one", seconds=3)
    assert mirror.refresh(surveyed(mirror))["totals"]["dispatcher"] == {"leads": False}
    lease.hold()
    for after, missing in ((0, False), (12, False), (14, True)):
        centre.now = NOON + timedelta(seconds=after)
        assert ("dispatcher" in mirror.refresh(surveyed(mirror))["totals"]) == missing, after


def test_a_survey_names_what_is_shown_wrongly_and_nothing_else(centre: Centre, mirror: Mirror) -> None:
    for number in range(5):
        centre.agent_waits(f"a{number}")
    call_enqueue(centre.router, language="Spanish", gender="M", call_id="c1")
    mirror.refresh(heard(centre))
    assert surveyed(mirror) == NOTHING

    agent_choose(centre.router, agent_id="a3", choice=Choice.PAUSED)
    call_enqueue(centre.router, language="Spanish", gender="M", call_id="c2")
    call_abandon(centre.router, call_id="c1")
    found = surveyed(mirror)

    assert (found.agents, found.calls, found.everything) == ({"a3"}, {"c1", "c2"}, False)
    assert mirror.refresh(found) == read_from_the_table(centre)


def test_a_survey_that_is_older_than_the_board_takes_nothing_back(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    centre.call_waits("c1")
    call_enqueue(centre.router, language="Spanish", gender="M", call_id="c2")
    mirror.refresh(heard(centre))
    old = mirror.survey()
    match(centre)
    call_abandon(centre.router, call_id="c2")
    mirror.refresh(heard(centre))

    assert mirror.refresh(mirror.compare(old)) == read_from_the_table(centre)


def test_an_agent_who_is_there_no_more_leaves_the_board(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    mirror.refresh(heard(centre))
    table_delete(centre.router)
    table_create(centre.router)

    assert mirror.refresh(surveyed(mirror))["agents"] == {}


def test_where_very_much_differs_everything_is_read(centre: Centre, mirror: Mirror) -> None:
    survey = mirror.survey()
    centre.agent_waits()
    (agent,) = mirror.survey().agents
    many = [replace(agent, agent_id=f"a{number}") for number in range(MOST_NAMED + 1)]

    assert mirror.compare(replace(survey, agents=many[1:])).agents
    assert mirror.compare(replace(survey, agents=many)).everything
