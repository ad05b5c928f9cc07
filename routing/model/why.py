"""Reason why a call waits: who could take it, and what keeps them. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.queues import ANY
from routing.model.settings.skill_names import Names
from routing.model.skills import Skills
from routing.model.words import FULL, call_word

PLAIN = Names()
PERSONS = {"F": "woman", "M": "man", ANY: "agent"}
# In order of interest to the reader.
DOINGS = {
    AgentStatus.QUEUED: "waiting",
    AgentStatus.OFFERED: "ringing",
    AgentStatus.ATTENDING_CALL: "on call",
    AgentStatus.WRAP_UP: "in wrap-up",
    AgentStatus.AVAILABLE: "resting",
    AgentStatus.PAUSED: "paused",
    AgentStatus.OFFLINE: "offline",
}


@dataclass(frozen=True)
class Why:
    """Reason why a call waits: one sentence, and the number of fitting agents in each status."""

    sentence: str
    fitting: dict[AgentStatus, int]


def why_waiting(
    call: Call, agents: Iterable[Agent], skills: Skills, *, before: int = 0, names: Names = PLAIN
) -> Why:
    """Reason why a call waits; `before` is the number of waiting calls ahead of it that compete for its
    agents.

    "no Spanish-speaking woman is available: 2 on call, 1 paused".
    """
    return why_waiting_for(call, who_fits(call, agents, skills), skills, before=before, names=names)


def who_fits(call: Call, agents: Iterable[Agent], skills: Skills) -> list[Agent]:
    """The agents who could take a call, in any status. They are the same for all calls of one queue.

    For a call that waits for one agent alone, that agent.
    """
    if call.preferred_agent:
        return [agent for agent in agents if agent.agent_id == call.preferred_agent]
    wanted = set(skills.fitting.get(call.queue(topics=bool(skills.topics)), ()))
    return [agent for agent in agents if not wanted.isdisjoint(agent.queues)]


def why_waiting_for(
    call: Call, fit: Sequence[Agent], skills: Skills, *, before: int = 0, names: Names = PLAIN
) -> Why:
    """The same for a known set of fitting agents."""
    found, contact = Counter(agent.status for agent in fit), call.channel or "call"
    words = {**DOINGS, AgentStatus.ATTENDING_CALL: FULL} if call.channel else DOINGS
    fitting = {status: found[status] for status in DOINGS if found[status]}
    if call.status is not CallStatus.QUEUED:
        return Why(f"the {contact} is not waiting, it is {call_word(call)}", fitting)
    wanted = _wanted(call, skills, names)
    if call.preferred_agent:
        doing = ", ".join(words[status] for status in fitting) or "gone"
        name = fit[0].name if fit else f"agent {call.preferred_agent}"
        return Why(f"it waits only for {name}, who is {doing}", fitting)
    if not fitting:
        return Why(f"no agent can take this {contact}: there is no {wanted}", fitting)
    doings = ", ".join(f"{number} {words[status]}" for status, number in fitting.items())
    available = fitting.get(AgentStatus.QUEUED, 0)
    if not available:
        return Why(f"no {wanted} is available: {doings}", fitting)
    if before:
        ahead = f"{before} {contact}{'s' * (before > 1)}"
        return Why(f"{ahead} ahead of it, and {available} {wanted} waiting: {doings}", fitting)
    return Why(f"connecting now: {doings}", fitting)


def _wanted(call: Call, skills: Skills, names: Names) -> str:
    gender = names.genders.get(call.gender, call.gender)
    person = PERSONS.get(call.gender, f"agent of gender {gender}")
    topic = names.topics.get(call.topic, call.topic)
    wish = f" for {topic}" if skills.topics and call.topic != ANY else ""
    return f"{names.languages.get(call.language, call.language)}-speaking {person}{wish}"
