"""The words transactions are written in, conditions and changes, gathered for import; defines none itself."""

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
