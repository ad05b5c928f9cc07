"""Agent: every pair of statuses, fields kept and dropped, effects of a choice."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from routing.exceptions import IllegalTransitionError
from routing.model.agents import KEPT_WRAP_UPS, TRANSITIONS, AgentStatus, Choice, WrapUp
from tests.builders import NOON, an_agent

LATER = NOON + timedelta(seconds=3)
PAIRS = list(product(AgentStatus, AgentStatus))


@pytest.mark.parametrize(("before", "after"), [pair for pair in PAIRS if pair[1] in TRANSITIONS[pair[0]]])
def test_it_moves_where_the_table_allows(before: AgentStatus, after: AgentStatus) -> None:
    moved = an_agent(status=before, call_id="c1", until=LATER).moved(after, at=LATER)

    assert (moved.status, moved.status_since, moved.until) == (after, LATER, None)
    keeps_call = {AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP}
    assert moved.call_id == ("c1" if after in keeps_call else None)


@pytest.mark.parametrize(("before", "after"), [pair for pair in PAIRS if pair[1] not in TRANSITIONS[pair[0]]])
def test_it_refuses_to_move_anywhere_else_and_says_from_where_to_where(
    before: AgentStatus, after: AgentStatus
) -> None:
    with pytest.raises(IllegalTransitionError) as raised:
        an_agent(status=before).moved(after, at=LATER)

    assert str(raised.value) == f"agent ana: cannot go from {before} to {after}"
    assert (raised.value.before, raised.value.after) == (before, after)


def test_every_status_has_a_line_in_the_table_and_a_way_out() -> None:
    assert set(TRANSITIONS) == set(AgentStatus)
    assert all(TRANSITIONS.values())


@pytest.mark.parametrize("status", AgentStatus)
def test_it_is_free_exactly_while_no_call_rings_runs_or_is_written_up(status: AgentStatus) -> None:
    busy = {AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP}
    assert an_agent(status=status).is_free is (status not in busy)


def test_it_keeps_its_place_when_queued_and_remembers_it_when_moved_on() -> None:
    queued = an_agent().queued(ticket=7, queued_at=NOON, at=LATER)
    assert (queued.ticket, queued.queued_at, queued.status_since) == (7, NOON, LATER)

    offered = queued.moved(AgentStatus.OFFERED, at=LATER)
    assert (offered.ticket, offered.queued_at) == (7, NOON)


def test_it_has_an_end_only_where_it_is_given_one() -> None:
    offered = an_agent(status=AgentStatus.QUEUED).moved(AgentStatus.OFFERED, at=NOON, until=LATER)

    assert offered.until == LATER
    assert offered.queued(ticket=1, queued_at=NOON, at=LATER).until is None


def test_it_remembers_how_long_it_wrote_up_its_last_calls() -> None:
    agent = an_agent(status=AgentStatus.ATTENDING_CALL)
    for number in range(KEPT_WRAP_UPS + 1):
        attending = replace(agent, status=AgentStatus.ATTENDING_CALL, call_id=f"c{number}")
        writing = attending.moved(AgentStatus.WRAP_UP, at=NOON)
        agent = writing.moved(AgentStatus.PAUSED, at=NOON + timedelta(milliseconds=number))

    assert agent.wrap_ups == tuple(WrapUp(f"c{n}", n) for n in range(1, KEPT_WRAP_UPS + 1))
    assert attending.moved(AgentStatus.PAUSED, at=LATER).wrap_ups == attending.wrap_ups


def test_a_choice_leaves_the_status_alone() -> None:
    chose = an_agent(status=AgentStatus.QUEUED).chose(Choice.PAUSED, reason="lunch", by="olga")

    assert chose.status is AgentStatus.QUEUED
    assert (chose.choice, chose.pause_reason, chose.changed_by) == (Choice.PAUSED, "lunch", "olga")


@pytest.mark.parametrize("choice", [Choice.READY, Choice.OFFLINE])
def test_only_a_pause_has_a_reason(choice: Choice) -> None:
    paused = an_agent(choice=Choice.PAUSED, pause_reason="lunch", changed_by="olga")

    chose = paused.chose(choice, reason="whatever")

    assert (chose.pause_reason, chose.changed_by) == ("", "olga")
    assert chose.change_reason == "whatever", "why it was changed is kept all the same"
