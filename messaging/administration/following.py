"""Following scenes: those of the setting, each replaced by that of the table, without a restart."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from dynamo.table import Table
from messaging.exceptions import InvalidFieldError
from messaging.model.scenes import KeptScene, Scene, Scenes, read_scene
from messaging.storage.scene_items import read_scene_items, read_version
from routing.following import Following
from routing.model.skills import Skills

log = logging.getLogger(__name__)


@dataclass
class FollowedScenes(Mapping[str, Scene]):
    """The scenes by name, as they are now. Thread-safe. `ticks` as in `Following`."""

    setting: Scenes
    table: Table
    skills: Callable[[], Skills]
    ticks: Callable[[], float]
    _followed: Following[Mapping[str, Scene]] = field(init=False)

    def __post_init__(self) -> None:
        self._followed = Following(
            what="scenes",
            first=self.setting.by_name,
            version=lambda: (read_version(self.table), self.skills()),
            read=self._read,
            ticks=self.ticks,
        )

    def __getitem__(self, name: str) -> Scene:
        return self._followed.now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._followed.now())

    def __len__(self) -> int:
        return len(self._followed.now())

    def _read(self) -> Mapping[str, Scene]:
        kept = {one.name: scene for one in read_scene_items(self.table) if (scene := self._fit(one))}
        return {**self.setting.by_name, **kept}

    def _fit(self, kept: KeptScene) -> Scene | None:
        """The scene; None if it no longer fits, as after its language was taken out of use."""
        try:
            return read_scene(kept.name, kept.given, self.skills())
        except InvalidFieldError as error:
            log.warning("the scene %s of the table is not used: %s", kept.name, error)
            return None
