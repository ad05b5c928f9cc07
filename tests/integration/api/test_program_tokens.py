"""Tokens of programs: made by command, shown once, kept as a digest, noted when used, revoked."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from api.access import identify
from api.access.program_tokens import FORM, TokenError, program_of
from api.models import ApiToken
from routing import runtime
from routing.model.trail import TOKEN_CREATED, TOKEN_REVOKED
from routing.router import Router
from tests.integration.api.conftest import by_token
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


def api_token(*arguments: str) -> str:
    said = StringIO()
    call_command("api_token", *arguments, stdout=said)
    return said.getvalue().strip()


def test_a_token_is_printed_alone_and_kept_as_a_digest() -> None:
    token = api_token("switch", "--scopes", "operate,read")

    assert FORM.fullmatch(token)
    kept = ApiToken.objects.get()
    assert (kept.name, kept.scopes) == ("switch", ["read", "operate"])
    assert not [value for value in vars(kept).values() if token.split("_", 2)[2] in str(value)]
    assert by_token(token).get("/me").body["scopes"] == ["operate", "read"]


def test_as_json_for_scripts() -> None:
    made = json.loads(api_token("switch", "--scopes", "read", "--json"))
    (listed,) = json.loads(api_token("--list", "--json"))

    assert made.keys() == {"name", "scopes", "token"}
    assert listed.keys() == {"name", "scopes", "created_at", "last_used_at", "revoked_at", "expires_at"}
    assert made["token"] not in api_token("--list")
    assert json.loads(api_token("switch", "--revoke", "--json")) == {"name": "switch", "revoked": True}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["switch"], "scopes: one or more of read, operate, messages, admin"),
        (["switch", "--scopes", "read,all"], "scopes: one or more of"),
        (["a\nb", "--scopes", "read"], "name: 1 to 60 letters"),
        (["x" * 61, "--scopes", "read"], "name: 1 to 60 letters"),
        ([], "name: give the program's name, or --list"),
        (["nobody", "--revoke"], "name: nobody has no active token"),
        (["switch", "--scopes", "read", "--days", "x"], "--days: must be a whole number from 1 to"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        api_token(*arguments)


def test_a_name_has_one_token_until_it_is_revoked() -> None:
    first = api_token("switch", "--scopes", "read")
    with pytest.raises(CommandError, match="switch already has a token"):
        api_token("switch", "--scopes", "operate")
    api_token("switch", "--revoke")
    second = api_token("switch", "--scopes", "operate")

    assert by_token(first).get("/me").body["code"] == "token_revoked"
    assert by_token(second).get("/me").status == 200
    assert "revoked" in api_token("--list")


def test_what_the_command_does_is_in_the_audit_log(router: Router) -> None:
    api_token("switch", "--scopes", "read,operate")
    api_token("switch", "--revoke")
    entries = audit_trail(router, router.clock().date())
    assert [(one.kinds, one.by, one.origin, one.reason) for one in entries] == [
        ((TOKEN_REVOKED,), "command line", "command line", "switch"),
        ((TOKEN_CREATED,), "command line", "command line", "switch: read, operate"),
    ]


def test_a_use_is_noted_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    token, begun = api_token("switch", "--scopes", "read"), runtime.now()
    seen: list[Any] = []
    for seconds in (0, 59, 61, 62):
        program_of(token, at=begun + timedelta(seconds=seconds))
        noted = ApiToken.objects.get().last_used_at
        seen.append(noted and (noted - begun).total_seconds())
    monkeypatch.setattr(identify, "now", lambda: begun + timedelta(seconds=200))
    by_token(token).get("/me")

    assert seen == [0, 0, 61, 61]
    assert ApiToken.objects.get().last_used_at == begun + timedelta(seconds=200)


def test_a_secret_of_another_token_is_unknown() -> None:
    first, second = (api_token(name, "--scopes", "read") for name in ("switch", "crm"))
    mixed = "_".join((*first.split("_", 2)[:2], second.split("_", 2)[2]))

    with pytest.raises(TokenError, match="unknown"):
        program_of(mixed, at=runtime.now())
