"""Record: the attributes that hold a dataclass, each with its field, allowed values and conversion. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from dynamo.items import Attributes
from routing.model.queues import CHANNELS
from routing.storage.attributes import maybe_text, moment_from, present
from routing.storage.forms import shapes
from routing.storage.forms.shapes import Shape


class Kind(NamedTuple):
    """Allowed values of an attribute, and the conversions between it and a field; None: the same value."""

    shape: Shape
    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None


Held = Mapping[str, tuple[str, Kind]]

ID, NAME, TEXT, NAMES = Kind(shapes.ID), Kind(shapes.NAME), Kind(shapes.TEXT), Kind(shapes.NAMES)
WHOLE, BAND, TICKET = Kind(shapes.WHOLE), Kind(shapes.BAND), Kind(shapes.TICKET)
MAYBE_ID = Kind(shapes.TEXT, read=lambda text: text or None)
# A count of 0, a flag that is off and an empty list are absent in the table.
COUNT = Kind(shapes.WHOLE, write=lambda number: number or None)
FLAG = Kind(shapes.FLAG, write=lambda flag: flag or None)
SOME_TEXTS = Kind(shapes.TEXTS, write=lambda texts: list(texts) or None, read=tuple)
TEXTS = Kind(shapes.TEXTS, write=list, read=tuple)
SET = Kind(shapes.SET, write=frozenset)
SORTED_SET = Kind(shapes.SET, write=frozenset, read=lambda texts: tuple(sorted(texts)))
CHANNEL = Kind(shapes.among(CHANNELS[1:]))
MOMENT = Kind(shapes.MOMENT, write=maybe_text, read=moment_from)
SECONDS = Kind(shapes.NUMBER, read=float)


@dataclass(frozen=True)
class Record:
    """Attributes by name, each with its field; `absent` has the values of fields without a default."""

    required: Held
    optional: Held = field(default_factory=dict)
    absent: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def held(self) -> Held:
        """All attributes."""
        return {**self.required, **self.optional}

    def written(self, value: object) -> Attributes:
        """The attributes of a dataclass with these fields, without those that have no value."""
        return present(
            {
                name: write(getattr(value, own)) if write else getattr(value, own)
                for name, (own, (_, write, _)) in self.held.items()
            }
        )

    def fields(self, item: Attributes) -> dict[str, Any]:
        """The fields of the dataclass in an item that was checked; absent ones are left out."""
        held, found = self.held, dict(self.absent)
        for name, value in item.items():
            if name in held:
                own, (_, _, read) = held[name]
                found[own] = read(value) if read else value
        return found


def shapes_of(held: Held) -> dict[str, Shape]:
    """The allowed values of attributes, by name."""
    return {name: kind.shape for name, (_, kind) in held.items()}


def one_of(words: type[StrEnum]) -> Kind:
    """One of these words."""
    return Kind(shapes.one_of(words), write=str, read=words)


def maps(record: Record, made: Callable[..., Any], *, required: frozenset[str] = frozenset()) -> Kind:
    """A list of maps with the attributes of a record."""
    return Kind(
        shapes.maps(shapes_of(record.optional), required=required),
        write=lambda values: [record.written(value) for value in values] or None,
        read=lambda values: tuple(made(**record.fields(value)) for value in values),
    )
