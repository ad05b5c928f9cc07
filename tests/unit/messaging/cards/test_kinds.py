"""Kinds of cards: closed schemas with a limit for everything, and faults that name field and limit."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from messaging.cards.catalogue import CardKind, all_kinds, newest_kind
from messaging.cards.checking import check_values
from messaging.exceptions import InvalidFieldError, MessagingError
from tests.cards import BOOKING, PRICE, VALUES, VISIT

KINDS = [*all_kinds().values()]
BOUNDS = {
    "string": {"maxLength"},
    "number": {"minimum", "maximum"},
    "integer": {"minimum", "maximum"},
    "array": {"maxItems", "items"},
}


def schemas(kind: CardKind) -> Iterator[Mapping[str, Any]]:
    yield kind.values
    yield kind.result
    yield from (action.values for action in kind.actions.values())


def properties(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Each property, and the items of lists, with what they refer to."""
    for one in schema["properties"].values():
        for found in (one, one.get("items", {})):
            if found:
                reference = found.get("$ref", "").rpartition("/")[2]
                yield {**schema["$defs"].get(reference, {}), **found}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.name} {kind.version}")
def test_schemas_are_closed_and_bound_everything(kind: CardKind) -> None:
    for schema in schemas(kind):
        Draft202012Validator.check_schema(dict(schema))
        assert schema["additionalProperties"] is False
        for one in properties(schema):
            assert BOUNDS[one["type"]] <= one.keys(), one
    for action in kind.actions.values():
        assert action.by
        assert set(action.by) <= {"customer", "staff"}
        for one in properties(action.values):
            assert one.get("optionsOf") is None or one["optionsOf"] in kind.values["properties"]


@pytest.mark.parametrize("name", VALUES)
def test_each_kind_takes_its_values(name: str) -> None:
    assert check_values(VALUES[name], newest_kind(name).values) == VALUES[name]


BOOK = newest_kind("visit").action("book").values


@pytest.mark.parametrize(
    ("kind", "values", "field", "limit"),
    [
        ("price", {**PRICE, "amount": -1}, "values.amount", 0),
        ("price", {**PRICE, "amount": 10**9}, "values.amount", 100_000_000),
        ("price", {**PRICE, "amount": True}, "values.amount", None),
        ("price", {**PRICE, "amount": "9"}, "values.amount", None),
        ("price", {**PRICE, "currency": "EUR\n"}, "values.currency", None),
        ("price", {**PRICE, "currency": "euro"}, "values.currency", 3),
        ("price", {**PRICE, "subject": ""}, "values.subject", 1),
        ("price", {**PRICE, "subject": "  "}, "values.subject", None),
        ("price", {**PRICE, "subject": "two\nlines"}, "values.subject", None),
        ("price", {**PRICE, "subject": "bell\x07"}, "values.subject", None),
        ("price", {**PRICE, "subject": "x" * 101}, "values.subject", 100),
        ("price", {"subject": "Clio", "currency": "EUR"}, "values.amount", None),
        ("price", {**PRICE, "colour": "red"}, "values.colour", None),
        ("visit", {**VISIT, "slots": []}, "values.slots", 1),
        ("visit", {**VISIT, "slots": [f"2027-03-01T14:{n:02}" for n in range(13)]}, "values.slots", 12),
        ("visit", {**VISIT, "slots": ["tomorrow"]}, "values.slots.0", None),
        ("rating", {"score": 5}, "values.score", None),
    ],
)
def test_a_fault_names_field_and_limit(
    kind: str, values: dict[str, Any], field: str, limit: int | None
) -> None:
    with pytest.raises(MessagingError) as caught:
        check_values(values, newest_kind(kind).values)
    assert caught.value.field == field
    assert limit is None or caught.value.limit == limit


def test_a_value_with_options_is_one_of_those_offered() -> None:
    assert check_values(BOOKING, BOOK, offered=VISIT) == BOOKING
    with pytest.raises(InvalidFieldError, match=r"values\.slot: .* choose one of the values offered"):
        check_values({**BOOKING, "slot": "2027-03-05T10:00"}, BOOK, offered=VISIT)


def test_an_unknown_kind_or_action_names_the_known_ones() -> None:
    with pytest.raises(InvalidFieldError, match=r"kind: 'fax' is not allowed; choose one of deposit, price"):
        newest_kind("fax")
    with pytest.raises(InvalidFieldError, match=r"action: .* choose one of confirm, decline"):
        newest_kind("price").action("pay")
