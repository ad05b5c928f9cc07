"""Conditions and changes, gathered for import."""

from dynamo.changes import Add, Append, Change, Remove, Set
from dynamo.conditions import Absent, AnyOf, Below, Clause, Condition, Equals, Exists, OneOf

__all__ = [
    "Absent",
    "Add",
    "AnyOf",
    "Append",
    "Below",
    "Change",
    "Clause",
    "Condition",
    "Equals",
    "Exists",
    "OneOf",
    "Remove",
    "Set",
]
