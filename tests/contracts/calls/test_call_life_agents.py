"""Release of an agent: end of wrap-up, hand back, release by a supervisor."""

from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError, UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Assignment
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_agent, as_call, as_conflict
from tests.centres import a_call_in, agent_now, an_agent_in, call_now, in_line, match_all
from tests.contracts.call_life import ANYBODY, WOMEN, Life, a_life, seconds_of

WOMEN_WAITING = agent_queue("Spanish", "F")
CHOICES = [
    (Choice.READY, AgentStatus.QUEUED),
    (Choice.PAUSED, AgentStatus.PAUSED),
    (Choice.OFFLINE, AgentStatus.OFFLINE),
]


@pytest.fixture
def life(either_table: Table) -> Life:
    """Wrap-up takes 30 seconds and at most 100."""
    return a_life(either_table, agents={"longest_wrap_up_seconds": 100})


def in_wrap_up(life: Life) -> Agent:
    """An agent, ana, in wrap-up of the call `ana-call`."""
    return an_agent_in(life.router, AgentStatus.WRAP_UP)


# --- wrap-up


@pytest.mark.parametrize(("choice", "status"), CHOICES)
def test_a_wrap_up_ends_by_itself_with_what_was_chosen_meanwhile(
    life: Life, choice: Choice, status: AgentStatus
) -> None:
    in_wrap_up(life)
    a_waiting_agent(life.router, "eva")
    chosen = as_agent(
        services.agent_choose(life.router, agent_id="ana", choice=choice, reason="lunch", by="ana")
    )
    assert chosen.status is AgentStatus.WRAP_UP  # never cut short by a choice

    assert life.sweep(after=29.999).changed == 0
    assert life.sweep(after=0.001).changed == 1

    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.call_id, ana.until) == (status, None, None)
    assert in_line(life.router, WOMEN_WAITING) == ["eva"] + ["ana"] * (choice is Choice.READY)
    assert life.last_told()[:4] == (EventKind.AGENT_STATUS_CHANGED, None, "ana", "routing")
    assert life.sweep(after=10_000).found == 0
    assert audit(life.router) == []


def test_a_wrap_up_has_the_time_of_the_queue_or_that_of_the_call(life: Life) -> None:
    for name, seconds in (("c1", None), ("c2", 7.0)):
        a_call_in(life.router, CallStatus.IN_PROGRESS, name, agent_id=f"agent-{name}")
        services.call_complete(life.router, call_id=name, wrap_up_seconds=seconds)

    untils = [agent_now(life.router, f"agent-{name}").until for name in ("c1", "c2")]

    assert untils == [NOON + timedelta(seconds=30), NOON + timedelta(seconds=7)]
    with pytest.raises(InvalidFieldError, match=r"wrap_up_seconds: -1 .* from 0 to 3600"):
        services.call_complete(life.router, call_id="c1", wrap_up_seconds=-1)


def test_without_a_wrap_up_the_agent_is_where_it_chose_to_be_at_once(life: Life) -> None:
    a_call_in(life.router, CallStatus.IN_PROGRESS, "c1")
    services.call_complete(life.router, call_id="c1", wrap_up_seconds=0)

    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED
    assert audit(life.router) == []


def test_a_wrap_up_is_extended_up_to_the_longest(life: Life) -> None:
    version = in_wrap_up(life).version
    life.clock.advance(10)

    longer = as_agent(
        services.agent_extend_wrap_up(
            life.router, agent_id="ana", seconds=60, by="ana", expected_version=version
        )
    )

    assert longer.until == NOON + timedelta(seconds=90)
    assert life.last_told()[:4] == (EventKind.AGENT_STATUS_CHANGED, None, "ana", "ana")
    refused = as_conflict(
        services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=60, expected_version=version)
    )
    assert refused.current == longer
    with pytest.raises(InvalidFieldError, match=r"seconds: 11 .* at most 100 seconds in all"):
        services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=11)
    as_agent(services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=10))
    for wrong in (0.5, 101):
        with pytest.raises(InvalidFieldError, match=r"seconds: .* from 1 to 100"):
            services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=wrong)
    assert life.sweep(after=89.999).changed == 0
    assert life.sweep(after=0.001).changed == 1
    as_conflict(services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=10))


def test_a_wrap_up_past_its_end_is_extended_from_now_on(life: Life) -> None:
    in_wrap_up(life)
    life.clock.advance(35)

    longer = as_agent(services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=10))

    assert longer.until == NOON + timedelta(seconds=45)


def test_only_the_wrap_up_that_was_meant_is_ended(life: Life) -> None:
    in_wrap_up(life)

    refused = as_conflict(services.agent_end_wrap_up(life.router, agent_id="ana", call_id="another"))
    assert refused.reason == "agent writes up call ana-call, not another"
    ended = as_agent(services.agent_end_wrap_up(life.router, agent_id="ana", call_id="ana-call", by="boss"))

    assert (ended.status, ended.changed_by) == (AgentStatus.QUEUED, "boss")
    told = len(life.told)
    assert services.agent_end_wrap_up(life.router, agent_id="ana", call_id="ana-call") == ended
    assert len(life.told) == told


def test_nobody_is_given_the_reason_that_another_had(life: Life) -> None:
    in_wrap_up(life)
    services.agent_choose(life.router, agent_id="ana", choice=Choice.PAUSED, reason="late shift", by="boss")
    extended = as_agent(services.agent_extend_wrap_up(life.router, agent_id="ana", seconds=5, by="ana"))
    ended = as_agent(services.agent_end_wrap_up(life.router, agent_id="ana", reason="forgotten", by="boss"))

    assert (extended.changed_by, extended.change_reason) == ("ana", "")
    assert (ended.changed_by, ended.change_reason) == ("boss", "forgotten")
    assert life.told[-1].reason == "wrap-up ended: forgotten"


# --- handed back


def test_a_call_that_is_handed_back_waits_at_its_old_place_and_its_agent_pauses(life: Life) -> None:
    call = a_call_in(life.router, CallStatus.IN_PROGRESS, "c1")
    a_waiting_call(life.router, "c2")

    back = as_call(
        services.call_hand_back(
            life.router, call_id="c1", reason="no sound", by="boss", expected_version=call.version
        )
    )

    assert in_line(life.router, ANYBODY) == ["c1", "c2"]
    assert (back.status, back.agent_id, back.answered_at) == (CallStatus.QUEUED, None, None)
    assert (back.ticket, back.queued_at, back.failures) == (call.ticket, call.queued_at, 0)
    ana = agent_now(life.router, "ana")
    assert (ana.status, ana.pause_reason, ana.changed_by, ana.change_reason) == (
        AgentStatus.PAUSED,
        "call handed back",
        "boss",
        "no sound",
    )
    assert life.last_told() == (EventKind.CALL_HANDED_BACK, "c1", "ana", "boss", "no sound")
    assert life.history("c1") == ["callQueued", "callOffered", "callAccepted", "callHandedBack"]
    a_waiting_agent(life.router, "eva")
    assert match_all(life.router) == [("c1", "eva")]
    assert audit(life.router) == []


def test_a_call_that_never_waited_has_its_times_from_when_it_is_handed_back(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    assignment = services.queue_assign(life.router, queue=WOMEN_WAITING)
    assert isinstance(assignment, Assignment)
    life.clock.advance(7)

    back = as_call(
        services.call_hand_back(life.router, call_id=assignment.call.call_id, reason="no sound", by="boss")
    )

    assert seconds_of(life, back, "queued_at", "promote_at") == [0, 120]
    assert in_line(life.router, WOMEN) == [back.call_id]
    assert life.sweep(after=120).changed == 1
    assert audit(life.router) == []


def test_time_talked_is_no_time_waited_once_a_call_is_handed_back(either_table: Table) -> None:
    life = a_life(either_table, max_wait_seconds=60)
    a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1")
    match_all(life.router)
    services.call_accept(life.router, call_id="c1", agent_id="ana")
    life.clock.advance(300)

    back = as_call(services.call_hand_back(life.router, call_id="c1", reason="no sound"))

    assert life.sweep().changed == 0
    assert seconds_of(life, back, "overflow_at", "promote_at", "waiting_since") == [60, 120, 0]
    assert back.queued_at == NOON
    assert selectors.waiting_calls(life.router)[0].waiting_since == back.waiting_since
    assert audit(life.router) == []
    assert life.sweep(after=60).changed == 1
    assert call_now(life.router, "c1").status is CallStatus.REJECTED


def test_only_a_call_in_progress_is_handed_back_and_only_with_a_reason(life: Life) -> None:
    a_call_in(life.router, CallStatus.OFFERED, "c1")
    as_conflict(services.call_hand_back(life.router, call_id="c1", reason="no sound"))
    for wrong in ("", "x" * 61):
        with pytest.raises(InvalidFieldError, match="reason"):
            services.call_hand_back(life.router, call_id="c1", reason=wrong)
    services.call_accept(life.router, call_id="c1", agent_id="ana")
    late = as_conflict(
        services.call_hand_back(life.router, call_id="c1", reason="no sound", expected_version=2)
    )
    assert late.current == call_now(life.router, "c1")
    assert agent_now(life.router, "ana").status is AgentStatus.ATTENDING_CALL


# --- released


@pytest.mark.parametrize(("choice", "status"), CHOICES)
@pytest.mark.parametrize(
    ("held", "call_becomes", "kind"),
    [
        (AgentStatus.OFFERED, CallStatus.QUEUED, "callRestored"),
        (AgentStatus.ATTENDING_CALL, CallStatus.COMPLETED, "callCompleted"),
        (AgentStatus.WRAP_UP, CallStatus.COMPLETED, "callCompleted"),
    ],
)
def test_a_released_agent_goes_where_it_chose_to_be(
    life: Life, *, held: AgentStatus, call_becomes: CallStatus, kind: str, choice: Choice, status: AgentStatus
) -> None:
    an_agent_in(life.router, held)
    agent = as_agent(services.agent_choose(life.router, agent_id="ana", choice=choice))
    place = call_now(life.router, "ana-call").ticket

    free = as_agent(
        services.agent_release(
            life.router, agent_id="ana", reason="fell asleep", by="boss", expected_version=agent.version
        )
    )

    assert (free.status, free.call_id, free.until) == (status, None, None)
    assert (free.changed_by, free.change_reason) == ("boss", "fell asleep")
    call = call_now(life.router, "ana-call")
    assert (call.status, call.ticket, call.notes[-1].kind) == (call_becomes, place, kind)
    told = [event for event in life.told if event.reason == "fell asleep"]
    assert told[0].kind is EventKind.AGENT_STATUS_CHANGED
    assert life.sweep(after=40).changed == 0
    assert audit(life.router) == []


@pytest.mark.parametrize(
    ("held", "line"), [(AgentStatus.OFFERED, ["ana", "eva"]), (AgentStatus.WRAP_UP, ["eva", "ana"])]
)
def test_only_an_agent_whom_a_call_rang_for_is_released_to_its_old_place(
    life: Life, held: AgentStatus, line: list[str]
) -> None:
    an_agent_in(life.router, held)
    a_waiting_agent(life.router, "eva", gender="F")

    services.agent_release(life.router, agent_id="ana", reason="needed")

    assert in_line(life.router, WOMEN_WAITING) == line
    assert audit(life.router) == []


def test_an_agent_at_rest_is_released_into_its_queues(life: Life) -> None:
    a_call_in(life.router, CallStatus.OFFERED, "c1")
    services.call_decline(life.router, call_id="c1", agent_id="ana")

    free = as_agent(services.agent_release(life.router, agent_id="ana", reason="needed"))

    assert (free.status, free.until) == (AgentStatus.QUEUED, None)
    assert life.sweep(after=5).found == 0
    assert match_all(life.router) == [("c1", "ana")]


def test_a_free_agent_is_not_released_and_a_late_release_is_a_conflict(life: Life) -> None:
    waiting = a_waiting_agent(life.router, "ana")
    told = len(life.told)
    assert services.agent_release(life.router, agent_id="ana", reason="stuck") == waiting
    assert len(life.told) == told
    a_waiting_call(life.router, "c1")
    match_all(life.router)

    late = services.agent_release(
        life.router, agent_id="ana", reason="stuck", expected_version=waiting.version
    )

    assert as_conflict(late).current == agent_now(life.router, "ana")
    with pytest.raises(UnknownAgentError):
        services.agent_release(life.router, agent_id="ghost", reason="stuck")
    with pytest.raises(InvalidFieldError, match="reason"):
        services.agent_release(life.router, agent_id="ana", reason=" ")
