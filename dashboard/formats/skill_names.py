"""Display names of skills and queues, as pages show them now."""

from collections.abc import Iterable

from routing.model.queues import QueueKey
from routing.model.settings.skill_names import Names
from routing.runtime import names


def queue_name(queue: QueueKey | str) -> str:
    """A queue by its own name, or by those of its skills."""
    return names().of_queue(queue)


def in_words(text: str) -> str:
    """A reason that the routing has written, with the names of queues for their keys."""
    return names().in_words(text)


def skill_name(skill: str, field: str) -> str:
    """A skill of `languages`, `genders` or `topics`."""
    return names().of(field).get(skill, skill)


def skill_names(skills: Iterable[str], field: str) -> str:
    """Several skills, by name, with commas between them."""
    return ", ".join(sorted(skill_name(one, field) for one in skills))


def choices_of(skills: Iterable[str], field: str) -> list[tuple[str, str]]:
    """Skills as choices of a form."""
    return [(one, skill_name(one, field)) for one in skills]


def own_names(found: Names) -> dict[str, dict[str, str]]:
    """The names for scripts of a page: those that are not the skills themselves."""
    fields = {field: found.of(field) for field in ("languages", "genders", "topics", "queues")}
    return {
        field: {one: shown for one, shown in texts.items() if one != shown} for field, texts in fields.items()
    }
