"""Views of agents and calls, real or modelled, in the same words for comparison."""

from datetime import datetime

from routing.model.agents import Agent
from routing.model.calls import ENDED, Call
from tests.builders import NOON
from tests.properties.model import Caller, Person

Facts = dict[str, object]


def agent_seen(agent: Agent) -> Facts:
    """An agent in the table."""
    return {
        "status": str(agent.status),
        "choice": str(agent.choice),
        "why": agent.pause_reason,
        "call": agent.call_id,
        "until": _second(agent.until),
        "missed": agent.missed_offers,
        "version": agent.version,
    }


def person_meant(person: Person) -> Facts:
    """The expected value, from the model."""
    return {
        "status": person.status,
        "choice": person.choice,
        "why": person.why,
        "call": person.call,
        "until": person.until,
        "missed": person.missed,
        "version": person.version,
    }


def call_seen(call: Call) -> Facts:
    """A call in the table."""
    return {
        "status": str(call.status),
        "queue": (call.language, call.gender),
        "priority": (call.priority, call.band),
        "wishes": [(step.gender, int(step.seconds), step.agent_id) for step in call.steps],
        "wish": call.step,
        "until": _second(call.until),
        "due": (_second(call.promote_at), _second(call.relax_at), _second(call.overflow_at)),
        "agent": call.agent_id,
        "offers": (call.attempts, call.failures, call.tried),
        "version": call.version,
    }


def caller_meant(caller: Caller) -> Facts:
    """The expected value, from the model."""
    return {
        "status": caller.status,
        "queue": (caller.language, caller.gender),
        "priority": (caller.priority, caller.band),
        "wishes": [] if _is_ended_and_plain(caller) else _told(caller),
        "wish": caller.wish,
        "until": caller.until,
        # Only what is in line has them.
        "due": (caller.promote_at, caller.relax_at, caller.overflow_at)
        if caller.status in ("queued", "offered")
        else (None, None, None),
        "agent": caller.agent,
        "offers": (caller.attempts, caller.failures, caller.tried),
        "version": caller.version,
    }


def _told(caller: Caller) -> list[tuple[str, int, str]]:
    return [(wish.gender, wish.seconds, wish.agent) for wish in caller.wishes]


def _is_ended_and_plain(caller: Caller) -> bool:
    """Whether a call has ended whose only wish is told by its queue."""
    return caller.status in ENDED and len(caller.wishes) == 1 and not caller.wishes[0].agent


def _second(moment: datetime | None) -> int | None:
    return None if moment is None else int((moment - NOON).total_seconds())
