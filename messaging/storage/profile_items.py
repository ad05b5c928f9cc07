"""Items of profiles: to items and back, reads."""

from collections.abc import Iterable
from typing import Any

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import Attributes, Key, Value, key_of
from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from messaging.model.profiles import Context, Profile
from messaging.storage.keys import CONTACT_PREFIX
from routing.exceptions import UnreadableItemError
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

PROFILE_SORT = "Profile"
DIGEST, VALUES, VERSION = "Digest", "Values", "Version"


def is_flat(value: Value) -> bool:
    """Whether a value is a map of texts and numbers."""
    return isinstance(value, dict) and all(type(one) in (str, int, float) for one in value.values())


CONTEXT = record.Kind(
    shapes.Shape("a map of texts and numbers", is_flat), write=lambda values: dict(values) or None
)


def _are_contexts(value: Value) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and isinstance(one.get(DIGEST), str) and is_flat(one.get(VALUES))
        for one in value
    )


def _written(contexts: tuple[tuple[str, Context], ...]) -> list[dict[str, Any]] | None:
    return [{DIGEST: digest, VALUES: dict(values)} for digest, values in contexts] or None


CONTEXTS = record.Kind(
    shapes.Shape("a list of maps with Digest and Values", _are_contexts),
    write=_written,
    read=lambda found: tuple((one[DIGEST], one[VALUES]) for one in found),
)
HELD = Record(
    {VERSION: ("version", record.WHOLE)},
    {
        "Name": ("name", record.TEXT),
        "Contexts": ("contexts", CONTEXTS),
        "Words": ("words", record.SOME_TEXTS),
    },
)
PROFILE = Form(
    "profile",
    CONTACT_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: Key(key_of(item).pk, PROFILE_SORT),
    required=shapes_of(HELD.required),
    optional={**shapes_of(HELD.optional), OPERATIONS: shapes.TEXTS},
)


def profile_key(contact_id: str) -> Key:
    return Key(f"{CONTACT_PREFIX}{contact_id}", PROFILE_SORT)


def profile_item(profile: Profile, operation_id: str) -> Attributes:
    """A profile's attributes, without its key."""
    return {**HELD.written(profile), OPERATIONS: [operation_id]}


def read_profile(table: Table, contact_id: str) -> Profile:
    """The profile; an empty one if there is none, or if it cannot be read: nobody is kept from writing."""
    item = table.get(profile_key(contact_id))
    return _profile_from(item) if item else Profile()


def read_profiles(table: Table, contact_ids: Iterable[str]) -> dict[str, Profile]:
    """Those of the contacts that have one. One read for each 100."""
    keys = {profile_key(one): one for one in contact_ids}
    return {keys[key]: _profile_from(item) for key, item in table.get_many(keys).items()}


def _profile_from(item: Attributes) -> Profile:
    try:
        PROFILE.check(item)
    except UnreadableItemError:
        version = item.get(VERSION)
        return Profile(version=version if isinstance(version, int) else 0)
    return Profile(**HELD.fields(item))


def profile_unchanged(version: int) -> Condition:
    """The profile is at the version read; 0: it had no item."""
    return Condition("profile_unchanged", Equals(VERSION, version) if version else Absent())
