"""Items of scenes changed in the table, and their version: to items and back, reads."""

import logging

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, Key, Value, key_of
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from messaging.model.scenes import KeptScene
from routing.exceptions import UnreadableItemError
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

log = logging.getLogger(__name__)

SCENES = "Scenes"
# Goes up by one with each change of a scene: who follows them reads this one item.
VERSION_KEY = Key("Versions", SCENES)
NUMBER, VERSION = "Number", "Version"


def _is_map(value: Value) -> bool:
    return isinstance(value, dict)


HELD = Record(
    {
        "Fields": ("given", record.Kind(shapes.Shape("a map of fields", _is_map), write=dict)),
        VERSION: ("version", record.WHOLE),
        "ChangedAt": ("changed_at", record.MOMENT),
    },
    {"ChangedBy": ("changed_by", record.TEXT)},
)
SCENE = Form(
    "scene",
    SCENES,
    Remedy.PERSON,
    Remedy.PERSON,
    key=key_of,
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)


def scene_key(name: str) -> Key:
    return Key(SCENES, name)


def scene_item(scene: KeptScene, operation_id: str) -> Attributes:
    """A scene's attributes, without its key."""
    return {**HELD.written(scene), OPERATIONS: [operation_id]}


def scene_from(item: Attributes) -> KeptScene:
    """The scene that an item holds. Raises UnreadableItemError."""
    SCENE.check(item)
    return KeptScene(key_of(item).sk, **HELD.fields(item))


def read_version(table: Table) -> int:
    """The number of changes of scenes so far."""
    found = (table.get(VERSION_KEY) or {}).get(NUMBER, 0)
    return found if isinstance(found, int) else 0


def read_scene_items(table: Table) -> list[KeptScene]:
    """The scenes of the table, by name; one that cannot be read is left out."""
    found = []
    for item in table.query(SCENES):
        try:
            found.append(scene_from(item))
        except UnreadableItemError as error:
            log.warning("a scene is not used: %s", error)
    return found


def unchanged(attribute: str, version: int) -> Condition:
    """The item has the number that was read; 0: there was none."""
    return Condition("scenes_are_unchanged", Equals(attribute, version) if version else Absent())
