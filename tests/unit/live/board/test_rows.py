"""Rows: due times and next steps, and nothing that is not so."""

from dataclasses import replace
from datetime import timedelta

from live.board.rows import agent_row, call_row
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.steps import Step
from tests.unit.live.centres import NOON, a_call, an_agent

SOON, LATER, LAST = (NOON + timedelta(seconds=seconds) for seconds in (20, 40, 60))
AT_20 = "2026-11-21T12:00:20.000+00:00"


def test_an_agent_shows_until_when_and_how_many_offers_were_missed() -> None:
    agent = replace(an_agent(status=AgentStatus.WRAP_UP), until=SOON, missed_offers=2)
    row = agent_row(agent)
    assert (row["until"], row["missed"]) == (AT_20, 2)


def test_a_ringing_call_is_due_when_the_ringing_ends() -> None:
    row = call_row(replace(a_call(status=CallStatus.OFFERED), until=SOON, promote_at=LATER))
    assert (row["due"], row["next"]) == (AT_20, "")


def test_a_call_in_progress_is_due_when_it_has_lasted_long() -> None:
    row = call_row(replace(a_call(status=CallStatus.IN_PROGRESS), until=SOON))
    assert (row["due"], row["next"]) == (AT_20, "")


def test_a_waiting_call_shows_what_comes_next() -> None:
    waiting = replace(a_call(), overflow_at=LAST, relax_at=LATER, promote_at=SOON)
    assert (call_row(waiting)["due"], call_row(waiting)["next"]) == (AT_20, "band")
    assert call_row(replace(waiting, promote_at=None))["next"] == "step"
    assert call_row(replace(waiting, promote_at=None, relax_at=None))["next"] == "overflow"


def test_of_two_things_due_at_once_it_shows_what_the_sweep_does_first() -> None:
    waiting = replace(a_call(), overflow_at=SOON, relax_at=SOON, promote_at=SOON)
    assert call_row(waiting)["next"] == "overflow"
    assert call_row(replace(waiting, overflow_at=None))["next"] == "step"


def test_a_call_with_steps_shows_which_it_is_at() -> None:
    steps = (Step("F", seconds=25), Step("Any"))
    row = call_row(replace(a_call(), steps=steps, step=1))
    assert (row["step"], row["steps"]) == (2, 2)
    assert call_row(replace(a_call(), steps=(Step("Any"),)))["step"] == 0


def test_a_call_that_asks_for_one_agent_names_it() -> None:
    steps = (Step("Any", seconds=30, agent_id="ana"), Step("Any"))
    assert call_row(replace(a_call(), steps=steps))["asks_for"] == "ana"
    assert call_row(replace(a_call(), steps=steps, step=1))["asks_for"] == ""
