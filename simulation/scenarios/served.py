"""Owns whether every caller of a scenario can be served, by the router's own idea of who fits. Pure."""

from collections.abc import Iterable, Sequence

from routing.exceptions import RoutingError
from routing.queues import ANY, QueueKey
from routing.skills import Skills
from simulation.scenarios.exceptions import ScenarioError
from simulation.scenarios.people import AgentGroup, Preference


def skills_of(groups: Iterable[AgentGroup]) -> Skills:
    """The languages, genders and topics that these agents offer. Raises ScenarioError."""
    groups = tuple(groups)
    try:
        return Skills(
            languages=_named(language for group in groups for language in group.languages),
            genders=_named(group.gender for group in groups),
            topics=_named(topic for group in groups for topic in group.topics),
        )
    except RoutingError as error:
        raise ScenarioError("groups", str(error)) from None


def queues_of(group: AgentGroup, skills: Skills) -> tuple[QueueKey, ...]:
    """The agent queues that a group waits in. Raises ScenarioError."""
    try:
        return skills.queues_of(group.gender, group.languages, group.topics)
    except RoutingError as error:
        raise ScenarioError(f"groups, {group.name}", str(error)) from None


def queue_of(preference: Preference, skills: Skills) -> QueueKey:
    """The call queue in which these callers wait. Raises UnknownSkillError."""
    return skills.call_queue_for(preference.language, preference.gender, preference.topic or ANY)


def check_served(mix: Sequence[Preference], groups: Sequence[AgentGroup], skills: Skills) -> None:
    """Raises ScenarioError for the first callers whom no agent can serve."""
    offered = {queue for group in groups for queue in queues_of(group, skills)}
    for number, wanted in enumerate(mix, start=1):
        asked = ", ".join(part for part in (wanted.language, wanted.gender, wanted.topic) if part)
        try:
            fitting = skills.fitting[queue_of(wanted, skills)]
        except RoutingError:
            fitting = ()
        if not offered.intersection(fitting):
            raise ScenarioError(f"mix {number}", f"no agent can serve a caller who asks for {asked}")


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
