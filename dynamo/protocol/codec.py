"""Codec between plain attributes and DynamoDB's typed values; knows no requests."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

from dynamo.exceptions import InvalidRequestError
from dynamo.items import Foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dynamo.items import Attributes, Value

AttributeValue: TypeAlias = dict[str, Any]
"""One typed value as DynamoDB carries it, for example `{"S": "Spanish"}`."""

AttributeValues: TypeAlias = dict[str, AttributeValue]
"""A whole item as DynamoDB carries it."""


def encode(attributes: Mapping[str, Value]) -> AttributeValues:
    """Typed values for an item; raises InvalidRequestError, naming the attribute that can not be stored."""
    try:
        return {name: encode_value(value) for name, value in attributes.items()}
    except InvalidRequestError as error:
        for name, value in attributes.items():
            _name_the_culprit(name, value, error)
        raise


def decode(values: Mapping[str, AttributeValue]) -> Attributes:
    """Plain attributes of an item that came from DynamoDB."""
    return {name: decode_value(value) for name, value in values.items()}


def encode_value(value: Value) -> AttributeValue:
    """The typed value; str, number, bool, None, frozenset of strings, list or dict, by exact type first."""
    # Nearly every value is a string or a whole number: both are told apart without a function call.
    kind = type(value)
    if kind is str:
        return {"S": value}
    if kind is int:
        return {"N": str(value)}
    return _encode_rest(value)


def decode_value(typed: AttributeValue) -> Value:
    """The plain value; numbers become int where they are whole and float otherwise.

    A value of an unused type, written by another program, becomes Foreign, so that it stops no reader.
    """
    ((kind, value),) = typed.items()
    if kind == "S":
        return str(value)
    decoder = _DECODERS.get(kind)
    return decoder(value) if decoder else Foreign(kind, value)


def _encode_rest(value: Value) -> AttributeValue:  # noqa: PLR0911 - one return for each type DynamoDB knows
    match value:
        case bool():
            return {"BOOL": value}
        case None:
            return {"NULL": True}
        case str():
            return {"S": str(value)}
        case int() | float():
            return {"N": _number_text(value)}
        case frozenset() | set():
            return {"SS": _set_members(value)}
        case list() | tuple():
            return {"L": [encode_value(member) for member in value]}
        case Foreign():
            return {value.kind: value.raw}
        case dict():
            return {"M": {name: encode_value(member) for name, member in value.items()}}
    raise InvalidRequestError(f"a value of the type {type(value).__name__} can not be stored.")


def _number_text(value: float) -> str:
    if isinstance(value, int):
        return str(int(value))
    if not math.isfinite(value):
        raise InvalidRequestError(f"the number {value} can not be stored.")
    return repr(value)


def _set_members(value: frozenset[str] | set[str]) -> list[str]:
    if not value:
        raise InvalidRequestError("an empty set can not be stored; leave the attribute out.")
    if not all(isinstance(member, str) for member in value):
        raise InvalidRequestError("a set may hold strings only.")
    # Sorted, because a re-send under the same token must be the same text in every process.
    return sorted(map(str, value))


def _name_the_culprit(name: str, value: Value, cause: InvalidRequestError) -> None:
    try:
        encode_value(value)
    except InvalidRequestError as error:
        raise InvalidRequestError(f"attribute {name}: {error.reason}") from cause


def _decode_number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        number = float(text)
        return int(number) if number.is_integer() and "e" not in text.lower() else number


_DECODERS: dict[str, Callable[[Any], Value]] = {
    "N": _decode_number,
    "BOOL": bool,
    "NULL": lambda _: None,
    "SS": frozenset,
    "L": lambda members: [decode_value(member) for member in members],
    "M": decode,
}
