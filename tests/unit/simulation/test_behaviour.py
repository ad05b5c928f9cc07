"""Behaviour: due actions follow from table and time, for calls of the run only."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from simulation.people.agenda import Agenda
from simulation.people.behaviour import (
    LATE_SECONDS,
    Abandon,
    Accept,
    Action,
    Complete,
    EndWrapUp,
    RingOut,
    Scene,
    closing_actions,
    is_over,
    planned,
)
from tests.unit.simulation.worlds import NINE, RUN, a_plan, a_waiting_call, an_agent

PLAN = a_plan()
OURS, ANOTHER = f"{RUN}-000000", f"{RUN}-000001"
FOREIGN = [None, "someone", "someone-000000", f"x{RUN}-000000", f"{RUN}-", f"{RUN}-abc"]


def due(scene: Scene, now: datetime, limit: int = 100) -> list[Action]:
    agenda, found = Agenda(), list[Action]()
    agenda.put_right(planned(PLAN, scene))
    while len(found) < limit and agenda.next_at is not None and agenda.next_at <= now:
        action = agenda.take()[1]
        assert not isinstance(action, RingOut)
        found.append(action)
    return found


WRAP_UP = PLAN.durations.wrap_up_of(0)


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def a_ringing_call(call_id: str = OURS, status: CallStatus = CallStatus.OFFERED) -> Call:
    return Call(call_id, "English", "Any", status, NINE, NINE, queued_at=NINE, agent_id="ann")


@pytest.mark.parametrize(
    ("status", "seconds", "action"),
    [
        (AgentStatus.OFFERED, PLAN.durations.answer_delay_of(0), Accept(OURS, "ann")),
        (AgentStatus.ATTENDING_CALL, PLAN.durations.talk_of(0), Complete(OURS, WRAP_UP + LATE_SECONDS)),
        (AgentStatus.WRAP_UP, PLAN.durations.wrap_up_of(0), EndWrapUp("ann", OURS)),
    ],
)
def test_an_agent_acts_once_its_time_has_come(status: AgentStatus, seconds: float, action: Action) -> None:
    scene = Scene(agents=(an_agent(status),))

    assert due(scene, after(seconds - 0.001)) == []
    assert due(scene, after(seconds + 0.001)) == [action]


def test_a_caller_hangs_up_when_patience_ends_while_waiting_and_while_it_rings() -> None:
    patience = PLAN.durations.patience_of(0)
    waiting, ringing = Scene(waiting=(a_waiting_call(OURS),)), Scene(ringing=(a_ringing_call(),))

    for scene in (waiting, ringing):
        assert due(scene, after(patience - 0.001)) == []
        assert due(scene, after(patience + 0.001)) == [Abandon(OURS)]


def test_a_caller_who_was_answered_does_not_hang_up() -> None:
    scene = Scene(ringing=(a_ringing_call(status=CallStatus.IN_PROGRESS),))

    assert due(scene, after(9999)) == []


@pytest.mark.parametrize("call_id", FOREIGN)
def test_calls_of_others_and_their_agents_are_left_alone(call_id: str | None) -> None:
    agents = [an_agent(status, call_id=call_id) for status in AgentStatus]
    others = call_id or "nobody"
    scene = Scene(tuple(agents), (a_ringing_call(others),), (a_waiting_call(others),))

    assert due(scene, after(99_999)) == []
    assert closing_actions(PLAN, scene, limit=100) == []
    assert is_over(PLAN, scene)


@pytest.mark.parametrize("choice", [Choice.PAUSED, Choice.OFFLINE])
def test_an_agent_whom_a_person_holds_finishes_its_call_and_no_more(choice: Choice) -> None:
    talking = replace(an_agent(AgentStatus.ATTENDING_CALL), choice=choice)
    held = replace(an_agent(AgentStatus.PAUSED, call_id=None), choice=choice)

    assert due(Scene((talking, held)), after(9999)) == [Complete(OURS, WRAP_UP + LATE_SECONDS)]


def test_the_most_overdue_comes_first_and_the_rest_later() -> None:
    def talking(agent_id: str, since: float, call_id: str) -> Agent:
        return an_agent(AgentStatus.ATTENDING_CALL, call_id=call_id, since=after(since), agent_id=agent_id)

    others = talking("bob", 20, ANOTHER), talking("cid", 10, f"{RUN}-000002")
    scene = Scene((an_agent(AgentStatus.OFFERED, since=after(50)), *others))

    talks_end = due(scene, after(999), limit=2)
    assert [type(one) for one in talks_end] == [Complete, Complete]
    assert due(scene, after(999))[-1] == Accept(OURS, "ann")


def test_closing_ends_everything_of_the_run_at_once() -> None:
    scene = Scene(
        agents=(
            an_agent(AgentStatus.OFFERED, call_id=f"{RUN}-000001", agent_id="ann"),
            an_agent(AgentStatus.ATTENDING_CALL, call_id=f"{RUN}-000002", agent_id="bob"),
            an_agent(AgentStatus.WRAP_UP, call_id=f"{RUN}-000003", agent_id="cid"),
            an_agent(AgentStatus.QUEUED, call_id=None, agent_id="dot"),
        ),
        waiting=(a_waiting_call(f"{RUN}-000004"),),
    )

    assert closing_actions(PLAN, scene, limit=100) == [
        Abandon(f"{RUN}-000001"),
        Complete(f"{RUN}-000002"),
        EndWrapUp("cid", f"{RUN}-000003"),
        Abandon(f"{RUN}-000004"),
    ]
    assert len(closing_actions(PLAN, scene, limit=2)) == 2
    assert not is_over(PLAN, scene)
    assert is_over(PLAN, Scene(agents=scene.agents[3:]))
