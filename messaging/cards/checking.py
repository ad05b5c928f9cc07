"""Values against their schema: the first fault with its field and limit. Pure.

Two words beside those of JSON Schema: `optionsOf` names the offered list that a value is one of, `multiline`
allows line breaks. Others are for what shows the form: `currencyIn` names the field with the currency, `ends`
has words for the least and the greatest number of a scale.
"""

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from messaging.cards.catalogue import Schema
from messaging.exceptions import InvalidFieldError
from messaging.model.limits import LINE_BREAKS, check_text

NUMBERS = {"minimum": "at least {}", "maximum": "at most {}"}
LENGTHS = {"minLength": "at least {} characters", "maxLength": "at most {} characters"}
ITEMS = {"minItems": "at least {} items", "maxItems": "at most {} items"}
LIMITS = {**NUMBERS, **LENGTHS, **ITEMS}
TYPES = {
    "string": "it must be text",
    "number": "it must be a number",
    "integer": "it must be a whole number",
    "array": "it must be a list",
    "object": "it must be an object",
}


def check_values(
    values: Mapping[str, Any],
    schema: Schema,
    *,
    field: str = "values",
    offered: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The values. Raises InvalidFieldError and TooLongError, with the field as `values.slot`."""
    validator: Any = Draft202012Validator(dict(schema))
    errors = sorted(validator.iter_errors(values), key=lambda error: len(error.absolute_path))
    if errors:
        raise _worded(errors[0], field)
    for name, value in values.items():
        known = _resolved(schema["properties"][name], schema)
        where = f"{field}.{name}"
        options = known.get("optionsOf")
        if options and value not in (offered or {}).get(options, ()):
            raise InvalidFieldError(where, value, "choose one of the values offered")
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and text:
                _check_letters(text, where, is_multiline=bool(known.get("multiline")))
    return dict(values)


def _resolved(schema: Mapping[str, Any], whole: Schema) -> Mapping[str, Any]:
    """A property's schema with the definition it refers to."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return {**whole["$defs"][name], **schema} if name else schema


def _check_letters(text: str, where: str, *, is_multiline: bool) -> None:
    check_text(text, field=where, limit=len(text))
    if not is_multiline and LINE_BREAKS.intersection(text):
        raise InvalidFieldError(where, text[:40], "it must be one line")


def _worded(error: ValidationError, field: str) -> InvalidFieldError:
    """The fault in words: field, value, what is accepted, the limit if there is one."""
    path = ".".join([field, *map(str, error.absolute_path)])
    rule, wanted, found = str(error.validator), error.validator_value, error.instance
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, Mapping) else {}
    if rule == "required":
        missing = next(name for name in wanted if name not in found)
        return InvalidFieldError(f"{path}.{missing}", None, "required")
    if rule == "additionalProperties":
        known = schema["properties"]
        name = next(name for name in found if name not in known)
        fields = ", ".join(known) or "it has no fields"
        return InvalidFieldError(f"{path}.{name[:40]}", "…", f"unknown field; fields: {fields}")
    shown = found if not isinstance(found, str | list | dict) else str(found)[:40]
    if rule in LIMITS:
        return InvalidFieldError(path, shown, LIMITS[rule].format(wanted), limit=wanted)
    allowed = schema.get("description") or TYPES.get(str(wanted), "it is not accepted here")
    return InvalidFieldError(path, shown, allowed)
