"""Python client of the API: of the current document, typed, with each operation and schema."""

import subprocess
import sys

import pytest

from api.client.client_code import client_code
from api.version1 import document
from tests.architecture.sources import ROOT

FILE = ROOT / "clients" / "python" / "callcenter_client.py"


def formatted(code: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", FILE.name, "-"]
    return subprocess.run(command, input=code, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_the_client_is_of_the_current_document() -> None:
    code = formatted(client_code(document(), prefix="/api/v1"))

    assert code == FILE.read_text(encoding="utf-8"), "run `make format`, which writes the client"


def test_requests_with_an_id_of_their_own_get_no_key_unless_it_is_given() -> None:
    code = client_code(document(), prefix="/api/v1")
    methods = {one.partition("(")[0]: one for one in code.split("    def ")}

    for name in ("message_post", "attachment_post", "note_post", "notice_post", "card_post"):
        assert "'Idempotency-Key': idempotency_key}" in methods[name]
    assert "'Idempotency-Key': idempotency_key or _new_key()}" in methods["transfer"]


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "array", "items": {"$ref": "#/components/schemas/Items_CallOut_"}}, "list[ItemsCallOut]"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "int | None"),
        ({"enum": ["a", "b"], "type": "string"}, "Literal['a', 'b']"),
        ({"const": "a"}, "Literal['a']"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "dict[str, float]"),
        ({"type": "object"}, "dict[str, Any]"),
        ({}, "Any"),
    ],
)
def test_types_are_those_of_the_schema(schema: dict[str, object], kind: str) -> None:
    components = {"schemas": {"One_Thing": {"properties": {"field": schema}, "required": ["field"]}}}
    code = client_code({"components": components, "paths": {}}, prefix="")

    assert code.endswith(f"class OneThing(TypedDict):\n    field: {kind}\n")
