"""Run on a table in memory, in virtual time, from the first call to the last."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from routing import selectors
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from routing.services import agent_choose, call_enqueue
from tests.unit.simulation.plays import STEP, calls_of, close, play, story
from tests.unit.simulation.worlds import RUN, Clock, a_plan, a_router, with_agents


def test_it_lets_a_minute_of_calls_arrive_be_answered_and_end_and_closes_clean() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 9)

    mark = play(router, clock, seconds=60)
    statuses = Counter(call.status for call in calls_of(router))
    assert 80 < mark.arrived < 160
    assert statuses[CallStatus.COMPLETED] > 50
    assert audit(router) == []

    close(router, clock, mark)
    ended = calls_of(router)
    assert [call.call_id for call in ended] == [f"{RUN}-{number:06d}" for number in range(mark.arrived)]
    assert {call.source for call in ended} == {RUN}
    assert all(call.is_ended for call in ended)
    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.QUEUED}
    assert audit(router) == []


def test_callers_hang_up_where_agents_are_scarce() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 2)

    close(router, clock, play(router, clock, seconds=60))

    statuses = Counter(call.status for call in calls_of(router))
    assert statuses[CallStatus.ABANDONED] > statuses[CallStatus.COMPLETED] > 0
    assert audit(router) == []


def test_durations_are_those_of_the_plan_as_exactly_as_steps_allow() -> None:
    clock, plan = Clock(), a_plan()
    router = with_agents(a_router(clock), 9)

    play(router, clock, seconds=30)

    done = [call for call in calls_of(router) if call.status is CallStatus.COMPLETED]
    assert len(done) > 20
    for call in done:
        number = plan.number_of(call.call_id)
        assert number is not None
        assert call.answered_at is not None
        assert call.offered_at is not None
        assert call.ended_at is not None
        answer = (call.answered_at - call.offered_at).total_seconds()
        talked = (call.ended_at - call.offered_at).total_seconds()
        ring = plan.durations.answer_delay_of(number)
        assert 0 <= answer - ring <= STEP + 1e-5
        # An answer that came a step late does not make the talk end late.
        assert 0 <= talked - ring - plan.durations.talk_of(number) <= STEP + 1e-5


def test_the_same_seed_gives_the_same_run() -> None:
    stories = []
    for _ in range(2):
        clock = Clock()
        router = with_agents(a_router(clock), 5)
        play(router, clock, seconds=20)
        stories.append(story(router))

    assert stories[0] == stories[1]


def test_threads_do_the_same_as_one_after_the_other() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 9)

    with ThreadPoolExecutor(8) as pool:
        mark = play(router, clock, seconds=20, each=pool.map)
    close(router, clock, mark)

    assert len(calls_of(router)) == mark.arrived > 20
    assert all(call.is_ended for call in calls_of(router))
    assert audit(router) == []


def test_calls_and_pauses_of_others_are_left_alone() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    call_enqueue(router, language="Spanish", gender="F", call_id="a-person")
    agent_choose(router, agent_id="agent-0", choice=Choice.PAUSED, by="sue")
    agent_choose(router, agent_id="agent-1", choice=Choice.OFFLINE, by="sue")

    close(router, clock, play(router, clock, seconds=30))

    call = selectors.call(router, "a-person")
    held = selectors.agents_by_id(router, ["agent-0", "agent-1"])
    assert call is not None
    assert call.status is CallStatus.QUEUED
    assert {agent.status for agent in held} == {AgentStatus.PAUSED, AgentStatus.OFFLINE}


def test_an_agent_paused_in_a_call_pauses_when_the_call_has_ended() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    mark = play(router, clock, seconds=10)
    talking = next(a for a in selectors.agents(router) if a.status is AgentStatus.ATTENDING_CALL)

    agent_choose(router, agent_id=talking.agent_id, choice=Choice.PAUSED, reason="lunch", by="sue")
    play(router, clock, seconds=30, mark=mark)

    paused = selectors.agent(router, talking.agent_id)
    assert paused is not None
    assert (paused.status, paused.pause_reason) == (AgentStatus.PAUSED, "lunch")
