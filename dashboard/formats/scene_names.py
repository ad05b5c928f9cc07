"""Titles of scenes, as pages show them now."""

from collections import Counter
from collections.abc import Iterable

from messaging.runtime import scenes


def scene_title(name: str) -> str:
    """The title of a scene; its id if it has none, or is gone."""
    found = scenes().by_name.get(name) if name else None
    return (found.title if found else "") or name


def scene_choices(names: Iterable[str]) -> list[tuple[str, str]]:
    """Scenes as choices of a form, in the order of their titles; of the same title, with their ids."""
    titles = {name: scene_title(name) for name in names}
    many = Counter(titles.values())
    shown = ((name, f"{title} ({name})" if many[title] > 1 else title) for name, title in titles.items())
    return sorted(shown, key=lambda one: one[1].casefold())
