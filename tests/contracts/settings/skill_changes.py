"""Documents of skills for tests, and the router of a process that follows one."""

from dataclasses import replace
from typing import Any

from routing import services
from routing.model.settings.documents import Kind, Settings, read_settings
from routing.model.settings.skill_names import skills_document
from routing.router import Router
from tests.documents import FIRST

ONE_LESS = {
    **skills_document(("English", "French"), ("F", "M", "T"), ()),
    "replaced": {"languages": {"Spanish": "French"}},
}


def settings(document: Any) -> Settings:
    return read_settings({**FIRST, Kind.SKILLS: document}, ("",))


def after(router: Router, document: Any) -> Router:
    """The router of a process that follows the document."""
    found = settings(document)
    return replace(router, skills=found.skills, names=found.names, policies=found.policies)


def moved(router: Router) -> int:
    return services.agents_move_on(router, lambda: router.skills)


def killed() -> None:
    raise KeyboardInterrupt
