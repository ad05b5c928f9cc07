"""Administration of scenes: list, save, remove; each change at the version seen, with its audit entry."""

from collections.abc import Collection, Mapping
from typing import Any

from dynamo.changes import Set
from dynamo.transaction import OPERATIONS, Transaction
from messaging.exceptions import InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.limits import check_scene_name
from messaging.model.outcomes import Conflict
from messaging.model.scene_fields import LONGEST_SAYING, checked
from messaging.model.scenes import MOST_SCENES, SETTING, KeptScene, Scenes, read_scene
from messaging.services.together import MOST_TRIES
from messaging.storage.scene_items import (
    NUMBER,
    VERSION,
    VERSION_KEY,
    read_scene_items,
    read_version,
    scene_item,
    scene_key,
    unchanged,
)
from routing.model.trail import SCENE_CHANGED, SCENE_REMOVED
from routing.router import Router
from routing.services import SchedulesKept, schedules_kept, trail_put

CHANGED = Conflict("the scene has changed since you read it; read it again before you save")
BUSY = Conflict("somebody else changed scenes or settings at the same time; try again")


def scenes_kept(messenger: Messenger, setting: Scenes) -> dict[str, KeptScene]:
    """Every scene by name, as it is now: those of the setting, each replaced by that of the table."""
    found = {name: KeptScene(name, scene.given) for name, scene in setting.by_name.items()}
    return {**found, **{one.name: one for one in read_scene_items(messenger.table)}}


def scene_save(
    messenger: Messenger,
    router: Router,
    setting: Scenes,
    *,
    name: str,
    given: Mapping[str, Any],
    expected_version: int,
) -> KeptScene | Conflict:
    """Saves a scene with these fields; a repeat answers the scene. Without a `secret` it keeps its own.

    `expected_version` is the version seen, 0 for a new scene or one of the setting. Raises
    InvalidFieldError.
    """
    checked("name", name, check_scene_name)
    for _ in range(MOST_TRIES):
        version, found = read_version(messenger.table), scenes_kept(messenger, setting)
        before, schedules = found.get(name, KeptScene(name, {})), schedules_kept(router)
        fields = _complete(name, given, before, router, schedules.names)
        if before.version != expected_version:
            return before if before.given == fields else CHANGED
        if name not in found and len(found) >= MOST_SCENES:
            raise InvalidFieldError("scenes", len(found) + 1, f"at most {MOST_SCENES}", limit=MOST_SCENES)
        after = KeptScene(name, fields, version + 1, router.actor, router.clock())
        if _written(messenger, router, before, after, version, schedules=schedules):
            return after
    return BUSY


def scene_remove(
    messenger: Messenger, router: Router, setting: Scenes, *, name: str, expected_version: int
) -> KeptScene | Conflict | None:
    """Removes a scene from the table; one of the setting gets its values from there again, and is returned.

    Its conversations continue in the first scene. A repeat changes nothing. Raises InvalidFieldError.
    """
    for _ in range(MOST_TRIES):
        version, found = read_version(messenger.table), scenes_kept(messenger, setting)
        before = found.get(name)
        if before is None:
            return None
        if not before.version:
            if expected_version:
                return before
            raise InvalidFieldError("name", name, f"it is set in {SETTING}; remove it there")
        if before.version != expected_version:
            return CHANGED
        if _written(messenger, router, before, None, version):
            scene = setting.by_name.get(name)
            return KeptScene(name, scene.given) if scene else None
    return BUSY


def _complete(
    name: str, given: Mapping[str, Any], before: KeptScene, router: Router, known: Collection[str]
) -> dict[str, Any]:
    """The fields to keep, all of them checked. Raises InvalidFieldError."""
    secret = {"secret": before.given["secret"]} if before.given.get("secret") else {}
    wished = {key: value for key, value in {**secret, **given}.items() if value is not None}
    scene = read_scene(name, wished, router.skills)
    if scene.schedule and scene.schedule not in known:
        allowed = f"choose one of {', '.join(known)}" if known else "there are no schedules"
        raise InvalidFieldError("schedule", scene.schedule, allowed)
    if scene.is_silent and not read_scene(name, before.given, router.skills).is_silent:
        allowed = f"customers who are refused need one, of 1 to {LONGEST_SAYING} characters"
        raise InvalidFieldError("closed_text", "", allowed)
    return scene.given


def _written(
    messenger: Messenger,
    router: Router,
    before: KeptScene,
    after: KeptScene | None,
    version: int,
    *,
    schedules: SchedulesKept | None = None,
) -> bool:
    """Whether the change is committed: nothing is, if any scene has changed since it was read, or, for one
    with a schedule, any setting.
    """
    transaction = Transaction(messenger.new_id())
    key, when = scene_key(before.name), unchanged(VERSION, before.version)
    if after is None:
        transaction.delete(key, when=when)
    else:
        transaction.put(key, scene_item(after, transaction.operation_id), when=when)
        if schedules and after.given.get("schedule"):
            schedules.check(transaction, router.table.name)
    # A deleted item cannot tell after a lost reply that this transaction deleted it; this one can.
    mine = Set(OPERATIONS, [transaction.operation_id])
    transaction.update(VERSION_KEY, Set(NUMBER, version + 1), mine, when=unchanged(NUMBER, version))
    kind = SCENE_REMOVED if after is None else SCENE_CHANGED
    trail_put(router, transaction, kind=kind, reason=before.name)
    return messenger.table.commit(transaction).ok
