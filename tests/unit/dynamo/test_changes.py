"""Changes to a plain item: results and refusals."""

import pytest

from dynamo.changes import Add, Append, Change, Remove, Set
from dynamo.exceptions import InvalidRequestError
from dynamo.items import Attributes, Value


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (Set("A", 1), {}, {"A": 1}),
        (Set("A", 1), {"A": "x"}, {"A": 1}),
        (Remove("A"), {"A": 1, "B": 2}, {"B": 2}),
        (Remove("A"), {}, {}),
        (Add("A", -2), {}, {"A": -2}),
        (Add("A", 2), {"A": 5}, {"A": 7}),
        (Append("A", ["x"]), {}, {"A": ["x"]}),
        (Append("A", ["x"]), {"A": ["w"]}, {"A": ["w", "x"]}),
    ],
)
def test_it_changes_the_item(change: Change, before: Attributes, after: Attributes) -> None:
    change.apply(before)
    assert before == after


def test_it_leaves_a_list_alone_that_somebody_else_may_hold() -> None:
    held: list[str] = ["w"]
    item: Attributes = {"A": held}
    Append("A", ["x"]).apply(item)
    assert held == ["w"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [(Add("A", 1), "attribute A: only a number"), (Append("A", ["x"]), "attribute A: only a list")],
)
@pytest.mark.parametrize("value", ["text", True, None])
def test_it_refuses_an_attribute_of_another_type(change: Change, reason: str, value: Value) -> None:
    with pytest.raises(InvalidRequestError, match=reason):
        change.apply({"A": value})
