"""Documents of settings for tests: those that an environment without any setting has."""

from typing import Any

from routing.model.settings.documents import AGENTS, QUEUES, Documents, first_of
from routing.model.settings.skill_names import skills_document

FIRST: Documents = first_of(
    skills_document(("English", "French", "Spanish"), ("F", "M", "T"), ()), pauses={"Break": {}}
)
SALES = {"sales": {"label": "Sales", "codes": {"booked": "Visit booked"}}}


def policies(agents: dict[str, Any] | None = None, **queues: dict[str, Any]) -> dict[str, Any]:
    """A document of policies; `every` is that of all queues."""
    named = {{"every": "*"}.get(name, name): given for name, given in queues.items()}
    return {QUEUES: named, AGENTS: agents or {}}
