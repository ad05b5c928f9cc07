"""Following: the current scenes, without a restart.

A process that uses scenes asks at most once a second whether one has changed, with one small read; a process
that uses none reads nothing.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock

from dynamo.exceptions import DynamoError
from dynamo.table import Table
from messaging.exceptions import InvalidFieldError
from messaging.model.scenes import KeptScene, Scene, Scenes, read_scene
from messaging.storage.scene_items import read_scene_items, read_version
from routing.model.skills import Skills

log = logging.getLogger(__name__)
SECONDS = 1.0
NEVER = float("-inf")
UNREAD = -1


@dataclass
class Following(Mapping[str, Scene]):
    """The scenes by name: those of the setting, each replaced by that of the table. Thread-safe.

    `ticks` gives seconds that only go forward. While the table does not answer, the last ones known hold.
    """

    setting: Scenes
    table: Table
    skills: Skills
    ticks: Callable[[], float]
    _known: Mapping[str, Scene] = field(init=False)
    _version: int = UNREAD
    _asked_at: float = NEVER
    _is_lost: bool = False
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._known = self.setting.by_name

    def __getitem__(self, name: str) -> Scene:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def _now(self) -> Mapping[str, Scene]:
        """Those known, after a look whether they have changed.

        While one thread looks the others go on with those known, except at the very first look.
        """
        if self._is_due() and self._lock.acquire(blocking=self._version == UNREAD):
            try:
                if self._is_due():
                    self._look()
                    self._is_lost = False
            except DynamoError as error:
                if not self._is_lost:  # once, not every second
                    log.warning(
                        "scenes cannot be read; the last ones known stay in use: %s", type(error).__name__
                    )
                self._is_lost = True
            finally:
                self._asked_at = self.ticks()
                self._lock.release()
        return self._known

    def _is_due(self) -> bool:
        return self.ticks() - self._asked_at >= SECONDS

    def _look(self) -> None:
        version = read_version(self.table)
        if version != self._version:
            kept = {one.name: scene for one in read_scene_items(self.table) if (scene := self._fit(one))}
            self._known, self._version = {**self.setting.by_name, **kept}, version

    def _fit(self, kept: KeptScene) -> Scene | None:
        """The scene; None if it no longer fits, as after its language was taken out of use."""
        try:
            return read_scene(kept.name, kept.given, self.skills)
        except InvalidFieldError as error:
            log.warning("the scene %s of the table is not used: %s", kept.name, error)
            return None
