"""Tokens over HTTP: shown once, of no more than the caller has, revoked; each with its audit entry."""

from datetime import timedelta
from typing import Any

import pytest

from api.access.program_tokens import FORM, token_make
from api.access.scopes import Scope
from api.models import ApiToken
from routing import runtime
from routing.model.trail import TOKEN_CREATED, TOKEN_REVOKED
from routing.router import Router
from tests.integration.api.conftest import Caller, Reply, a_program, a_user, by_token
from tests.trails import audit_trail, entry_lost

pytestmark = pytest.mark.django_db
CRM = {"name": "CRM", "scopes": ["operate", "read"], "days": 30}


@pytest.fixture
def admin(router: Router) -> Caller:
    assert router
    return a_program("sync", *Scope)


def test_a_token_is_shown_once_works_and_is_revoked(admin: Caller, router: Router) -> None:
    made = admin.post("/tokens", CRM)
    text = made.body["token"]
    assert (made.status, bool(FORM.fullmatch(text)), made.body["scopes"]) == (201, True, ["read", "operate"])
    crm = by_token(text)
    assert crm.get("/me").body["expires_at"] == made.body["expires_at"]
    assert text.split("_", 2)[2] not in str([vars(one) for one in ApiToken.objects.all()])

    listed = admin.get("/tokens").body["items"]
    assert [one["name"] for one in listed] == ["CRM", "sync"]
    assert (listed[0]["key"], "token" in listed[0], bool(listed[0]["last_used_at"])) == (
        text[4:12],
        False,
        True,
    )
    revoked = admin.ask("DELETE", f"/tokens/{listed[0]['key']}")
    assert (revoked.status, bool(revoked.body["revoked_at"])) == (200, True)
    assert admin.ask("DELETE", f"/tokens/{listed[0]['key']}").body == revoked.body
    assert crm.get("/me").body["code"] == "token_revoked"
    entries = audit_trail(router, router.clock().date())
    assert [(one.kinds, one.by, one.reason) for one in entries] == [
        ((TOKEN_REVOKED,), "sync", "CRM"),
        ((TOKEN_CREATED,), "sync", "CRM: read, operate"),
    ]


def test_a_repeated_revocation_leaves_a_later_token_of_the_name(admin: Caller) -> None:
    first = admin.post("/tokens", CRM).body["key"]
    admin.ask("DELETE", f"/tokens/{first}")
    second = by_token(admin.post("/tokens", CRM).body["token"])
    admin.ask("DELETE", f"/tokens/{first}")

    assert second.get("/me").status == 200


def test_tokens_come_in_pages_also_those_of_one_name(admin: Caller) -> None:
    for _ in range(3):
        admin.ask("DELETE", f"/tokens/{admin.post('/tokens', CRM).body['key']}")
    keys: list[str] = []
    cursor = ""
    while cursor is not None:
        page = admin.get(f"/tokens?limit=1{cursor and '&cursor='}{cursor}").body
        keys += [one["key"] for one in page["items"]]
        cursor = page["next"]

    assert keys == [one.key for one in ApiToken.objects.order_by("name", "-created_at")]


def test_a_program_gives_no_scope_that_it_lacks(router: Router) -> None:
    assert router
    small = a_program("small", Scope.ADMIN, Scope.READ)
    refused = small.post("/tokens", CRM)

    assert (refused.status, refused.body["code"], refused.body["field"]) == (403, "scope_missing", "scopes")
    assert "operate" in refused.body["detail"]
    made = small.post("/tokens", {"name": "reader", "scopes": ["read"]})
    assert made.status == 201
    assert by_token(made.body["token"]).post("/tokens", CRM).status == 403
    ada = a_user("ada", "administrators")
    assert ada.post("/tokens", {**CRM, "scopes": [*Scope]}).status == 201


def test_a_token_ends_no_later_than_the_one_that_made_it(router: Router) -> None:
    assert router
    brief = by_token(token_make("brief", [*Scope], at=runtime.now() + timedelta(minutes=1), days=10))
    refused: list[Reply] = [brief.post("/tokens", {**CRM, "days": days}) for days in (11, None)]

    assert [(one.status, one.body["field"], one.body["limit"]) for one in refused] == [(400, "days", 10)] * 2
    assert brief.post("/tokens", {**CRM, "days": 10}).status == 201


@pytest.mark.parametrize(
    ("given", "status", "field", "limit"),
    [
        ({"name": ""}, 400, "name", 1),
        ({"name": "x" * 61}, 400, "name", 60),
        ({"name": "a/b"}, 400, "name", None),
        ({"name": "sync"}, 409, "name", None),
        ({"scopes": []}, 400, "scopes", 1),
        ({"scopes": ["all"]}, 400, "scopes.0", None),
        ({"days": 0}, 400, "days", 1),
        ({"days": 3651}, 400, "days", 3650),
        ({"days": "30"}, 400, "days", None),
        ({"days": 30.5}, 400, "days", None),
    ],
)
def test_a_wrong_field_is_named(
    admin: Caller, given: dict[str, Any], status: int, field: str, limit: int | None
) -> None:
    refused = admin.post("/tokens", {**CRM, **given})

    assert (refused.status, refused.body["field"], refused.body.get("limit")) == (status, field, limit)
    assert ApiToken.objects.count() == 1
    if field == "days" and limit is None:
        assert refused.body["detail"] == "days: must be a whole number from 1 to 3650"


@pytest.mark.parametrize("is_written", [False, True], ids=["entry refused", "reply of the entry lost"])
def test_no_token_without_an_audit_entry(
    admin: Caller, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("api.access.token_administration.trail_write", entry_lost(is_written=is_written))
        refused = admin.post("/tokens", CRM)
    assert (refused.status, refused.body["changed"]) == (503, "unknown" if is_written else False)
    assert ApiToken.objects.filter(name="CRM").count() == 0
    assert admin.post("/tokens", CRM).status == 201


def test_only_administrators_have_tokens(admin: Caller) -> None:
    mara, teller = a_user("mara", "supervisors"), a_program("teller", Scope.READ, Scope.OPERATE)

    for who in (mara, teller):
        assert {who.get("/tokens").status, who.post("/tokens", CRM).status} == {403}
        assert who.ask("DELETE", "/tokens/00000000").status == 403
    assert admin.ask("DELETE", "/tokens/00000000").body["code"] == "unknown_token"


def test_an_answer_is_not_for_a_later_token_with_fewer_scopes(admin: Caller) -> None:
    key = {"Idempotency-Key": "an-invitation"}
    first = admin.post("/users", {"name": "mara", "role": "administrator"}, **key)
    assert first.status == 201
    admin.ask("DELETE", f"/tokens/{admin.get('/tokens').body['items'][0]['key']}")
    same = a_program("sync", *Scope)
    again = same.post("/users", {"name": "mara", "role": "administrator"}, **key)
    assert again.body == first.body
    same.ask("DELETE", f"/tokens/{same.get('/tokens').body['items'][0]['key']}")
    fewer = a_program("sync", Scope.ADMIN).post("/users", {"name": "mara", "role": "administrator"}, **key)
    assert (fewer.status, "link" in fewer.body) == (422, False)
