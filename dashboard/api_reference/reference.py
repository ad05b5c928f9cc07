"""API reference: the OpenAPI document as groups of endpoints with their fields. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST_VALUES = 12


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a body or response."""

    name: str
    kind: str
    description: str
    is_required: bool


@dataclass(frozen=True)
class Endpoint:
    """One address with its method, parameters, body and response."""

    method: str
    path: str
    name: str
    summary: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    statuses: tuple[str, ...]

    @property
    def kinds(self) -> list[tuple[str, tuple[Field, ...]]]:
        """Its tables, without empty ones."""
        tables = (("Parameters", self.parameters), ("Body", self.body), ("Response", self.answer))
        return [(title, fields) for title, fields in tables if fields]


@dataclass(frozen=True)
class Group:
    """The endpoints of one tag."""

    name: str
    endpoints: tuple[Endpoint, ...]

    @property
    def title(self) -> str:
        return self.name.capitalize()


def reference(document: Mapping[str, Any]) -> list[Group]:
    """The groups of a document, in the order in which it names them."""
    found: dict[str, list[Endpoint]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            group = found.setdefault(operation.get("tags", ["other"])[0], [])
            group.append(_endpoint(document, path, method, operation))
    return [Group(name, tuple(endpoints)) for name, endpoints in found.items()]


def _endpoint(document: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> Endpoint:
    responses = operation["responses"]
    answers = (response for status, response in responses.items() if str(status).startswith("2"))
    return Endpoint(
        method=method.upper(),
        path=path,
        name=operation["operationId"],
        summary=_plain(operation.get("description") or operation["summary"]),
        parameters=tuple(_parameters(operation)),
        body=_fields(document, operation.get("requestBody", {})),
        answer=_fields(document, next(answers, {})),
        statuses=tuple(sorted(map(str, responses))),
    )


def _parameters(operation: Mapping[str, Any]) -> Iterator[Field]:
    for one in operation.get("parameters", ()):
        schema = one.get("schema", {})
        where = "" if one["in"] == "query" else f", in the {'address' if one['in'] == 'path' else one['in']}"
        said = one.get("description") or schema.get("description", "")
        yield Field(one["name"], f"{_kind(schema)}{where}", _plain(said), bool(one.get("required")))


def _fields(document: Mapping[str, Any], part: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a body or response in JSON."""
    schema = part.get("content", {}).get("application/json", {}).get("schema", {})
    schema = _resolved(document, schema)
    required = schema.get("required", ())
    return tuple(
        Field(name, _kind(of), _plain(of.get("description", "")), name in required)
        for name, of in schema.get("properties", {}).items()
    )


def _plain(text: str) -> str:
    """The text without Markdown's backticks."""
    return text.replace("`", "")


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Mapping[str, Any] = document["components"]["schemas"][name] if name else schema
    return found


def _kind(schema: Mapping[str, Any]) -> str:
    """The type of a value in words, with its limits."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    for together in ("anyOf", "oneOf", "allOf"):
        if together in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[together])))
    if "enum" in schema or "const" in schema:
        values = [str(one) for one in schema.get("enum", [schema.get("const")])]
        more = ", …" if len(values) > MOST_VALUES else ""
        return f"{', '.join(one or '(empty)' for one in values[:MOST_VALUES])}{more}"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return f"{_word(schema)}{_limits(schema)}"


def _word(schema: Mapping[str, Any]) -> str:
    words = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}
    word = words.get(str(schema.get("type", "")), str(schema.get("type", "any value")))
    return "time" if schema.get("format") == "date-time" else word


def _limits(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if "maxLength" in schema:
        return f" of at most {schema['maxLength']:,} characters"
    return f" from {least:,}" if least is not None else f" up to {most:,}" if most is not None else ""
