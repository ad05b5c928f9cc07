"""Codec: values survive the round trip, or are refused by attribute name."""

from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynamo.exceptions import InvalidRequestError
from dynamo.items import Attributes, Foreign
from dynamo.protocol.codec import decode, encode
from tests.thorough import examples


class Colour(StrEnum):
    RED = "red"


_plain = st.none() | st.booleans() | st.integers() | st.text() | st.frozensets(st.text(), min_size=1)
_values = st.recursive(
    _plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


@settings(max_examples=examples(50))
@given(st.dictionaries(st.text(min_size=1), _values, max_size=5))
def test_it_brings_back_what_it_was_given(item: Attributes) -> None:
    assert decode(encode(item)) == item


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_it_brings_back_floats(number: float) -> None:
    assert decode(encode({"N": number})) == {"N": number}


def test_it_uses_the_types_of_dynamodb() -> None:
    item: Attributes = {
        "text": "Spanish",
        "number": 3,
        "truth": True,
        "nothing": None,
        "set": frozenset({"b", "a"}),
        "list": ["a", 1],
        "map": {"a": 1.5},
    }
    assert encode(item) == {
        "text": {"S": "Spanish"},
        "number": {"N": "3"},
        "truth": {"BOOL": True},
        "nothing": {"NULL": True},
        "set": {"SS": ["a", "b"]},
        "list": {"L": [{"S": "a"}, {"N": "1"}]},
        "map": {"M": {"a": {"N": "1.5"}}},
    }


def test_it_stores_the_text_of_an_enum() -> None:
    stored = encode({"Colour": Colour.RED})
    assert stored == {"Colour": {"S": "red"}}
    assert type(stored["Colour"]["S"]) is str


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("-1.5", -1.5), ("7.0", 7), ("1e-3", 0.001)])
def test_it_reads_whole_numbers_as_int(text: str, number: float) -> None:
    found = decode({"N": {"N": text}})["N"]
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (frozenset(), "an empty set"),
        (frozenset({1}), "strings only"),
        (float("nan"), "the number nan"),
        (b"bytes", "of the type bytes"),
        (["fine", object()], "of the type object"),
    ],
)
def test_it_names_the_attribute_it_can_not_store(value: object, reason: str) -> None:
    item: dict[str, object] = {"Fine": 1, "Odd": value}
    with pytest.raises(InvalidRequestError, match=f"attribute Odd: .*{reason}"):
        encode(item)  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("typed", [{"B": "AAEC"}, {"NS": ["1", "2"]}, {"BS": ["AAEC"]}])
def test_it_keeps_values_of_another_program_in_types_not_used_here(typed: dict[str, Any]) -> None:
    found = decode({"Photo": typed, "Name": {"S": "ana"}})

    assert found["Name"] == "ana", "the rest of the item can be read"
    assert isinstance(found["Photo"], Foreign)
    assert encode(found) == {"Photo": typed, "Name": {"S": "ana"}}
