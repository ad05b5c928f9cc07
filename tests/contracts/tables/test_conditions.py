"""Conditions and changes: the same meaning on a plain item and on the engine."""

from uuid import uuid4

import pytest

from dynamo.changes import Add, Append, Change, Set
from dynamo.conditions import Absent, AnyOf, Below, Clause, Condition, Equals, Exists
from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import Transaction

CLAUSES: list[Clause] = [
    Exists(),
    Absent(),
    Exists("Status"),
    Absent("Status"),
    Equals("Status", "queued"),
    Equals("Depth", 3),
    Equals("Depth", 3.0),
    Equals("Depth", "3"),
    Equals("Flag", value=True),
    Equals("Flag", 1),
    Equals("Nothing", None),
    Equals("Languages", frozenset({"b", "a"})),
    Equals("List", ["a", 1]),
    Below("Depth", 4),
    Below("Depth", 3),
    Below("Depth", "9"),
    Below("Status", "r"),
    Below("Status", "Z"),
    Below("Odd name", "ß"),
    AnyOf(Absent(), Below("Depth", 9)),
    AnyOf(Equals("Depth", 1), Equals("Flag", value=False)),
]
ITEMS: list[Attributes] = [
    {"Status": "queued", "Depth": 3, "Flag": True, "Nothing": None, "Languages": frozenset({"a", "b"})},
    {"Status": "Queued", "Depth": 2.5, "Flag": False, "List": ["a", 1], "Odd name": "zebra"},
    {"Depth": "3", "Flag": 1, "Nothing": "", "Status": 7},
    {},
]


@pytest.mark.parametrize(
    "clause", CLAUSES, ids=[f"{n} {type(one).__name__}" for n, one in enumerate(CLAUSES)]
)
def test_a_clause_means_the_same_everywhere(either_table: Table, clause: Clause) -> None:
    fill = Transaction(uuid4().hex)
    for place, item in enumerate(ITEMS):
        fill.put(Key("item", str(place)), item)
    assert either_table.commit(fill).ok
    for place in range(len(ITEMS) + 1):
        key = Key("item", str(place))
        question = Transaction(uuid4().hex)
        question.check(key, when=Condition("it", clause))
        assert either_table.commit(question).ok is clause.holds(either_table.get(key))


@pytest.mark.parametrize(
    "change",
    [
        Set("Depth", "deep"),
        Add("Depth", -1),
        Add("Depth", 0.5),
        Add("New", 2),
        Append("List", []),
        Append("New", ["x"]),
    ],
    ids=str,
)
def test_a_change_means_the_same_everywhere(either_table: Table, change: Change) -> None:
    item: Attributes = {"pk": "a", "sk": "1", "Depth": 3, "List": ["a"]}
    fill, update = Transaction(uuid4().hex), Transaction(uuid4().hex)
    fill.put(Key("a", "1"), item)
    update.update(Key("a", "1"), change)
    assert either_table.commit(fill).ok
    assert either_table.commit(update).ok
    change.apply(item)
    assert either_table.get(Key("a", "1")) == item
