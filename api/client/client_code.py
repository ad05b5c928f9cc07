"""Python client of the API: its source, written from the OpenAPI document. Pure.

A class of fields for each schema, a method for each operation; `client_core.txt` has what all methods share.
"""

import json
import keyword
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

CORE = Path(__file__).with_name("client_core.txt")
WIDTH = 106
JSON, STREAM = "application/json", "text/event-stream"
KEY, OWN_ID = "Idempotency-Key", "client_id"
PRIMITIVES = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
}


def client_code(document: Mapping[str, Any], *, prefix: str) -> str:
    """The source of the client; `prefix` begins each path of the document."""
    schemas = document["components"]["schemas"]
    classes = [_class(_name(name), schema) for name, schema in sorted(schemas.items())]
    methods = [
        _method(path.removeprefix(prefix), verb, operation, has_id=_has_id(operation, schemas))
        for path, verbs in sorted(document["paths"].items())
        for verb, operation in sorted(verbs.items())
    ]
    return "\n\n\n".join([CORE.read_text(encoding="utf-8").strip(), "\n\n".join(methods), *classes]) + "\n"


def _class(name: str, schema: Mapping[str, Any]) -> str:
    """A class of the fields of an object; another name for any other value."""
    if "properties" not in schema:
        return f"{name} = {_type(schema)}"
    required = schema.get("required", ())
    fields = [
        f"    {field}: {_type(of) if field in required else f'NotRequired[{_type(of)}]'}"
        for field, of in schema["properties"].items()
    ]
    return "\n".join([f"class {name}(TypedDict):", *_docstring(schema.get("description", "")), *fields])


def _has_id(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> bool:
    """Whether each request has an id of its own, so that a repeat needs no key."""
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {})
    fields = schemas.get(body.get("$ref", "").rpartition("/")[2], {}).get("required", ())
    return OWN_ID in (*fields, *(one["name"] for one in operation.get("parameters", ())))


def _method(path: str, verb: str, operation: Mapping[str, Any], *, has_id: bool) -> str:
    taken, sent = _parameters(operation, has_id=has_id)
    name, answer = operation["operationId"].replace("-", "_"), _answer(operation)
    head = f"    def {name}(self{''.join(taken)}) -> {answer}:"
    if len(head) > WIDTH:
        head = f"    def {name}(\n        self{''.join(taken)}\n    ) -> {answer}:"
    parts = {"bytes": "_bytes", "Iterator[Event]": "_events"}
    call = f"self.{parts.get(answer, '_json')}({verb.upper()!r}, {_address(path)}{''.join(sent)})"
    words = operation.get("description") or operation["summary"]
    return "\n".join([head, *_docstring(words, deep=True), f"        return {call}"])


def _parameters(operation: Mapping[str, Any], *, has_id: bool) -> tuple[list[str], list[str]]:
    """What a method takes, and what it passes on; a new key unless requests have ids."""
    found = operation.get("parameters", ())
    taken = [f", {_variable(one['name'])}: {_type(one['schema'])}" for one in found if one["in"] == "path"]
    sent, named = list[str](), list[str]()
    body = operation.get("requestBody", {}).get("content", {})
    if body:
        kind = _type(body[JSON]["schema"]) if JSON in body else "bytes"
        taken.append(f", found: {kind}")
        sent.append(", body=found" if JSON in body else ", data=found")
    for where, passed in (("query", "query"), ("header", "headers")):
        those = [one for one in found if one["in"] == where]
        named += [_named(one) for one in sorted(those, key=lambda one: not one.get("required"))]
        pairs = ", ".join(f"{one['name']!r}: {_value(one['name'], has_id=has_id)}" for one in those)
        sent += [f", {passed}={{{pairs}}}"] if those else []
    return [*taken, *([", *", *named] if named else [])], sent


def _named(parameter: Mapping[str, Any]) -> str:
    kind = _type(parameter["schema"])
    if parameter.get("required"):
        return f", {_variable(parameter['name'])}: {kind}"
    return f", {_variable(parameter['name'])}: {kind}{'' if 'None' in kind else ' | None'} = None"


def _value(name: str, *, has_id: bool) -> str:
    return f"{_variable(name)} or _new_key()" if name == KEY and not has_id else _variable(name)


def _answer(operation: Mapping[str, Any]) -> str:
    contents = next(one for status, one in operation["responses"].items() if str(status).startswith("2"))
    content = contents.get("content", {})
    if STREAM in content:
        return "Iterator[Event]"
    return _type(content[JSON]["schema"]) if JSON in content else "bytes"


def _type(schema: Mapping[str, Any]) -> str:
    """The type of a value."""
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    for together in ("anyOf", "oneOf"):
        if together in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[together])))
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
    values = schema.get("additionalProperties")
    if isinstance(values, Mapping):
        return f"dict[str, {_type(values)}]"
    if schema.get("type") == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    return PRIMITIVES.get(str(schema.get("type")), "Any")


def _address(path: str) -> str:
    if "{" not in path:
        return json.dumps(path)
    parts = path.replace("{", "{_part(").replace("}", ")}")
    return f'f"{parts}"'


def _name(schema: str) -> str:
    """`Items_CallOut_` is `ItemsCallOut`."""
    return "".join(part[:1].upper() + part[1:] for part in schema.split("_"))


def _variable(name: str) -> str:
    found = name.lower().replace("-", "_")
    return f"{found}_" if keyword.iskeyword(found) else found


def _docstring(text: str, *, deep: bool = False) -> Iterator[str]:
    """Its lines, wrapped."""
    indent = "        " if deep else "    "
    paragraphs = [" ".join(part.split()) for part in text.replace("\\", "").split("\n\n") if part.strip()]
    if not paragraphs:
        return
    wrapped = [textwrap.wrap(part, WIDTH - 12) for part in paragraphs]
    lines = [line for part in wrapped for line in (*part, "")][:-1]
    if len(lines) == 1:
        yield f'{indent}"""{lines[0]}"""'
        return
    yield f'{indent}"""{lines[0]}'
    yield from (f"{indent}{line}" if line else "" for line in lines[1:])
    yield f'{indent}"""'
