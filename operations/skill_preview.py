"""Preview of skills: the scenes, and the queues with settings of their own, that name a removed skill."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from messaging.model.scenes import Scene
from routing import services
from routing.model.queues import SEPARATOR
from routing.model.settings.documents import QUEUES, Documents, Kind
from routing.model.skills import GENDERS, LANGUAGES, TOPICS
from routing.router import Router

OF_SCENES = {LANGUAGES: "language", GENDERS: "gender", TOPICS: "topic"}


@dataclass(frozen=True)
class NamedBy:
    """Scenes, which use the replacement from then on, and keys of queues whose own policies or hours end."""

    scenes: tuple[str, ...]
    queues: tuple[str, ...]


def named_by(
    router: Router, first: Documents, scenes: Mapping[str, Scene], gone: Collection[tuple[str, str]]
) -> NamedBy:
    """What names the removed skills, given by field and name. Raises DynamoError."""
    if not gone:
        return NamedBy((), ())
    kept, names = services.settings_kept(router, first), {name for _, name in gone}
    queues = {key for kind in (Kind.POLICIES, Kind.HOURS) for key in kept[kind].document.get(QUEUES, {})}
    return NamedBy(
        tuple(name for name, one in scenes.items() if any(_names(one, *skill) for skill in gone)),
        tuple(key for key in sorted(queues) if names & {*key.split(SEPARATOR)}),
    )


def _names(scene: Scene, field: str, name: str) -> bool:
    return bool(getattr(scene, OF_SCENES[field]) == name)
