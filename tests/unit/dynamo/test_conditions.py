"""Conditions: verdict on an item, and rendering; contract tests show that both agree."""

import pytest

from dynamo.conditions import Absent, AnyOf, Below, Clause, Condition, Equals, Exists
from dynamo.exceptions import InvalidRequestError
from dynamo.items import Attributes
from dynamo.protocol.rendering import Rendering

ITEM: Attributes = {"pk": "a", "sk": "b", "Status": "queued", "Depth": 3, "Flag": True, "Gone": None}


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        (Exists(), True),
        (Exists("Depth"), True),
        (Exists("Other"), False),
        (Absent(), False),
        (Absent("Other"), True),
        (Equals("Status", "queued"), True),
        (Equals("Status", "offered"), False),
        (Equals("Other", None), False),
        (Equals("Gone", None), True),
        (Equals("Flag", 1), False),
        (Equals("Depth", 3.0), True),
        (Below("Depth", 4), True),
        (Below("Depth", 3), False),
        (Below("Depth", "4"), False),
        (Below("Status", "r"), True),
        (Below("Flag", 2), False),
        (Below("Other", 2), False),
        (AnyOf(Absent(), Equals("Depth", 3)), True),
        (AnyOf(Absent(), Equals("Depth", 4)), False),
    ],
)
def test_a_clause_holds(clause: Clause, *, expected: bool) -> None:
    assert clause.holds(ITEM) is expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [(Exists(), False), (Absent(), True), (Equals("Status", None), False), (Below("Depth", 1), False)],
)
def test_a_clause_speaks_of_an_item_that_is_not_there(clause: Clause, *, expected: bool) -> None:
    assert clause.holds(None) is expected


def test_a_condition_needs_all_of_its_clauses() -> None:
    condition = Condition("free", Exists(), Equals("Status", "queued"))
    assert condition.holds(ITEM)
    assert not condition.holds({**ITEM, "Status": "offered"})


def test_a_condition_without_clause_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="'empty' has no clause"):
        Condition("empty")


def test_it_is_written_with_placeholders() -> None:
    to = Rendering()
    condition = Condition("c", AnyOf(Absent(), Below("Due at", 5)), Equals("Status", "a"))
    written = condition.render(to)
    assert written == "(attribute_not_exists(#pk) OR #Due_20_at < :0) AND #Status = :1"
    assert to.names == {"#pk": "pk", "#Due_20_at": "Due at", "#Status": "Status"}
    assert to.values == {":0": {"N": "5"}, ":1": {"S": "a"}}


def test_names_that_differ_in_odd_letters_get_different_placeholders() -> None:
    to = Rendering()
    assert len({to.name(name) for name in ("a_b", "a-b", "a b", "ab", "a_2d_b")}) == 5
