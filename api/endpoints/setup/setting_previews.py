"""Preview of settings: changed values, what skills leave behind, what policies would have meant."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from ninja import Schema
from pydantic import Field, JsonValue

from messaging.runtime import scenes
from operations.policy_preview import MOST_EFFECTS, previews
from operations.skill_preview import named_by
from routing import services
from routing.model.agents import Agent
from routing.model.policies import Policies, read_policies
from routing.model.settings.differences import changes
from routing.model.settings.documents import AGENTS, QUEUES, Documents, Kind, SettingVersion
from routing.model.settings.skill_names import read_skills
from routing.model.settings.what_if import WhatIf
from routing.router import Router


class ChangeOut(Schema):
    """A place in a document, as the names that lead to it, and both values; null where there is none."""

    place: list[str]
    before: JsonValue
    after: JsonValue


class SkillOut(Schema):
    """A skill, and the list that has it."""

    field: str
    name: str


class NamedAgentOut(Schema):
    """An agent by id and name."""

    agent_id: str
    name: str


class WaitingOut(Schema):
    """How many contacts wait in a queue that a change removes."""

    queue: str
    contacts: int


class BackOut(SkillOut):
    """A skill that comes back, and the agents who get it back."""

    agents: list[NamedAgentOut]


class LeftBehindOut(Schema):
    """What a change of skills leaves behind and brings back; `refused` says why saving would get 409.

    `scenes` will use the replacement; policies and hours set for `queues` will no longer be used.
    """

    refused: str
    removed: list[SkillOut]
    waiting: list[WaitingOut]
    agents: list[NamedAgentOut]
    without: list[NamedAgentOut]
    back: list[BackOut]
    scenes: list[str]
    queues: list[str]


class EffectOut(Schema):
    """What would have happened to a call, and how many seconds before now, or before its wait ended."""

    call_id: str
    what: str
    seconds: float
    is_present: bool


class QueueEffectsOut(Schema):
    """A queue's calls of the last hour under both policies; of all `total` effects the worst 50."""

    queue: str
    calls: int
    answered: int
    in_time_before: int
    in_time_after: int
    total: int
    effects: list[EffectOut]


class PreviewOut(Schema):
    """What saving would change: of skills with what is left behind, of policies with each changed queue."""

    changes: list[ChangeOut]
    left_behind: LeftBehindOut | None = None
    queues: list[QueueEffectsOut] = Field(default_factory=list)


def preview_of_settings(
    router: Router, first: Documents, present: SettingVersion, document: Any
) -> PreviewOut:
    """What saving a document would do. Raises InvalidFieldError for one that does not fit, DynamoError."""
    shown: dict[str, Any] = {}
    try:
        services.settings_check(router, first, documents={present.kind: document})
        if present.kind is Kind.SKILLS:
            before, after = (
                read_skills(one, router.skills.channels)[0] for one in (present.document, document)
            )
            left = services.skills_left_behind(router, before, after)
            shown["left_behind"] = {"refused": "", **left_behind(router, first, left)}
    except services.StrandedError as error:
        shown["left_behind"] = {"refused": str(error), **left_behind(router, first, error.left)}
    if present.kind is Kind.POLICIES:
        both = [_policies(one, router) for one in (present.document, document)]
        shown["queues"] = [_effects(str(queue), one) for queue, one in previews(router, *both).items()]
    found = [vars(one) for one in changes(present.document, document)]
    return PreviewOut.model_validate({"changes": found, **shown})


def left_behind(router: Router, first: Documents, left: services.LeftBehind) -> dict[str, Any]:
    """The fields of `LeftBehindOut` without `refused`. Raises DynamoError."""
    named = named_by(router, first, scenes().by_name, left.removed)
    back = [
        {"field": where, "name": name, "agents": _named(agents)}
        for (where, name), agents in left.back.items()
    ]
    return {
        "removed": [{"field": where, "name": name} for where, name in left.removed],
        "waiting": [{"queue": str(queue), "contacts": depth} for queue, depth in left.waiting.items()],
        "agents": _named(left.agents),
        "without": _named(dict.fromkeys(agent for _, agent in left.without)),
        "back": back,
        **asdict(named),
    }


def _named(agents: Iterable[Agent]) -> list[dict[str, str]]:
    return [{"agent_id": agent.agent_id, "name": agent.name} for agent in agents]


def _policies(document: Any, router: Router) -> Policies:
    return read_policies(document.get(QUEUES, {}), document.get(AGENTS, {}), router.skills)


def _effects(queue: str, found: WhatIf) -> dict[str, Any]:
    return {
        **{name: getattr(found, name) for name in ("calls", "answered", "in_time_before", "in_time_after")},
        "queue": queue,
        "total": len(found.effects),
        "effects": [{**vars(one), "call_id": one.call.call_id} for one in found.effects[:MOST_EFFECTS]],
    }
