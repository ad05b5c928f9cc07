"""Fields of operations: what they take, and that each refusal names the field and the limit."""

import pytest
from annotated_types import Ge, Le, MaxLen
from pydantic.fields import FieldInfo

from operations.agents import Choosing
from operations.catalogue import CATALOGUE
from operations.dead_letters import RestoringMany
from operations.fields import Fields, WrongFieldError
from routing.exceptions import InvalidFieldError
from routing.model.agents import Choice


def refusal(fields: type[Fields], sent: dict[str, object]) -> str:
    with pytest.raises(WrongFieldError) as raised:
        fields.read(sent)
    return str(raised.value)


def test_it_takes_a_choice_with_the_version_that_was_seen() -> None:
    read = Choosing.read({"choice": "paused", "reason": " Lunch ", "expected_version": "12"})

    assert dict(read) == {"choice": Choice.PAUSED, "reason": "Lunch", "expected_version": 12}


def test_it_takes_a_choice_alone() -> None:
    read = Choosing.read({"choice": "ready", "reason": " ", "expected_version": ""})

    assert dict(read) == {"choice": Choice.READY, "reason": "", "expected_version": None}


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "choice: choose one of ready, paused, offline"),
        ({"choice": "asleep"}, "choice: choose one of ready, paused, offline"),
        ({"choice": "paused", "reason": "x" * 75}, "reason: at most 60 characters; this one has 75"),
        ({"choice": "paused", "reason": "a\0b"}, "reason: Null characters are not allowed."),
        ({"choice": "ready", "expected_version": "new"}, "expected_version: a whole number from 1"),
        ({"choice": "ready", "expected_version": "0"}, "expected_version: a whole number from 1"),
        ({"choice": "ready", "expected_version": "9" * 5000}, "expected_version: a whole number from 1"),
        ({"choice": "ready", "expected_version": " "}, "expected_version: a whole number from 1"),
    ],
)
def test_a_refused_choice_names_the_field_and_what_it_takes(sent: dict[str, object], sentence: str) -> None:
    assert refusal(Choosing, sent) == sentence


LIMITED = {
    (operation.fields, name): info
    for operation in CATALOGUE.values()
    for name, info in operation.fields.model_fields.items()
    if any(isinstance(limit, Ge | Le | MaxLen) for limit in info.metadata)
}


def beyond(limit: object) -> object:
    """A value beyond a limit."""
    match limit:
        case MaxLen(most):
            return "x" * (most + 1)
        case Ge(int(least)):
            return least - 1
        case Le(int(most)):
            return most + 1
    return None


@pytest.mark.parametrize(
    ("where", "info"), LIMITED.items(), ids=[f"{one.__name__} {name}" for one, name in LIMITED]
)
def test_the_command_line_keeps_each_declared_limit(where: tuple[type[Fields], str], info: FieldInfo) -> None:
    fields, name = where
    absent = {"steps": None, "gender": None, "topic": ""} if "steps" in fields.model_fields else {}
    for value in (one for one in map(beyond, info.metadata) if one is not None):
        with pytest.raises(InvalidFieldError) as raised:
            fields.typed({**absent, name: value})
        assert raised.value.field == name


@pytest.mark.parametrize(
    ("value", "is_ticked"),
    [("on", True), ("1", True), ("yes", True), (True, True), ("false", False), ("0", False)],
)
def test_a_box_is_ticked_or_not(value: object, *, is_ticked: bool) -> None:
    assert CATALOGUE["call-restore"].fields.read({"to_end": value}).model_dump()["to_end"] is is_ticked


@pytest.mark.parametrize("value", ["perhaps", 2, [], {}, "onward"])
def test_any_other_value_of_a_box_is_refused(value: object) -> None:
    assert refusal(CATALOGUE["call-restore"].fields, {"to_end": value}) == "to_end: true or false"


@pytest.mark.parametrize("name", ["call-priority", "call-enqueue"])
@pytest.mark.parametrize("value", ["05", "5.0", " 5 ", "+5", "10", "-1", "five", "1_0"])
def test_a_priority_is_one_digit(name: str, value: str) -> None:
    sent: dict[str, object] = {"language": "Spanish", "priority": value}

    assert refusal(CATALOGUE[name].fields, sent) == "priority: from 0 (first) to 9 (last)"


def test_it_takes_dead_letters_as_they_were_seen_each_once() -> None:
    read = RestoringMany.read({"versions": ["3:a:b", "7:c", "7:c"], "to_end": "1"})

    assert (read.versions, read.to_end) == ([("a:b", 3), ("c", 7)], True)


@pytest.mark.parametrize("letters", [[], ["c1"], [":c1"], ["x:c1"], ["3:"]])
def test_dead_letters_without_their_version_are_refused(letters: list[str]) -> None:
    assert refusal(RestoringMany, {"versions": letters}) == "select at least one call"


def test_too_many_dead_letters_are_refused() -> None:
    assert refusal(RestoringMany, {"versions": ["3:c"] * 501}) == "at most 500 at once"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_fields_of_an_operation_have_a_json_schema_under_the_names_they_are_sent(name: str) -> None:
    schema = CATALOGUE[name].fields.model_json_schema()

    assert set(CATALOGUE[name].fields.sent_names()) <= set(schema.get("properties", {}))
