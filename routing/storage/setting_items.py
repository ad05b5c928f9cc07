"""Items of settings: each version of a document, and the number that all processes follow."""

import json
import logging
from collections.abc import Mapping

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, Key, Value, key_of
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from routing.exceptions import UnreadableItemError
from routing.model.settings.documents import Kind, SettingVersion, to_text
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

log = logging.getLogger(__name__)

SETTINGS = "Settings"
# Goes up by one with each change of any kind: who follows the settings reads this one item.
PRESENT_KEY = Key(SETTINGS, "Present")
NUMBER, KINDS = "Number", "Kinds"
PREFIX = f"{SETTINGS}#"
DIGITS = 10


def _is_json(value: Value) -> bool:
    try:
        json.loads(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def _are_versions(value: Value) -> bool:
    return isinstance(value, dict) and all(shapes.is_whole(number) for number in value.values())


HELD = Record(
    {
        "Document": ("document", record.Kind(shapes.Shape("JSON", _is_json), write=to_text, read=json.loads)),
        "Version": ("version", record.WHOLE),
        "ChangedAt": ("changed_at", record.MOMENT),
    },
    {"ChangedBy": ("changed_by", record.TEXT), "Note": ("note", record.TEXT)},
)
SETTING = Form(
    "setting",
    PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: Key(key_of(item).pk, f"{int(str(item['Version'])):0{DIGITS}d}"),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)
PRESENT = Form(
    "version of settings",
    SETTINGS,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda _item: PRESENT_KEY,
    required={NUMBER: shapes.WHOLE, KINDS: shapes.Shape("a map of versions", _are_versions)},
    optional={OPERATIONS: shapes.TEXTS},
)


def setting_key(kind: str, version: int) -> Key:
    return Key(f"{PREFIX}{kind}", f"{version:0{DIGITS}d}")


def setting_item(setting: SettingVersion, operation_id: str) -> Attributes:
    """The attributes of a version, without its key."""
    return {**HELD.written(setting), OPERATIONS: [operation_id]}


def setting_from(item: Attributes) -> SettingVersion:
    """The version that an item holds. Raises UnreadableItemError."""
    SETTING.check(item)
    kind = Kind(key_of(item).pk.removeprefix(PREFIX))
    return SettingVersion(kind, **HELD.fields(item))


def read_present(table: Table, *, consistent: bool = True) -> tuple[int, dict[str, int]]:
    """The number of changes so far, and the present version of each kind that was changed.

    Not `consistent`, the reading costs half and may lag. Raises UnreadableItemError.
    """
    item = table.get_many([PRESENT_KEY], consistent=consistent).get(PRESENT_KEY)
    if item is None:
        return 0, {}
    PRESENT.check(item)
    number, kinds = item[NUMBER], item[KINDS]
    assert isinstance(number, int)
    assert isinstance(kinds, dict)
    return number, {kind: int(str(version)) for kind, version in kinds.items()}


def read_settings_at(table: Table, versions: Mapping[str, int]) -> dict[Kind, SettingVersion]:
    """These versions; one that cannot be read is left out, as is a kind of a later release."""
    wanted = [setting_key(kind, version) for kind, version in versions.items() if kind in tuple(Kind)]
    found = {}
    for item in table.get_many(wanted).values():
        try:
            setting = setting_from(item)
        except UnreadableItemError as error:
            log.warning("a setting is not used: %s", error)
        else:
            found[setting.kind] = setting
    return found


def read_versions(table: Table, kind: Kind, *, limit: int) -> list[SettingVersion]:
    """The newest versions of a kind, newest first; one that cannot be read is left out."""
    found = []
    for item in table.query(f"{PREFIX}{kind}", limit=limit, newest_first=True):
        try:
            found.append(setting_from(item))
        except UnreadableItemError as error:
            log.warning("a version of a setting is not shown: %s", error)
    return found


def is_at(number: int) -> Condition:
    """Nobody has changed any setting since this number was read."""
    return Condition("settings_are_unchanged", Equals(NUMBER, number) if number else Absent())
