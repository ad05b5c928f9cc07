"""Wording of validation errors: the field, its limit, and what it accepts. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# Names of limits in pydantic's errors.
LIMITS = ("max_length", "min_length", "le", "ge", "lt", "gt")
A_DATE = "must be a date such as 2026-11-23"
A_TIME = "must be a time with its zone, such as 2026-11-23T04:10:00Z"
SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "missing": lambda _: "required",
    "extra_forbidden": lambda _: "unknown field",
    "string_too_long": lambda of: f"at most {of['max_length']:,} characters",
    "string_too_short": lambda of: f"at least {of['min_length']} characters",
    "too_long": lambda of: f"at most {of['max_length']} items",
    "too_short": lambda of: f"at least {of['min_length']} items",
    "greater_than_equal": lambda of: f"at least {of['ge']}",
    "less_than_equal": lambda of: f"at most {of['le']}",
    "string_type": lambda _: "must be text",
    "string_unicode": lambda _: "must be UTF-8 text",
    "int_type": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "must be a whole number with fewer digits",
    "int_from_float": lambda _: "must be a whole number",
    "float_type": lambda _: "must be a number",
    "float_parsing": lambda _: "must be a number",
    "finite_number": lambda _: "must be a number",
    "bool_type": lambda _: "must be true or false",
    "bool_parsing": lambda _: "must be true or false",
    **dict.fromkeys(("list_type", "tuple_type"), lambda _: "must be a list"),
    **dict.fromkeys(("dict_type", "model_type", "dataclass_type"), lambda _: "must be an object"),
    "model_attributes_type": lambda _: "must be a JSON object",
    "enum": lambda of: f"must be one of {of['expected']}",
    "literal_error": lambda of: f"must be one of {of['expected']}",
    **dict.fromkeys(
        ("datetime_type", "datetime_parsing", "datetime_from_date_parsing", "timezone_aware"),
        lambda _: A_TIME,
    ),
    **dict.fromkeys(
        ("date_type", "date_from_datetime_parsing", "date_from_datetime_inexact"), lambda _: A_DATE
    ),
    "value_error": lambda of: str(of["error"]),
}


@dataclass(frozen=True)
class Worded:
    """A wrong field in words."""

    field: str
    sentence: str
    limit: float | None = None


def worded(error: Mapping[str, Any]) -> Worded:
    """The words for one of pydantic's errors, whose `loc` begins with the part of the request."""
    context = error.get("ctx", {})
    told = SENTENCES.get(error["type"])
    sentence = told(context) if told else str(error["msg"])
    limit = next((context[name] for name in LIMITS if name in context), None)
    return Worded(_field(error["loc"]), sentence, limit)


def _field(loc: Sequence[Any]) -> str:
    """`("body", "payload", "client_id")` is client_id; the body as a whole is `body`.

    `("query", "asked", "status", 0)` is status: parameters have no parts.
    """
    part, *names = (str(one) for one in loc)
    if part == "body":
        names = names[1:]
    elif part == "query":
        names = [one for one in names if not one.isdigit()][-1:]
    return ".".join(names) or part
