"""Form of one kind of item: key, attributes, repair of a wrong one. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from dynamo.items import Attributes, Key, key_of
from routing.exceptions import RoutingError, UnreadableItemError
from routing.storage.forms.shapes import Shape, shown

# A later release that changes a kind's form so that this one would misread it raises the number.
FORMAT = "Format"
THIS_FORMAT = 1
# Their values say something about callers: errors, which are logged, name only the attribute.
OF_CALLERS = frozenset(
    {"Caller", "OutcomeNote", "Reason", "Body", "Title", "Context", "Name", "Contexts", "Values", "Given"}
    | {"Result", "Callers", "Contacts"}
)


class Remedy(StrEnum):
    """Repair of an item that cannot be read, or the reason why there is none."""

    REMOVED = "--repair removes it; what is still needed is written again"
    COUNTED = "--repair counts it again"
    DROPPED = "--repair drops what is wrong with it"
    PERSON = "not repaired: everything else follows from agents and calls; correct or delete the item"
    EVIDENCE = "not repaired: nothing is removed from the audit trail; correct or delete the item"
    LATER = "not repaired: a later release wrote it"
    UNKNOWN = "not repaired: no item of this release has such a key; delete it if nothing else needs it"


LEFT_ALONE = frozenset({Remedy.PERSON, Remedy.EVIDENCE, Remedy.LATER, Remedy.UNKNOWN})


@dataclass(frozen=True)
class Form:
    """One kind of item.

    `partition` is its partition key, or its prefix if it ends in '#', or several prefixes. `required`
    attributes are always present, `optional` ones may be; any other is ignored. `expendable` ones are not
    essential: a repair drops them if they are wrong. `key` is the key that an item should have; it may raise
    KeyError, ValueError or RoutingError. `misplaced` is the remedy for another key.
    """

    name: str
    partition: str | tuple[str, ...]
    remedy: Remedy
    misplaced: Remedy
    key: Callable[[Attributes], Key]
    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    expendable: frozenset[str] = frozenset()

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """Every attribute with its allowed values."""
        return {**self.required, **self.optional}

    def is_at(self, key: Key) -> bool:
        """True if an item with this key is of this kind, or should be."""
        if isinstance(self.partition, str) and not self.partition.endswith("#"):
            return key.pk == self.partition
        return key.pk.startswith(self.partition)

    def flaws(self, item: Attributes) -> dict[str, str]:
        """Faults of attributes in words, by name."""
        shapes = self.shapes
        found = {name: f"it lacks {name}" for name in self.required if name not in item}
        for name, value in item.items():
            shape = shapes.get(name)
            if shape is not None and not shape.fits(value):
                found[name] = f"{name} {'' if name in OF_CALLERS else shown(value) + ' '}is not {shape.words}"
        return found

    def check(self, item: Attributes) -> None:
        """Raises UnreadableItemError if the item cannot be read as this kind."""
        key = key_of(item)
        if item.get(FORMAT, THIS_FORMAT) != THIS_FORMAT:
            why = f"{FORMAT} {shown(item[FORMAT])} is not known to this release"
            raise UnreadableItemError(key, why, kind=self.name, cause=FORMAT, remedy=Remedy.LATER)
        flaws, remedy = self.flaws(item), self.remedy
        if flaws and flaws.keys() <= self.expendable:
            remedy = Remedy.DROPPED
        if not self._is_in_place(item):
            flaws, remedy = (
                {**flaws, "key": f"its key {(key.pk, key.sk)} is not that of its {self.name}"},
                self.misplaced,
            )
        if flaws:
            why, cause = "; ".join(flaws.values()), ", ".join(flaws)
            raise UnreadableItemError(key, why, kind=self.name, cause=cause, remedy=remedy)

    def without_flaws(self, item: Attributes) -> Attributes | None:
        """The item without its faulty attributes, if none of them is essential."""
        flaws = self.flaws(item)
        if item.get(FORMAT, THIS_FORMAT) != THIS_FORMAT or not flaws.keys() <= self.expendable:
            return None
        whole = {name: value for name, value in item.items() if name not in flaws}
        return whole if flaws and self._is_in_place(whole) else None

    def _is_in_place(self, item: Attributes) -> bool:
        try:
            return self.key(item) == key_of(item)
        except (KeyError, ValueError, RoutingError):
            return False
