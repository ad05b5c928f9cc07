"""Users over HTTP: invited by a link, changed at a version, disabled; no program gives more than it has."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.models import Seat
from accounts.roles import BY_CODE, ROLES
from api.access.scopes import Scope
from api.endpoints.setup import user_fields
from dynamo.exceptions import EngineUnavailableError
from routing.model.trail import (
    PASSWORD_RESET,
    SEAT_LEFT,
    SEAT_TAKEN,
    USER_CHANGED,
    USER_DISABLED,
    USER_ENABLED,
    USER_INVITED,
)
from routing.router import Router
from routing.services import agent_create
from tests.integration.api.conftest import Caller, Reply, a_program, a_user
from tests.trails import audit_trail, entry_lost

pytestmark = pytest.mark.django_db
PASSWORD = "a long sentence of mine"
OLGA = {"name": "olga", "full_name": "Olga Ruiz", "role": "agent"}


@pytest.fixture
def admin(router: Router) -> Caller:
    """A program that may do everything; the agents ana and bob have no user."""
    for name in ("ana", "bob"):
        agent_create(router, name=name.title(), gender="F", languages=["Spanish"], agent_id=name)
    return a_program("sync", *Scope)


def put(who: Caller, name: str, **given: Any) -> Reply:
    return who.ask("PUT", f"/users/{name}", json.dumps(given))


def password_chosen(link: str) -> int:
    """The status after the link is opened and a password sent."""
    client = Client()
    page = client.get(link.removeprefix("http://testserver"), follow=True)
    if page.status_code != 200:
        return page.status_code
    fields = dict.fromkeys(("new_password1", "new_password2"), PASSWORD)
    return client.post(page.redirect_chain[-1][0], fields).status_code


def kinds(router: Router) -> list[str]:
    """Kinds of the audit entries, the newest first."""
    return [kind for entry in audit_trail(router, router.clock().date()) for kind in entry.kinds]


def test_an_invited_user_signs_in_by_the_link_and_sits_at_the_desk(admin: Caller, router: Router) -> None:
    made = admin.post("/users", {**OLGA, "agent": "ana"})

    assert made.status == 201
    user = made.body["user"]
    assert (user["name"], user["roles"], user["agent"], user["state"]) == (
        "olga",
        ["agent"],
        "ana",
        "invited",
    )
    assert password_chosen(made.body["link"]) == 302
    assert password_chosen(made.body["link"]) == 410
    now = admin.get("/users/olga")
    assert (now.body["state"], now.headers["ETag"]) == ("active", f'"{user["version"]}"')
    assert made.body["link"] not in json.dumps(now.body)
    assert kinds(router)[1:] == [SEAT_TAKEN, USER_INVITED]
    assert {entry.by for entry in audit_trail(router, router.clock().date())} == {"sync", "olga"}


def test_users_come_in_pages_by_name(admin: Caller) -> None:
    for name in ("carl", "Bea", "ana"):
        admin.post("/users", {"name": name, "role": "viewer"})
    first = admin.get("/users?limit=2").body
    rest = admin.get(f"/users?limit=2&cursor={first['next']}").body

    assert [one["name"] for one in first["items"] + rest["items"]] == ["Bea", "ana", "carl"]
    assert rest["next"] is None


def test_a_user_is_changed_at_the_version_that_was_read(admin: Caller, router: Router) -> None:
    before = admin.post("/users", {**OLGA, "agent": "ana"}).body["user"]
    changed = put(admin, "olga", full_name="Olga", role="planner", agent="bob", version=before["version"])
    again = put(admin, "olga", full_name="Olga", role="planner", agent="bob", version=before["version"])
    late = put(admin, "olga", full_name="Olga Ruiz", version=before["version"])
    by_header = admin.ask(
        "PUT",
        "/users/olga",
        json.dumps({"full_name": "Olga", "agent": ""}),
        **{"if-match": f'"{changed.body["version"]}"'},
    )

    assert (changed.status, changed.body["roles"], changed.body["agent"]) == (200, ["planner"], "bob")
    assert again.body == changed.body
    assert (late.status, late.body["present"]["user"]) == (409, changed.body)
    assert (by_header.status, by_header.body["agent"], by_header.body["roles"]) == (200, "", ["planner"])
    assert put(admin, "olga", full_name="Olga").body["field"] == "version"
    assert kinds(router) == [SEAT_LEFT, SEAT_TAKEN, USER_CHANGED, SEAT_TAKEN, USER_INVITED]


def test_a_disabled_user_is_out_at_once(admin: Caller, router: Router) -> None:
    olga = a_user("olga", "supervisors")
    before = olga.get("/agents").status
    disabled = admin.post("/users/olga/disable")
    again = admin.post("/users/olga/disable")

    assert (before, olga.get("/agents").status) == (200, 401)
    assert (disabled.status, disabled.body["state"], again.body) == (200, "disabled", disabled.body)
    assert admin.post("/users/olga/link").body["code"] == "disabled"
    assert admin.post("/users/olga/enable").body["state"] == "active"
    assert olga.get("/agents").status == 401, "the session is over"
    assert kinds(router) == [USER_ENABLED, USER_DISABLED]


def test_a_new_link_ends_password_sessions_and_earlier_links(admin: Caller, router: Router) -> None:
    olga = a_user("olga", "supervisors")
    first, second = (admin.post("/users/olga/link").body["link"] for _ in range(2))

    assert not Client().login(username="olga", password="correct horse")
    assert olga.get("/agents").status == 401
    assert (password_chosen(first), password_chosen(second)) == (410, 302)
    assert kinds(router)[1:] == [PASSWORD_RESET, PASSWORD_RESET]


@pytest.mark.parametrize(
    ("given", "status", "field"),
    [
        ({"name": "a b"}, 400, "name"),
        ({"name": ".."}, 400, "name"),
        ({"name": "x" * 151}, 400, "name"),
        ({"full_name": "Ol\nga"}, 400, "full_name"),
        ({"full_name": "x" * 151}, 400, "full_name"),
        ({"role": "owner"}, 400, "role"),
        ({"teams": ["south"]}, 400, "teams"),
        ({"agent": "nobody"}, 400, "agent"),
        ({"agent": "ana~chat"}, 400, "agent"),
        ({"name": "mara"}, 409, "name"),
        ({"agent": "bob"}, 409, "agent"),
        ({"password": "x"}, 400, "password"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_made(
    admin: Caller, router: Router, given: dict[str, Any], status: int, field: str
) -> None:
    admin.post("/users", {"name": "mara", "role": "agent", "agent": "bob"})
    before = kinds(router)
    refused = admin.post("/users", {**OLGA, **given})

    assert (refused.status, refused.body["field"]) == (status, field)
    assert [one.username for one in User.objects.all()] == ["mara"]
    assert kinds(router) == before


def test_the_last_administrator_stays_one(admin: Caller, router: Router) -> None:
    ada = a_user("ada", "administrators")
    bea = a_user("bea", "administrators")
    own = ada.post("/users/ada/disable")
    assert (own.status, own.body["code"]) == (409, "own_account")
    assert bea.post("/users/ada/disable").status == 200

    version = admin.get("/users/bea").body["version"]
    for refused in (
        admin.post("/users/bea/disable"),
        put(bea, "bea", full_name="", role="viewer", version=version),
    ):
        assert (refused.status, refused.body["code"]) == (409, "last_administrator")
        assert refused.body["present"]["user"]["roles"] == ["administrator"]
    assert kinds(router) == [USER_DISABLED]


def test_an_administrator_who_never_came_is_none(admin: Caller, router: Router) -> None:
    ada = a_user("ada", "administrators")
    assert admin.post("/users", {"name": "bea", "role": "administrator"}).status == 201
    refused = admin.post("/users/ada/disable")
    assert (refused.status, refused.body["code"]) == (409, "last_administrator")
    assert ada.get("/users/bea").status == 200

    bea = User.objects.get(username="bea")
    bea.last_login = router.clock()
    bea.save()
    assert admin.post("/users/ada/disable").status == 200


@pytest.mark.parametrize("role", ["agent", "supervisor", "administrator"])
def test_a_program_gives_no_user_more_than_it_has_nor_changes_one_who_has_more(
    admin: Caller, role: str
) -> None:
    small = a_program("small", Scope.ADMIN, Scope.READ)
    admin.post("/users", {"name": "mara", "role": role})
    version = admin.post("/users", {**OLGA, "role": "viewer"}).body["user"]["version"]
    refused = [
        small.post("/users", {"name": "eva", "role": role}),
        put(small, "olga", full_name="", role=role, version=version),
        small.post("/users/mara/link"),
        small.post("/users/mara/disable"),
        small.ask("DELETE", "/users/mara/two-factor"),
        small.ask("DELETE", "/users/mara/single-sign-on"),
    ]

    assert {(one.status, one.body["code"]) for one in refused} == {(403, "scope_missing")}
    assert User.objects.filter(username="eva").count() == 0
    assert put(small, "olga", full_name="Olga", version=version).status == 200
    assert small.post("/users/olga/link").status == 200
    assert small.post("/users/olga/disable").status == 200


def test_a_superuser_is_more_than_an_administrator_of_few_scopes(admin: Caller) -> None:
    User.objects.create_superuser("root", password="correct horse")
    small = a_program("small", Scope.ADMIN)

    assert (small.post("/users/root/link").status, admin.post("/users/root/link").status) == (403, 200)


@pytest.mark.parametrize("is_written", [False, True], ids=["entry refused", "reply of the entry lost"])
def test_nobody_is_invited_without_an_audit_entry(
    admin: Caller, router: Router, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("accounts.changing.trail_write", entry_lost(is_written=is_written))
        refused = admin.post("/users", OLGA)
    assert (refused.status, refused.body["changed"]) == (503, "unknown" if is_written else False)
    assert not User.objects.exists()
    assert admin.post("/users", OLGA).status == 201
    assert kinds(router) == [USER_INVITED] * (1 + is_written)


def test_a_desk_given_in_vain_leaves_user_and_seats_alone(
    admin: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = admin.post("/users", {**OLGA, "agent": "ana"}).body["user"]["version"]

    def away(*_given: object, **_named: object) -> None:
        raise EngineUnavailableError("away")

    monkeypatch.setattr("accounts.seats.trail_write", away)
    refused = put(admin, "olga", full_name="Other", role="viewer", agent="bob", version=version)

    assert (refused.status, admin.get("/users/olga").body["version"]) == (503, version)


def test_removing_an_agent_frees_its_desk(admin: Caller) -> None:
    admin.post("/users", {**OLGA, "agent": "ana"})
    admin.post("/agents/ana/choose", {"choice": "offline"})
    version = admin.get("/agents/ana").body["version"]

    assert admin.ask("DELETE", f"/agents/ana?version={version}").status == 200
    assert (admin.get("/users/olga").body["agent"], Seat.objects.count()) == ("", 0)
    assert admin.ask("DELETE", f"/agents/ana?version={version}").status == 200


def test_the_roles_are_told_with_what_they_allow(admin: Caller) -> None:
    told = admin.get("/roles").body

    assert [one["role"] for one in told["roles"]] == [*BY_CODE]
    assert set(user_fields.RoleName.__args__) == {*BY_CODE}  # type: ignore[attr-defined]  # of a Literal
    for one, role in zip(told["roles"], ROLES, strict=True):
        assert {*one["permissions"]} == {*role.permissions} <= told["permissions"].keys()


def test_only_administrators_see_users(admin: Caller) -> None:
    mara, teller = a_user("mara", "supervisors"), a_program("teller", Scope.READ, Scope.OPERATE)

    for who in (mara, teller):
        answers = [who.get("/users"), who.get("/users/mara"), who.post("/users", OLGA), who.get("/roles")]
        assert {one.status for one in answers} == {403}
    assert a_user("ada", "administrators").get("/users").status == 200
    assert admin.get("/users/nobody").body["code"] == "unknown_user"
