"""Garbage at every address of the document: a problem that names the field, and never a fault."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import Settings

from api.access.scopes import Scope
from api.conventions.document import document_of
from api.version1 import version1
from tests.integration.api.conftest import V1, Caller, a_program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]
BODIES = [b"", b"{", b"[]", b"null", b'"text"', b"17", b"\xff\xfe", b"[" * 5000, b"x" * 200_000]
WRONG: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "\x00",
    "a\x1bb",
    "\u202e",
    "x" * 5000,
    [],
    {},
    [[]],
    {"a": 1},
]
IDS = ["nobody", "%00", "..", "%2e%2e", "a%0ab", "é", "x" * 300, "#", "agent:", "'", "%F0%9F%98%80"]


def commands() -> Iterator[tuple[str, dict[str, Any]]]:
    """The address of each command with a JSON body, and the fields of its body."""
    document = document_of(version1)
    for path, methods in document["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        if "application/json" in content:
            name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
            yield path.removeprefix(V1), document["components"]["schemas"][name]["properties"]


@pytest.fixture(scope="module")
def addresses() -> list[str]:
    return [path.removeprefix(V1) for path in document_of(version1)["paths"]]


@pytest.fixture
def program(db: None, settings: Settings) -> Caller:  # noqa: ARG001 - tokens need the database
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 1_000_000)
    return a_program("all", *Scope)


def test_every_command_is_tried() -> None:
    assert len([*commands()]) >= 10


def test_a_body_that_is_no_object_is_refused(program: Caller) -> None:
    for address, _ in commands():
        for body in BODIES:
            reply = program.ask("POST", filled(address), body)
            assert reply.status in (400, 413), (address, body[:20], reply.body)
            assert reply.body["changed"] is False


def test_another_type_of_body_is_refused(program: Caller) -> None:
    for address, _ in commands():
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            assert program.ask("POST", filled(address), b"{}", kind).status == 415, (address, kind)


def test_a_wrong_value_names_its_field(program: Caller) -> None:
    refused = 0
    for address, fields in commands():
        for name in fields:
            for value in WRONG:
                reply = program.post(filled(address), {**usual(fields), name: value})
                assert reply.status < 500, (address, name, value, reply.body)
                assert "nput should" not in str(reply.body), "words of the validator, not ours"
                refused += reply.status == 400 and reply.body["field"].partition(".")[0] == name
    assert refused > 100


def test_a_null_character_is_refused_by_its_name(program: Caller) -> None:
    """PostgreSQL stores no text with one: the history of such a call could never be written."""
    sent = program.post("/calls", {"call": "c1", "language": "English", "caller": "a\0b"})
    asked = program.get("/calls?text=a%00b")
    assert [(one.status, one.body["field"]) for one in (sent, asked)] == [(400, "caller"), (400, "text")]
    assert program.get("/calls/a%00b").status == 404


def test_a_wrong_time_or_date_says_what_is_expected(program: Caller) -> None:
    for address in ("/calls?ended_since=yesterday", "/calls?ended_before=2026-01-01", "/audit-log?day=x"):
        detail = program.get(address).body["detail"]
        assert "such as 2026-11-23" in detail, detail


def test_an_unknown_field_is_refused(program: Caller) -> None:
    for address, fields in commands():
        reply = program.post(filled(address), {**usual(fields), "nonsense": 1})
        assert (reply.status, reply.body["field"]) == (400, "nonsense"), address


def test_a_text_too_long_names_its_limit(program: Caller) -> None:
    for address, fields in commands():
        for name, schema in fields.items():
            limit = next((one["maxLength"] for one in kinds(schema) if "maxLength" in one), None)
            if limit:
                reply = program.post(filled(address), {**usual(fields), name: "x" * (limit + 1)})
                assert (reply.status, reply.body["field"], reply.body["limit"]) == (400, name, limit), address


def test_the_id_of_a_conversation_that_is_too_long_names_its_field(program: Caller) -> None:
    for address, fields in commands():
        if "{chat}" in address:
            reply = program.post(address.replace("{chat}", "x" * 65), usual(fields))
            assert (reply.status, reply.body["field"], reply.body["limit"]) == (400, "chat", 64), address


def test_unknown_ids_are_refused(program: Caller, addresses: list[str]) -> None:
    for address in addresses:
        for one in IDS if "{" in address else ():
            reply = program.get(filled(address, one))
            assert reply.status < 500, (address, one, reply.body)


def test_no_answer_is_kept_by_proxies(program: Caller, addresses: list[str]) -> None:
    for address in addresses:
        assert program.get(filled(address)).headers["Cache-Control"] == "no-store"
    cache.clear()


def filled(address: str, one: str = "nobody") -> str:
    """The address with an id; a number where one is asked for."""
    return (
        address.replace("{number}", "1")
        .replace("{", "")
        .replace("}", "")
        .replace("chats/chat/", f"chats/{one}/")
        .replace("groups/chat/", f"groups/{one}/")
        .replace("contacts/contact", f"contacts/{one}")
        .replace("calls/call_id", f"calls/{one}")
        .replace("agents/agent_id", f"agents/{one}")
        .replace("queues/queue", f"queues/{one}")
        .replace("simulations/simulation_id", f"simulations/{one}")
    )


def kinds(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [schema, *schema.get("anyOf", [])]


def usual(fields: dict[str, Any]) -> dict[str, Any]:
    """A value that each needed field takes, except that it names nothing that is there."""
    known = {"client_id": "c1", "base": 0, "body": "Hello", "number": 1, "party": "agent:a", "role": "member"}
    known |= {
        "priority": 5,
        "reason": "x",
        "seen": 0,
        "agent": "a",
        "alias": "b",
        "other": "agent:b",
        "scene": "listing",
        "contact": "contact:a",
        "choice": "ready",
        "seconds": 60,
        "kind": "price",
        "card": "c1",
        "state": "done",
        "action": "confirm",
        "step": 1,
        "slots": 1,
        "device": "d1",
        "language": "English",
        "scenario": {},
        "file": "BEGIN:VCALENDAR",
        "since": "2026-11-23T00:00:00Z",
        "until": "2026-11-23T01:00:00Z",
        "versions": ["1:c1"],
        "name": "olga",
        "scopes": ["read"],
        "sheet": "agent_id,name,gender,languages\n",
    }
    known |= {name: schema["enum"][0] for name, schema in fields.items() if "enum" in schema}
    return {name: value for name, value in known.items() if name in fields}
