"""Mirror: a survey of the table shows what else to read."""

from dataclasses import replace
from datetime import timedelta

from live.feed.mirror import MOST_NAMED, Mirror
from routing.model.agents import Choice
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
from tests.unit.live.centres import NOON, Centre
from tests.unit.live.feed.mirrors import NOTHING, heard, match, read_from_the_table, surveyed


def test_a_survey_reads_no_call_that_is_shown_as_its_agent_says(centre: Centre, mirror: Mirror) -> None:
    for number in range(6):
        centre.agent_waits(f"a{number}")
        centre.call_waits(f"c{number}")
    matches = match_once(centre.router).matches
    for one in matches[:4]:
        call_accept(centre.router, call_id=one.call.call_id, agent_id=one.agent.agent_id)
    for one in matches[:2]:
        call_complete(centre.router, call_id=one.call.call_id, wrap_up_seconds=30)
    mirror.refresh(heard(centre))
    mirror.absorb(mirror.count())

    assert surveyed(mirror) == NOTHING


def test_a_call_that_is_not_shown_as_its_agent_says_is_read_with_the_next_survey(
    centre: Centre, mirror: Mirror
) -> None:
    centre.agent_waits()
    centre.call_waits()
    call = match(centre)
    mirror.refresh(heard(centre))
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    centre.said.clear()
    agent_choose(centre.router, agent_id="a1", choice=Choice.PAUSED)
    assert mirror.refresh(heard(centre))["calls"]["c1"]["status"] == "offered"

    assert mirror.refresh(surveyed(mirror)) == read_from_the_table(centre)


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
