"""Documents of settings for tests: those that an environment without any setting has."""

from typing import Any

from routing.model.settings.documents import AGENTS, QUEUES, Documents, Kind
from routing.model.settings.skill_names import skills_document
from routing.model.settings.webhooks import NOTHING

FIRST: Documents = {
    Kind.SKILLS: skills_document(("English", "French", "Spanish"), ("F", "M", "T"), ()),
    Kind.POLICIES: {QUEUES: {}, AGENTS: {}},
    Kind.OUTCOMES: {},
    Kind.PAUSES: {"Break": {}},
    Kind.TEAMS: {},
    Kind.WEBHOOKS: NOTHING,
    Kind.RETENTION: {},
    Kind.HOURS: {},
}
SALES = {"sales": {"label": "Sales", "codes": {"booked": "Visit booked"}}}


def policies(agents: dict[str, Any] | None = None, **queues: dict[str, Any]) -> dict[str, Any]:
    """A document of policies; `every` is that of all queues."""
    named = {{"every": "*"}.get(name, name): given for name, given in queues.items()}
    return {QUEUES: named, AGENTS: agents or {}}
