"""Behaviour: due actions follow from table and time, for calls of the run only."""

from dataclasses import replace
from datetime import datetime, timedelta
from operator import itemgetter

import pytest

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from simulation.people.behaviour import (
    AGENT_WITH,
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


def due(call: Call, agent: Agent | None, now: datetime) -> list[Action | RingOut]:
    return [action for at, action in sorted(planned(PLAN, call, agent), key=itemgetter(0)) if at <= now]


WRAP_UP = PLAN.durations.wrap_up_of(0)


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def a_call(status: CallStatus = CallStatus.OFFERED, call_id: str = OURS) -> Call:
    return Call(call_id, "English", "Any", status, NINE, NINE, queued_at=NINE, agent_id="ann")


@pytest.mark.parametrize(
    ("status", "seconds", "action"),
    [
        (CallStatus.OFFERED, PLAN.durations.answer_delay_of(0), Accept(OURS, "ann")),
        (CallStatus.IN_PROGRESS, PLAN.durations.talk_of(0), Complete(OURS, WRAP_UP + LATE_SECONDS)),
        (CallStatus.COMPLETED, PLAN.durations.wrap_up_of(0), EndWrapUp("ann", OURS)),
    ],
)
@pytest.mark.parametrize("choice", [None, *Choice])
def test_an_agent_acts_once_its_time_has_come(
    status: CallStatus, seconds: float, action: Action, choice: Choice | None
) -> None:
    """Also one whom a person paused meanwhile, and one that was not read."""
    agent = replace(an_agent(AGENT_WITH[status]), choice=choice) if choice else None

    assert due(a_call(status), agent, after(seconds - 0.001)) == []
    assert due(a_call(status), agent, after(seconds + 0.001)) == [action]


def test_what_comes_after_a_late_action_counts_from_when_it_was_due() -> None:
    call = replace(a_call(CallStatus.IN_PROGRESS), status_since=after(5))
    talk = PLAN.durations.talk_of(0)

    assert planned(PLAN, call) == ((after(5 + talk), Complete(OURS, WRAP_UP + LATE_SECONDS)),)
    assert planned(PLAN, call, begun=NINE) == ((after(talk), Complete(OURS, WRAP_UP + LATE_SECONDS)),)


def test_a_caller_hangs_up_when_patience_ends_while_waiting_and_while_it_rings() -> None:
    patience = PLAN.durations.patience_of(0)

    for status in (CallStatus.QUEUED, CallStatus.OFFERED):
        call = replace(a_call(status), agent_id=None)
        assert due(call, None, after(patience - 0.001)) == []
        assert due(call, None, after(patience + 0.001)) == [Abandon(OURS)]


def test_a_caller_who_was_answered_does_not_hang_up() -> None:
    acts = due(a_call(CallStatus.IN_PROGRESS), None, after(9999))

    assert Abandon(OURS) not in acts


@pytest.mark.parametrize("call_id", FOREIGN)
def test_calls_of_others_and_their_agents_are_left_alone(call_id: str | None) -> None:
    agents = [an_agent(status, call_id=call_id) for status in AgentStatus]
    others = call_id or "nobody"
    scene = Scene(tuple(agents), (a_waiting_call(others),))

    assert all(due(a_call(status, others), None, after(99_999)) == [] for status in CallStatus)
    assert closing_actions(PLAN, scene, limit=100) == []
    assert is_over(PLAN, scene)


@pytest.mark.parametrize("status", list(AGENT_WITH))
def test_an_agent_who_has_another_call_by_now_or_is_played_by_a_person_does_nothing(
    status: CallStatus,
) -> None:
    call, moved_on = a_call(status), an_agent(AGENT_WITH[status], call_id=ANOTHER)
    paused = an_agent(AgentStatus.PAUSED)
    callers = {Abandon(OURS)} if status is CallStatus.OFFERED else set()

    for agent in (moved_on, paused):
        assert set(due(call, agent, after(9999))) == callers
    assert {action for _, action in planned(PLAN, call, by_hand={"ann"})} == callers


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
