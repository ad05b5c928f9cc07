"""Settings: the kinds, their documents, and what these set up. Pure.

A document is plain JSON. The environment has the first document of each kind, the table later ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.contact_outcomes import ContactOutcomes, read_outcomes
from routing.model.hours.hours_documents import read_hours
from routing.model.hours.opening import Hours
from routing.model.policies import Policies, read_policies
from routing.model.settings.pause_reasons import PauseReasons, read_pause_reasons
from routing.model.settings.retention import Retention, read_retention
from routing.model.settings.skill_names import Names, read_skills
from routing.model.settings.teams import Teams, read_teams
from routing.model.settings.webhooks import NOTHING, Webhooks, read_webhooks
from routing.model.skills import Skills

# One item of the table holds a document and its fields.
MOST_BYTES = 300_000
LONGEST_NOTE = 200
QUEUES, AGENTS = "queues", "agents"


class Kind(StrEnum):
    """Kinds of settings; each may depend on those before it."""

    SKILLS = "skills"
    POLICIES = "policies"
    OUTCOMES = "outcomes"
    PAUSES = "pauses"
    TEAMS = "teams"
    WEBHOOKS = "webhooks"
    RETENTION = "retention"
    HOURS = "hours"


Documents = Mapping[Kind, Any]


def first_of(skills: Any, *, pauses: Any, **others: Any) -> dict[Kind, Any]:
    """The documents before the first change: of `others`, by kind, those that are not empty."""
    nothing = {Kind.POLICIES: {QUEUES: {}, AGENTS: {}}, Kind.WEBHOOKS: NOTHING}
    given = {Kind.SKILLS: skills, Kind.PAUSES: pauses, **{Kind(kind): one for kind, one in others.items()}}
    return {kind: given.get(kind, nothing.get(kind, {})) for kind in Kind}


@dataclass(frozen=True)
class Settings:
    """What the documents set up."""

    skills: Skills
    names: Names
    policies: Policies
    outcomes: ContactOutcomes
    pauses: PauseReasons
    teams: Teams
    webhooks: Webhooks
    retention: Retention
    hours: Hours


@dataclass(frozen=True)
class SettingVersion:
    """One version of a document; version 0 is that of the environment."""

    kind: Kind
    document: Any
    version: int = 0
    changed_by: str = ""
    changed_at: datetime | None = None
    note: str = ""


def read_settings(documents: Documents, channels: tuple[str, ...]) -> Settings:
    """The settings of all documents together. Raises InvalidFieldError with the place in the document."""
    skills, names = read_skills(documents[Kind.SKILLS], channels)
    policies = _map("policies", documents[Kind.POLICIES], {QUEUES, AGENTS})
    queues = _maps(QUEUES, policies.get(QUEUES, {}))
    outcomes, pauses = _maps("outcomes", documents[Kind.OUTCOMES]), _maps("pauses", documents[Kind.PAUSES])
    return Settings(
        skills,
        names,
        read_policies(queues, _map(AGENTS, policies.get(AGENTS, {})), skills),
        read_outcomes(outcomes),
        read_pause_reasons(pauses),
        read_teams(_maps("teams", documents[Kind.TEAMS])),
        read_webhooks(_map("webhooks", documents[Kind.WEBHOOKS])),
        read_retention(_map("retention", documents[Kind.RETENTION])),
        read_hours(documents[Kind.HOURS], skills),
    )


def check_size(kind: Kind, document: Any) -> None:
    """Raises InvalidFieldError for a document that is too long, or not JSON."""
    try:
        size = len(to_text(document).encode())
    except (TypeError, ValueError):
        raise InvalidFieldError(kind, "", "it must be JSON") from None
    if size > MOST_BYTES:
        raise InvalidFieldError(kind, f"{size:,} bytes", f"at most {MOST_BYTES:,} bytes as JSON")


def is_same(document: Any, other: Any) -> bool:
    """Also in their order: pages show codes and reasons in it."""
    return to_text(document) == to_text(other)


def to_text(document: Any) -> str:
    """The document as the table holds it."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def _maps(where: str, found: Any) -> Mapping[str, Mapping[str, Any]]:
    return {name: _map(f"{where} {name}", one) for name, one in _map(where, found).items()}


def _map(where: str, found: Any, names: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found):
        raise InvalidFieldError(where, found, "it must be a map of named fields")
    if names is not None and (others := found.keys() - names):
        raise InvalidFieldError(where, ", ".join(sorted(others)), f"choose from {', '.join(sorted(names))}")
    return found
