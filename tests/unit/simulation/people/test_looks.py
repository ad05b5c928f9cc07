"""Looks: what they need not read, since it follows from what is known, and what they read again."""

from datetime import timedelta
from itertools import pairwise

from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.dispatcher.dispatching import drain
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.repair.audit import audit
from routing.router import Router, Seen
from routing.services.setup.staff import Facts
from simulation.arrivals import START
from simulation.people.actions import action_perform
from simulation.people.behaviour import Accept
from simulation.people.hands import OneByOne
from simulation.people.looks import look_at_calls
from simulation.people.pace import Pace
from simulation.people.runner import LOOK_INTERVAL, SHORTEST_SECONDS, Runner
from tests.unit.simulation.plays import STEP, Reads
from tests.unit.simulation.worlds import NINE, Clock, a_plan, a_router, with_agents


def known_agents(router: Router) -> dict[str, Agent]:
    return {agent.agent_id: agent for agent in selectors.agents(router)}


def an_offer(router: Router, clock: Clock) -> Call:
    """A new call, offered to an agent."""
    call = services.call_enqueue(router, language="English", gender="F")
    assert isinstance(call, Call)
    clock.sleep(1)
    drain(router)
    return call


def test_an_agent_last_seen_waiting_is_known_as_the_match_wrote_it() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 1)
    reads, known = Reads(router), known_agents(router)
    call = an_offer(router, clock)

    seen = look_at_calls(reads.router, [call.call_id], known)

    assert seen.calls[call.call_id].status is CallStatus.OFFERED
    assert seen.agents == known_agents(router)
    assert reads.agents == 0


def test_an_agent_seen_in_any_other_status_is_read() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 1)
    reads = Reads(router)
    call = an_offer(router, clock)

    for known in ({}, known_agents(router)):
        assert look_at_calls(reads.router, [call.call_id], known).agents == known_agents(router)
    assert reads.agents == 2


def test_a_change_between_what_is_known_and_the_match_is_kept() -> None:
    """The write on what was thought is refused, and decided again on what the table has."""
    clock = Clock()
    router = with_agents(a_router(clock), 1)
    known = known_agents(router)
    services.agent_edit(router, agent_id="agent-0", facts=Facts("Zoe", "F", ("English",)), by="sue")
    call = an_offer(router, clock)

    seen = look_at_calls(router, [call.call_id], known)
    agent = seen.agents["agent-0"]
    accepted = action_perform(
        router, Accept(call.call_id, "agent-0"), seen=Seen(seen.calls[call.call_id], agent)
    )

    assert agent != known_agents(router)["agent-0"]
    assert isinstance(accepted.outcome, Call)
    assert accepted.outcome.status is CallStatus.IN_PROGRESS
    found = known_agents(router)["agent-0"]
    assert (found.name, found.status) == ("Zoe", AgentStatus.ATTENDING_CALL)
    assert audit(router) == []


def test_only_agents_that_changed_are_made_out_again() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 4)
    known = known_agents(router)
    an_offer(router, clock)

    found = {agent.agent_id: agent for agent in selectors.agents(router, known=known)}

    assert found == known_agents(router)
    again = [agent_id for agent_id, agent in found.items() if agent is not known[agent_id]]
    assert [found[agent_id].status for agent_id in again] == [AgentStatus.OFFERED]


def test_everything_is_looked_at_seldom_until_others_act() -> None:
    clock = Clock()
    router = with_agents(a_router(clock), 30)
    reads, calm = Reads(router), 5 * LOOK_INTERVAL
    runner, mark = Runner(reads.router, a_plan(talk_seconds=20), calm_interval=calm), START

    def pauses_in(seconds: float) -> list[timedelta]:
        """The times between looks at everything."""
        nonlocal mark
        looks, until = [], clock.now + timedelta(seconds=seconds)
        while clock.now < until:
            clock.sleep(STEP)
            before = reads.of_agents
            mark = runner.step(mark, now=clock.now).mark
            looks += [clock.now] * (reads.of_agents - before)
            drain(router)
        return [later - earlier for earlier, later in pairwise(looks)]

    assert min(pauses_in(60)) >= calm
    talk = next(call for call in selectors.all_calls(router) if call.status is CallStatus.IN_PROGRESS)
    services.call_hand_back(router, call_id=talk.call_id, reason="wrong team", keep_available=True, by="sue")
    assert min(pauses_in(30)) < 1.2 * LOOK_INTERVAL
    assert min(pauses_in(30)) >= calm
    assert audit(router) == []


def test_what_became_due_in_a_step_is_not_kept_waiting() -> None:
    """A step takes a while, and what becomes due in it is started after the shortest pause."""
    clock, overdue = Clock(), list[float]()
    router = with_agents(a_router(clock), 9)

    class Slowly(OneByOne):
        are_many = True

        def hand_over(self) -> list[DynamoError]:
            clock.sleep(0.002)
            return super().hand_over()

    runner, mark = Runner(router, a_plan(rate=3.0), hands=Slowly()), START

    def sleep(seconds: float) -> None:
        next_at = runner.plans.agenda.next_at
        if next_at is not None and next_at <= clock.now:
            overdue.append(seconds)
        clock.sleep(seconds)

    while clock.now < NINE + timedelta(seconds=20):
        mark = runner.steps(mark, pace=Pace(clock.monotonic, sleep)).mark
        drain(router)

    assert len(overdue) > 5
    assert set(overdue) == {SHORTEST_SECONDS}
