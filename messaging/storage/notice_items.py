"""Items of what the devices of a party have acknowledged: to items and back. Pure."""

from dynamo.changes import Change, Set
from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, Key, Value, key_of
from messaging.model.notices import KEPT, Acknowledged, Devices
from messaging.storage import keys
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

DEVICES, VERSION = "Devices", "Version"


def _is_devices(value: Value) -> bool:
    return isinstance(value, dict) and all(
        isinstance(one, dict) and shapes.is_whole(one.get("Number")) and shapes.is_whole(one.get("At"))
        for one in value.values()
    )


OF_DEVICES = record.Kind(
    shapes.Shape("a map of devices with Number and At", _is_devices),
    write=lambda found: {name: {"Number": one.number, "At": one.at} for name, one in found.items()},
    read=lambda found: {
        name: Acknowledged(int(one["Number"]), int(one["At"])) for name, one in found.items()
    },
)
HELD = Record({DEVICES: ("by_id", OF_DEVICES), VERSION: ("version", record.WHOLE)})
NOTICED = Form(
    "devices of a party",
    keys.NOTICED_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: Key(key_of(item).pk, keys.NOTICED_SORT),
    required=shapes_of(HELD.required),
    optional={keys.EXPIRES_AT: shapes.WHOLE},
)


def devices_from(item: Attributes | None) -> Devices:
    """The devices that an item holds. Raises UnreadableItemError."""
    if item is None:
        return Devices()
    NOTICED.check(item)
    return Devices(**HELD.fields(item))


def devices_changes(devices: Devices) -> list[Change]:
    """The changes that make an item these devices."""
    last = max(one.at for one in devices.by_id.values())
    expires = Set(keys.EXPIRES_AT, last + int(KEPT.total_seconds()))
    return [*(Set(name, value) for name, value in HELD.written(devices).items()), expires]


def devices_unchanged(version: int) -> Condition:
    """The devices are at the version read; 0: there was no item."""
    return Condition("devices_unchanged", Equals(VERSION, version) if version else Absent())
