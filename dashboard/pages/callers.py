"""Callers: their names on pages. A customer of chats has the name from its site, else the end of its id."""

from collections.abc import Iterable
from dataclasses import Field, replace
from typing import Any, ClassVar, Protocol, TypeVar

from dynamo.exceptions import DynamoError
from messaging.model.parties import caller_name, contact_of
from messaging.runtime import messenger
from messaging.services import names_read


class HasCaller(Protocol):
    """A dataclass with a caller."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def caller(self) -> str: ...


One = TypeVar("One", bound=HasCaller)


def caller_names(callers: Iterable[str]) -> dict[str, str]:
    """The name of each customer among these callers, in two reads; by their ids while the table is away."""
    wanted = {one: contact_id for one in callers if (contact_id := contact_of(one))}
    if not wanted:
        return {}
    try:
        names = names_read(messenger(), contacts=set(wanted.values()))
    except DynamoError:
        names = {}
    return {one: caller_name(one, names.get(contact, "")) for one, contact in wanted.items()}


def named(ones: Iterable[One]) -> list[One]:
    """These calls or rows, with the names of customers as their callers."""
    ones = list(ones)
    names = caller_names(one.caller for one in ones)
    return [replace(one, caller=names[one.caller]) if one.caller in names else one for one in ones]
