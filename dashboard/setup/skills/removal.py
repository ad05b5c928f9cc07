"""Changes of skills: what is asked before a removal, what it leaves behind, who gets a skill back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.setup.skills.skill_lines import Instead, choices_for, document_with
from messaging.runtime import scenes
from operations.skill_preview import named_by
from routing import services
from routing.model.agents import Agent
from routing.model.queues import ANY
from routing.model.settings.skill_names import read_skills
from routing.router import Router
from routing.runtime import first_documents

WORDS = {"languages": "language", "genders": "gender", "topics": "topic"}


@dataclass(frozen=True)
class Removed:
    """A removed skill: its name and display name, and what may take its place."""

    where: str
    name: str
    shown: str
    choices: list[tuple[str, str]]

    @property
    def field(self) -> str:
        return f"instead-{self.where}-{self.name}"

    @property
    def word(self) -> str:
        return WORDS[self.where]


@dataclass(frozen=True)
class Back:
    """A skill that comes back, in words, and the agents who had it when it was removed."""

    word: str
    shown: str
    agents: tuple[Agent, ...]


@dataclass(frozen=True)
class Removal:
    """Everything that a change removes, and what still has or names it; what it brings back.

    `confirmation` is the text of a field that says that all this was seen.
    """

    skills: list[Removed]
    back: list[Back]
    confirmation: str
    waiting: list[tuple[str, int]]
    agents: tuple[Agent, ...]
    without: tuple[Agent, ...]
    scenes: list[str]
    queues: list[str]


def asked_about(
    gone: list[tuple[str, str]], present: Mapping[str, Any], after: Mapping[str, Any]
) -> list[Removed]:
    return [Removed(where, name, present[where][name], choices_for(where, after)) for where, name in gone]


def chosen_in(asked: list[Removed], given: Mapping[str, str]) -> Instead | None:
    """The replacement of each removed skill; None until all are chosen."""
    found = {(one.where, one.name): given.get(one.field, "") for one in asked}
    return found if all(found[one.where, one.name] in dict(one.choices) for one in asked) else None


def removal_of(
    centre: Router,
    asked: list[Removed],
    present: Mapping[str, Any],
    after: Mapping[str, Any],
) -> Removal:
    """What the change leaves behind. Raises InvalidFieldError for lists that do not fit, and DynamoError."""
    first = {(one.where, one.name): next((name for name, _ in one.choices), ANY) for one in asked}
    channels = centre.skills.channels
    before, _names = read_skills(present, channels)
    skills, _names = read_skills(document_with(present, after, first), channels)
    left = services.skills_left_behind(centre, before, skills)
    named = named_by(centre, first_documents(), scenes().by_name, left.removed)
    return Removal(
        asked,
        [Back(WORDS[where], after[where][name], agents) for (where, name), agents in left.back.items()],
        " ".join(sorted(f"{where}:{name}" for where, name in left.back)),
        [(centre.names.of_queue(queue), depth) for queue, depth in sorted(left.waiting.items())],
        left.agents,
        tuple({agent.agent_id: agent for _, agent in left.without}.values()),
        list(named.scenes),
        [centre.names.of_queue(key) for key in named.queues],
    )
