"""Queues of a scenario's callers, and the check that an agent can serve each. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model import waiting_rules as rules
from routing.model.policies import Policies
from routing.model.queues import ANY, CALLS, CHANNELS, CHAT, QueueKey
from routing.model.skills import Skills
from routing.model.steps import check_steps
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.population import AgentGroup, Preference


def skills_of(groups: Iterable[AgentGroup]) -> Skills:
    """The languages, genders and topics that these agents offer. Raises ScenarioError."""
    groups = tuple(groups)
    try:
        return Skills(
            languages=_named(language for group in groups for language in group.languages),
            genders=_named(group.gender for group in groups),
            topics=_named(topic for group in groups for topic in group.topics),
            channels=CHANNELS if any(group.chat_slots for group in groups) else (CALLS,),
        )
    except RoutingError as error:
        raise ScenarioError("groups", str(error)) from None


def queues_of(group: AgentGroup, skills: Skills) -> tuple[QueueKey, ...]:
    """The agent queues that a group waits in. Raises ScenarioError."""
    try:
        return skills.queues_of(group.gender, group.languages, group.topics)
    except RoutingError as error:
        raise ScenarioError(f"groups, {group.name}", str(error)) from None


def chat_queues_of(group: AgentGroup, skills: Skills) -> tuple[QueueKey, ...]:
    """The agent queues that the chat rows of a group wait in; none without slots. Raises ScenarioError."""
    return tuple(replace(one, channel=CHAT) for one in queues_of(group, skills) if group.chat_slots)


def queue_of(preference: Preference, skills: Skills) -> QueueKey:
    """The call queue in which these callers wait at first. Raises UnknownSkillError."""
    return skills.call_queue_for(
        preference.language, preference.gender, preference.topic or ANY, preference.channel
    )


def queues_by_step(preference: Preference, skills: Skills) -> tuple[QueueKey, ...]:
    """The call queues in which these callers wait, one for each step. Raises UnknownSkillError."""
    steps = preference.steps(ANY)
    language, channel = preference.language, preference.channel
    return tuple(skills.call_queue_for(language, step.gender, step.topic, channel) for step in steps)


def overflows_to(queue: QueueKey, skills: Skills, policies: Policies) -> QueueKey | None:
    """The call queue that this one overflows to; None without one. Raises ScenarioError."""
    policy = policies.of(queue)
    try:
        ends = policy.max_length or policy.max_wait_seconds
        return rules.overflows_to(policy, skills) if ends else None
    except RoutingError as error:
        raise ScenarioError(f"policies, {queue}, overflow", str(error)) from None


def queues_played(mix: Iterable[Preference], skills: Skills, policies: Policies) -> tuple[QueueKey, ...]:
    """All call queues of callers: the first ones, then those by steps and overflow.

    Raises UnknownSkillError, ScenarioError.
    """
    mix = tuple(mix)
    found = dict.fromkeys(queue_of(one, skills) for one in mix)
    found |= dict.fromkeys(queue for one in mix for queue in queues_by_step(one, skills))
    looked_at: set[QueueKey] = set()
    while left := [queue for queue in found if queue not in looked_at]:
        looked_at.update(left)
        found |= dict.fromkeys(
            other for queue in left if (other := overflows_to(queue, skills, policies)) is not None
        )
    return tuple(found)


def check_served(
    mix: Sequence[Preference], groups: Sequence[AgentGroup], skills: Skills, policies: Policies
) -> None:
    """Raises ScenarioError for the first callers that no agent can serve in any step."""
    offered = {
        queue for group in groups for queue in (*queues_of(group, skills), *chat_queues_of(group, skills))
    }
    for number, wanted in enumerate(mix, start=1):
        _check_topics(f"mix {number}", wanted, skills)
        asked = ", ".join(part for part in (wanted.language, wanted.gender, wanted.topic) if part)
        try:
            fitting = {other for queue in queues_by_step(wanted, skills) for other in skills.fitting[queue]}
        except RoutingError:
            fitting = set()
        if not offered & fitting:
            whom = "with chat_slots can serve a chat that" if wanted.channel else "can serve a caller who"
            raise ScenarioError(f"mix {number}", f"no agent {whom} asks for {asked}")
        _check_then(f"mix {number}, then", wanted, skills, policies)
    for queue in queues_played(mix, skills, policies):
        other = overflows_to(queue, skills, policies)
        if other is not None and not offered.intersection(skills.fitting[other]):
            raise ScenarioError(f"policies, {queue}, overflow", f"no agent can serve the callers in {other}")


def _check_topics(field: str, wanted: Preference, skills: Skills) -> None:
    """Raises ScenarioError if callers ask for a topic and no group has one: it would be played as Any."""
    if skills.topics:
        return
    named = [
        (field, wanted.topic),
        *((f"{field}, then {n}", one.topic) for n, one in enumerate(wanted.then, 1)),
    ]
    for where, topic in named:
        if topic and topic != ANY:
            raise ScenarioError(
                f"{where}, topic",
                f"{told(topic)} is not allowed; no group has topics, so leave it out or name some",
            )


def _check_then(field: str, wanted: Preference, skills: Skills, policies: Policies) -> None:
    """Raises ScenarioError if the router would refuse a call with these steps."""
    try:
        steps = wanted.steps(ANY)
        check_steps(steps, language=wanted.language, skills=skills, policies=policies, channel=wanted.channel)
    except InvalidFieldError as error:
        words = error.field.split(" ")
        where = f"{field} {words[1]}, after_seconds" if len(words) > 1 else field
        raise ScenarioError(where, f"{told(error.value)} is not allowed; {error.allowed}") from None


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
