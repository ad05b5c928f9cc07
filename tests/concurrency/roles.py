"""Owns what the people and programs of a storm do, each with a chance of its own: callers, agents,
supervisors, matchers, and an observer who reads the queues. Each is one actor and works until told to stop.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.agents import Agent, AgentStatus, Choice
from routing.calls import Call
from routing.outcomes import Round
from routing.queues import ANY
from routing.router import Router
from tests.concurrency.history import AGENT, CALL, Observation, Subject
from tests.concurrency.witness import Witness, clock

FLOOD_SECONDS = 1.5
LULL = 10
MOST_WAITING_CALLS = 60
MOST_KNOWN_CALLS = 200


@dataclass
class Actor:
    """One party of the storm. `pause` waits for about so many seconds, or less when the storm ends."""

    router: Router
    witness: Witness
    random: Random
    stopping: Callable[[], bool]
    pause: Callable[[float], object]

    def chance(self, part: float) -> bool:
        """True in this part of all cases."""
        return self.random.random() < part

    def rest(self, seconds: float) -> None:
        """Pauses for a random time around so many seconds."""
        self.pause(self.random.uniform(0, 2 * seconds))

    def about_call(
        self, name: str, call_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on a call, now and then sent twice, as people and networks do."""
        agent_id = more.get("agent_id")
        answer: object = None
        for _ in range(2 if self.chance(0.1) else 1):
            answer = self.witness.ask(
                lambda: service(self.router, call_id=call_id, **more),
                name=name,
                about=Subject(CALL, call_id),
                by_agent=str(agent_id) if agent_id else None,
            )
        return answer

    def about_agent(
        self, name: str, agent_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on an agent, now and then sent twice."""
        answer: object = None
        for _ in range(2 if self.chance(0.05) else 1):
            answer = self.witness.ask(
                lambda: service(self.router, agent_id=agent_id, **more),
                name=name,
                about=Subject(AGENT, agent_id),
            )
        return answer


def callers(actor: Actor, *, rate: float) -> None:
    """Calls come in floods and lulls, so that now calls wait for agents and now agents for calls; some
    callers hang up. A call whose fate is unknown is sent again under the same id.
    """
    known: list[str] = []
    number = 0
    while not actor.stopping():
        actor.rest(1 / rate if _flood(actor) else LULL / rate)
        number += 1
        call_id = f"{actor.witness.table.actor}-{number}"
        skills = actor.router.skills
        facts = {
            "language": actor.random.choice(skills.languages),
            "gender": actor.random.choice((*skills.genders, ANY, ANY)),
            "priority": actor.random.choice((5, 5, 5, 5, 5, 5, 1, 9)),
        }
        while not isinstance(actor.about_call("call_enqueue", call_id, services.call_enqueue, **facts), Call):
            if actor.stopping():
                return
        known = [*known[-MOST_KNOWN_CALLS:], call_id]
        if actor.chance(0.2):
            actor.about_call("call_abandon", actor.random.choice(known[-30:]), services.call_abandon)


def _flood(actor: Actor) -> bool:
    """Whether calls come thick and fast now; not where so many wait already that agents never would."""
    if int(clock() / FLOOD_SECONDS) % 2:
        return False
    try:
        return sum(info.depth for info in selectors.call_queue_infos(actor.router)) < MOST_WAITING_CALLS
    except DynamoError:
        return False


def agents_at_work(actor: Actor, *, agent_ids: Sequence[str]) -> None:
    """Agents look where they stand and go on from there, all in turn."""
    while not actor.stopping():
        try:
            found = selectors.agents_by_id(actor.router, agent_ids)
        except DynamoError:
            continue
        for agent in actor.random.sample(found, len(found)):
            if not actor.stopping():
                _act(actor, agent)
        actor.rest(0.02)


def _act(actor: Actor, agent: Agent) -> None:
    match agent.status:
        case AgentStatus.OFFERED if agent.call_id:
            _answer(actor, agent.agent_id, agent.call_id)
        case AgentStatus.ATTENDING_CALL if agent.call_id:
            if actor.chance(0.1):
                _choose(actor, agent, Choice.PAUSED)
            if actor.chance(0.6):
                actor.about_call("call_complete", agent.call_id, services.call_complete)
        case AgentStatus.WRAP_UP if actor.chance(0.8):
            actor.about_agent("agent_end_wrap_up", agent.agent_id, services.agent_end_wrap_up)
        case AgentStatus.AVAILABLE:
            actor.about_agent("agent_enqueue", agent.agent_id, services.agent_enqueue)
        case AgentStatus.QUEUED if actor.chance(0.01):
            _choose(actor, agent, Choice.PAUSED)
        case AgentStatus.PAUSED | AgentStatus.OFFLINE if actor.chance(0.5):
            _choose(actor, agent, Choice.READY)


def _answer(actor: Actor, agent_id: str, call_id: str) -> None:
    """Most offers are accepted, some declined, a few left to ring."""
    luck = actor.random.random()
    if luck < 0.75:
        actor.about_call("call_accept", call_id, services.call_accept, agent_id=agent_id)
    elif luck < 0.9:
        actor.about_call("call_decline", call_id, services.call_decline, agent_id=agent_id)


def _choose(actor: Actor, agent: Agent, choice: Choice) -> None:
    expected = agent.version if actor.chance(0.3) else None
    actor.about_agent(
        "agent_choose",
        agent.agent_id,
        services.agent_choose,
        choice=choice,
        by=actor.witness.table.actor,
        expected_version=expected,
    )


def supervisors(actor: Actor, *, agent_ids: Sequence[str], rest_seconds: float) -> None:
    """Whoever may change others' agents does so, at the worst moment: choices, queueing, one agent out of a
    queue, everybody at once.
    """
    while not actor.stopping():
        actor.rest(rest_seconds)
        luck, agent_id = actor.random.random(), actor.random.choice(agent_ids)
        if luck < 0.6:
            agent = _seen(actor, agent_id)
            if agent is not None:
                _choose(actor, agent, actor.random.choice((*Choice, Choice.READY, Choice.READY)))
        elif luck < 0.8:
            actor.about_agent("agent_enqueue", agent_id, services.agent_enqueue)
        elif luck < 0.93:
            queue = actor.random.choice(actor.router.skills.agent_queues)
            actor.witness.ask(
                lambda queue=queue: services.queue_assign(actor.router, queue=queue),  # type: ignore[misc]
                name="queue_assign",
                queue=str(queue),
            )
        elif luck < 0.99:
            actor.witness.ask(lambda: services.agents_enqueue(actor.router), name="agents_enqueue")
        else:
            actor.witness.ask(lambda: services.agents_reset(actor.router), name="agents_reset")


def _seen(actor: Actor, agent_id: str) -> Agent | None:
    try:
        return selectors.agent(actor.router, agent_id)
    except DynamoError:
        return None


def matchers(actor: Actor) -> None:
    """Rounds without end; a short rest where there was nothing to do or somebody else did it."""
    while not actor.stopping():
        answer = actor.witness.ask(lambda: services.match_once(actor.router), name="match_once")
        if not isinstance(answer, Round) or not answer.matches:
            actor.rest(0.1)


def observer(actor: Actor) -> None:
    """Reads versions and depths of all queues again and again."""
    reads = (selectors.agent_queue_infos, selectors.call_queue_infos)
    while not actor.stopping():
        for read in reads:
            begun = clock()
            try:
                infos = read(actor.router)
            except DynamoError:
                continue
            actor.witness.table.history.observations += [
                Observation(str(info.key), info.version, info.depth, begun, clock()) for info in infos
            ]
        actor.rest(0.1)


def settle(actor: Actor, *, agent_ids: Sequence[str]) -> None:
    """When everything else has stopped: whoever fits is matched, and every call that rings is answered."""
    while True:
        answer = actor.witness.ask(lambda: services.match_once(actor.router), name="match_once")
        if not isinstance(answer, Round) or not answer.matches:
            break
    for agent_id in agent_ids:
        agent = selectors.agent(actor.router, agent_id)
        assert agent is not None
        if agent.status is AgentStatus.OFFERED and agent.call_id:
            actor.about_call("call_accept", agent.call_id, services.call_accept, agent_id=agent_id)
