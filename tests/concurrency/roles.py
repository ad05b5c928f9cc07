"""Callers, matchers, sweepers and observer of a storm, each an actor that works until told to stop."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Round
from routing.model.queues import ANY
from routing.model.steps import Step
from routing.repair.reading import read_table
from routing.storage.agent_items import SWEPT
from routing.storage.ticket_items import last_tickets
from tests.concurrency.actor import Actor
from tests.concurrency.agreement import STEP_SECONDS
from tests.concurrency.history import Observation
from tests.concurrency.witness import clock

FLOOD_SECONDS = 1.5
LULL = 10
MOST_WAITING_CALLS = 60
MOST_KNOWN_CALLS = 200
HEARD = 0.5
RINGS = frozenset({AgentStatus.OFFERED})
PRIORITIES = (5, 5, 5, 5, 0, 1, 2, 3, 7, 9)


def callers(actor: Actor, *, rate: float, agent_ids: Sequence[str]) -> None:
    """Calls come in floods and lulls, so that sometimes calls wait and sometimes agents; some callers hang
    up, some before their wish is known. A call with unknown outcome is sent again under the same id.
    """
    known: list[str] = []
    number = 0
    while not actor.stopping():
        actor.rest(1 / rate if _flood(actor) else LULL / rate)
        number += 1
        call_id = f"{actor.witness.table.actor}-{number}"
        facts = _wishes(actor, agent_ids)
        if actor.chance(0.1):
            language = facts["language"]
            actor.about_call("call_create", call_id, services.call_create, language=language)
            if actor.chance(0.3):
                continue
        while not isinstance(actor.about_call("call_enqueue", call_id, services.call_enqueue, **facts), Call):
            if actor.stopping():
                return
        known = [*known[-MOST_KNOWN_CALLS:], call_id]
        if actor.chance(0.15):
            actor.about_call("call_abandon", actor.random.choice(known[-30:]), services.call_abandon)


def _wishes(actor: Actor, agent_ids: Sequence[str]) -> dict[str, Any]:
    """A caller's preferences: a few ask for one agent first, a few for a gender at first."""
    skills = actor.router.skills
    facts: dict[str, Any] = {
        "language": actor.random.choice(skills.languages),
        "gender": actor.random.choice((*skills.genders, ANY, ANY)),
        "priority": actor.random.choice(PRIORITIES),
    }
    if actor.chance(0.15):
        facts["steps"] = (Step(facts.pop("gender"), seconds=STEP_SECONDS), Step(ANY))
    if actor.chance(0.1):
        facts["preferred_agent"] = actor.random.choice(agent_ids)
    return facts


def _flood(actor: Actor) -> bool:
    """Whether calls flood in now; not if calls would always outnumber agents."""
    if int(clock() / FLOOD_SECONDS) % 2:
        return False
    try:
        return sum(info.depth for info in selectors.call_queue_infos(actor.router)) < MOST_WAITING_CALLS
    except DynamoError:
        return False


def matchers(actor: Actor) -> None:
    """Endless rounds; a short rest after an empty or lost one. Only part of the notices arrives."""
    actor.known.tickets.listens = True
    while not actor.stopping():
        _hear(actor)
        answer = _matched(actor)
        if not isinstance(answer, Round) or not answer.matches:
            actor.rest(0.1)


def sweepers(actor: Actor, *, rest_seconds: float, overdue_seconds: float = 0) -> None:
    """One sweep after the other; a late one covers what others missed."""
    name = "late_sweep" if overdue_seconds else "sweep"
    while not actor.stopping():
        actor.witness.ask(lambda: services.sweep(actor.router, overdue_seconds=overdue_seconds), name=name)
        actor.pause(rest_seconds)


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


def settle(actor: Actor, *, agent_ids: Sequence[str], seconds: float) -> bool:
    """After everything else has stopped: makes due changes, matches, and answers every ringing call, until
    nothing is left. False if that takes longer than the limit.
    """
    until = clock() + seconds
    while True:
        actor.witness.ask(lambda: services.sweep(actor.router), name="sweep")
        while isinstance(found := _matched(actor), Round) and found.matches:
            pass
        rings = [one for one in selectors.agents_by_id(actor.router, agent_ids) if one.status in RINGS]
        for agent in rings:
            if agent.call_id:
                actor.about_call("call_accept", agent.call_id, services.call_accept, agent_id=agent.agent_id)
        # An agent who has accepted a chat may wait for the next.
        if not rings and not _on_its_way(actor):
            return True
        if clock() > until:
            return False
        time.sleep(0.05)


def _matched(actor: Actor) -> object:
    return actor.witness.ask(lambda: services.match_once(actor.router, actor.known), name="match_once")


def _hear(actor: Actor) -> None:
    """The newest tickets, as notices tell them; each side's may be lost."""
    with suppress(DynamoError):
        agent, call = last_tickets(actor.router.table)
        kinds = (EventKind.AGENT_STATUS_CHANGED, EventKind.CALL_QUEUED)
        lasts = zip(kinds, (agent, call), strict=True)
        told = [{"kind": kind, "ticket": last} for kind, last in lasts if actor.chance(HEARD)]
        actor.known.tickets.hear(told)


def _on_its_way(actor: Actor) -> bool:
    """Whether any agent rests or is in wrap-up, or any call is ringing or created."""
    reading = read_table(actor.router)
    return any(one.until and one.status in SWEPT for one in reading.agents.values()) or any(
        one.status in (CallStatus.CREATED, CallStatus.OFFERED) for one in reading.calls.values()
    )
