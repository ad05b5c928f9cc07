"""Agents, supervisors and desks of a storm, each an actor that works until told to stop."""

from collections.abc import Sequence
from random import Random

from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice, row_id
from routing.model.queues import CHAT, CallEntry, QueueKey
from tests.concurrency.actor import Actor


def agents_at_work(actor: Actor, *, agent_ids: Sequence[str]) -> None:
    """Agents read their status and act on it, in turn."""
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
            answer(actor, agent, agent.call_id)
        case AgentStatus.ATTENDING_CALL if agent.call_id:
            if actor.chance(0.1):
                choose(actor, agent, Choice.PAUSED)
            if actor.chance(0.6):
                actor.about_call("call_complete", agent.call_id, services.call_complete)
        case AgentStatus.WRAP_UP:
            _write_up(actor, agent)
        case AgentStatus.AVAILABLE if agent.until is None or actor.chance(0.02):
            actor.about_agent("agent_enqueue", agent.agent_id, services.agent_enqueue)
        case AgentStatus.QUEUED if actor.chance(0.01):
            choose(actor, agent, Choice.PAUSED)
        case AgentStatus.PAUSED | AgentStatus.OFFLINE if actor.chance(0.5):
            choose(actor, agent, Choice.READY)


def answer(actor: Actor, agent: Agent, call_id: str) -> None:
    """Most offers are accepted, some declined, some left to ring."""
    luck = Random(f"{agent.agent_id}/{agent.version}").random()  # noqa: S311 - the same at every look
    if luck < 0.75:
        actor.about_call("call_accept", call_id, services.call_accept, agent_id=agent.agent_id)
    elif luck < 0.88:
        actor.about_call("call_decline", call_id, services.call_decline, agent_id=agent.agent_id)


def _write_up(actor: Actor, agent: Agent) -> None:
    """Some end it themselves, a few take longer, others let it run out."""
    luck = actor.random.random()
    if luck < 0.4:
        actor.about_agent("agent_end_wrap_up", agent.agent_id, services.agent_end_wrap_up)
    elif luck < 0.45:
        actor.about_agent(
            "agent_extend_wrap_up",
            agent.agent_id,
            services.agent_extend_wrap_up,
            seconds=1,
            expected_version=agent.version,
        )


def choose(actor: Actor, agent: Agent, choice: Choice) -> None:
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
    """Changes other agents at bad moments: choices, enqueues, one agent of a queue, all together."""
    while not actor.stopping():
        actor.rest(rest_seconds)
        luck, agent_id = actor.random.random(), actor.random.choice(agent_ids)
        if luck < 0.6:
            agent = _seen(actor, agent_id)
            if agent is not None:
                choose(actor, agent, actor.random.choice((*Choice, Choice.READY, Choice.READY)))
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


def desks(actor: Actor, *, agent_ids: Sequence[str], rest_seconds: float) -> None:
    """Desks move calls while others match, answer and sweep them."""
    while not actor.stopping():
        actor.rest(rest_seconds)
        luck = actor.random.random()
        try:
            if luck < 0.5:
                _move_a_waiting_call(actor, agent_ids)
            elif luck < 0.85:
                _meddle_with_an_agent(actor, actor.random.choice(agent_ids))
            else:
                _look_after_dead_letters(actor)
        except DynamoError:
            continue


def _move_a_waiting_call(actor: Actor, agent_ids: Sequence[str]) -> None:
    skills = actor.router.skills
    queue = actor.random.choice((*skills.call_queues, *skills.call_queues_of(CHAT)))
    luck, waiting = actor.random.random(), selectors.queue_entries(actor.router, queue, limit=8)
    calls = [entry for entry in waiting if isinstance(entry, CallEntry)]
    if luck < 0.08 and not queue.channel:
        actor.about_queue(
            "call_dequeue", str(queue), lambda router: services.call_dequeue(router, queue=queue)
        )
    elif calls:
        call_id = actor.random.choice(calls).call_id
        if luck < 0.2:
            _assign(actor, call_id, queue, agent_ids)
        elif luck < 0.35:
            actor.about_call("call_touch", call_id, services.call_touch)
        elif luck < 0.75:
            priority = actor.random.randint(0, 9)
            actor.about_call(
                "call_change_priority", call_id, services.call_change_priority, priority=priority
            )
        elif luck < 0.9:
            actor.about_call("call_remove", call_id, services.call_remove, reason="prank")
        else:
            actor.about_call("call_dead_letter", call_id, services.call_dead_letter, reason="nobody can help")


def _assign(actor: Actor, call_id: str, queue: QueueKey, agent_ids: Sequence[str]) -> None:
    """One of the agents who fit gets the call first, whatever that agent does."""
    rows = [row_id(agent_id, queue.channel) for agent_id in agent_ids]
    wanted = set(actor.router.skills.fitting[queue])
    fit = [row for row in selectors.agents_by_id(actor.router, rows) if wanted & set(row.queues)]
    if fit:
        agent_id = actor.random.choice(fit).agent_id
        actor.about_call("call_assign", call_id, services.call_assign, agent_id=agent_id)


def _meddle_with_an_agent(actor: Actor, agent_id: str) -> None:
    agent = selectors.agent(actor.router, agent_id)
    if agent is None:
        return
    luck = actor.random.random()
    if agent.status is AgentStatus.QUEUED and luck < 0.3:
        actor.about_agent("call_offer", agent_id, services.call_offer)
    elif agent.status is AgentStatus.OFFERED and agent.call_id:
        to_end = actor.chance(0.3)
        actor.about_call("call_restore", agent.call_id, services.call_restore, to_end=to_end)
    elif agent.status is AgentStatus.ATTENDING_CALL and agent.call_id and luck < 0.5:
        actor.about_call("call_hand_back", agent.call_id, services.call_hand_back, reason="wrong department")
    elif luck < 0.6:
        actor.about_agent("agent_release", agent_id, services.agent_release, reason="stuck")


def _look_after_dead_letters(actor: Actor) -> None:
    """One is removed, or many are restored at the versions read."""
    dead = selectors.dead_letters(actor.router, limit=20)
    if not dead:
        return
    if actor.chance(0.3):
        call_id = actor.random.choice(dead).call_id
        actor.about_call("call_remove", call_id, services.call_remove, reason="too old")
        return
    seen = [(call.call_id, call.version) for call in dead]
    actor.witness.ask(
        lambda: services.dead_letters_restore(actor.router, versions=seen), name="dead_letters_restore"
    )


def _seen(actor: Actor, agent_id: str) -> Agent | None:
    try:
        return selectors.agent(actor.router, agent_id)
    except DynamoError:
        return None
