"""Users: invited by a link, changed, disabled, by administrators alone."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.administration import user_disable
from accounts.exceptions import LastAdministratorError
from accounts.roles import BY_GROUP, words_of
from accounts.seats import seat_of
from dynamo.exceptions import EngineUnavailableError
from operations.reach import reach_of
from routing.model.people.reach import EVERY_AGENT, Reach
from routing.model.settings.teams import Teams
from routing.model.trail import PASSWORD_RESET, PASSWORD_SET, USER_CHANGED, USER_DISABLED, USER_INVITED
from routing.router import Router
from routing.services import agent_create
from tests.integration.dashboard.conftest import PASSWORD, a_user, signed_in
from tests.integration.dashboard.page_forms import fields, shown
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
NEW = "a long sentence of mine"


@pytest.fixture
def administrator(router: Router) -> Client:
    """May do everything; agent `ana` has a desk."""
    agent_create(router, name="Ana Torres", gender="F", languages=["Spanish"], agent_id="ana")
    return signed_in(a_user("ada", "administrators"))


def link_in(page: str) -> str:
    found = re.search(r"http://testserver(/welcome/[^<]+)</code>", page)
    assert found is not None
    return found[1]


def invited(administrator: Client, **fields: str) -> tuple[User, str]:
    """A new user, and the link that the page shows."""
    given = {"name": "olga", "full_name": "Olga Ruiz", "role": "operators", "agent": "", **fields}
    page = administrator.post("/new-user/", given).content.decode()
    return User.objects.get(username=given["name"]), link_in(page)


def choose(link: str, password: str) -> int:
    """Opens a link as a browser does, and chooses a password; the status of the last page."""
    client = Client()
    page = client.get(link, follow=True)
    if page.status_code != 200:
        return page.status_code
    fields = {"new_password1": password, "new_password2": password}
    return client.post(page.redirect_chain[-1][0], fields).status_code


def kinds_of(router: Router) -> set[str]:
    """Kinds of all entries of the audit log."""
    return {kind for entry in audit_trail(router, router.clock().date()) for kind in entry.kinds}


def can_sign_in(name: str, password: str) -> bool:
    return Client().login(username=name, password=password)


def test_an_invited_user_chooses_a_password_and_sits_at_the_desk(
    administrator: Client, router: Router
) -> None:
    user, link = invited(administrator, agent="ana")

    assert (words_of(user), seat_of(user)) == ("Agent", "ana")
    assert '<a href="/agents/ana/">Ana Torres</a>' in administrator.get("/users/").content.decode()
    assert choose(link, NEW) == 302
    assert can_sign_in("olga", NEW)
    assert {USER_INVITED, PASSWORD_SET} <= kinds_of(router)


def test_a_link_works_once(administrator: Client) -> None:
    _user, link = invited(administrator)
    choose(link, NEW)

    assert choose(link, "another long sentence") == 410
    assert can_sign_in("olga", NEW)


def test_a_new_link_ends_password_sessions_and_earlier_links(administrator: Client, router: Router) -> None:
    user, link = invited(administrator)
    choose(link, NEW)
    olga = signed_in(User.objects.get(pk=user.pk))
    first = link_in(administrator.post(f"/users/{user.username}/link/").content.decode())
    second = link_in(administrator.post(f"/users/{user.username}/link/").content.decode())

    assert not can_sign_in("olga", NEW)
    assert olga.get("/").status_code == 302
    assert (choose(first, NEW), choose(second, NEW)) == (410, 302)
    assert PASSWORD_RESET in kinds_of(router)


@pytest.mark.parametrize("password", ["short", "123456789012345", "password1234", "olga-ruiz-olga"])
def test_a_weak_password_is_refused(administrator: Client, password: str) -> None:
    _user, link = invited(administrator, name="olga-ruiz")

    assert choose(link, password) == 200
    assert not can_sign_in("olga-ruiz", password)


def test_a_disabled_user_is_signed_out(administrator: Client, router: Router) -> None:
    user, _link = invited(administrator)
    olga = signed_in(user)
    administrator.post(f"/users/{user.username}/disable/")

    assert olga.get("/").status_code == 302
    assert USER_DISABLED in kinds_of(router)
    administrator.post(f"/users/{user.username}/enable/")
    assert olga.get("/").status_code == 302, "the session is over"


def test_links_of_a_disabled_user_are_void_until_it_is_enabled(administrator: Client) -> None:
    user, link = invited(administrator)
    administrator.post(f"/users/{user.username}/disable/")
    while_disabled = choose(link, NEW)
    administrator.post(f"/users/{user.username}/enable/")

    assert (while_disabled, choose(link, NEW)) == (410, 302)


def test_a_role_takes_effect_at_the_next_request(administrator: Client, router: Router) -> None:
    user, _link = invited(administrator)
    olga = signed_in(user)
    before = olga.get("/staffing/").status_code
    administrator.post(f"/users/{user.username}/", {"full_name": "Olga", "role": "planners", "agent": ""})

    assert (before, olga.get("/staffing/").status_code) == (403, 200)
    assert [
        entry.reason for entry in audit_trail(router, router.clock().date()) if USER_CHANGED in entry.kinds
    ] == ["user olga: Agent → Planner"]


def test_a_role_taken_meanwhile_is_not_given_back_by_an_old_page(administrator: Client) -> None:
    pat = a_user("pat", "supervisors")
    old = shown(administrator, "/users/pat/")
    administrator.post("/users/pat/", {**old, "role": "viewers"})
    page = administrator.post("/users/pat/", {**old, "full_name": "Pat <b>"})

    assert (page.status_code, words_of(pat)) == (409, "Viewer")
    assert "<dt>Role</dt><dd>Viewer</dd>" in page.content.decode()
    again = fields(page.content.decode())
    assert (again["full_name"], again["role"]) == ("Pat <b>", "supervisors")
    assert administrator.post("/users/pat/", again).status_code == 302
    assert words_of(pat) == "Supervisor"


def test_the_last_administrator_stays_one(administrator: Client, router: Router) -> None:
    ada = User.objects.get(username="ada")
    page = administrator.post(f"/users/{ada.username}/", {"full_name": "", "role": "viewers", "agent": ""})
    administrator.post(f"/users/{ada.username}/disable/")

    ada.refresh_from_db()
    assert page.status_code == 400
    assert "last active administrator" in page.content.decode()
    assert (ada.is_active, words_of(ada)) == (True, "Administrator")
    with pytest.raises(LastAdministratorError):
        user_disable(router, ada, by="")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "User name: required"),
        ({"name": "a b"}, "User name: letters, digits and @ . + - _ only"),
        ({"name": ".."}, "User name: letters, digits and @ . + - _ only, and not just dots"),
        ({"name": "ada"}, "User name: already in use"),
        ({"name": "x" * 151}, "User name: at most 150 characters"),
        ({"full_name": "x" * 151}, "Full name: at most 150 characters"),
        ({"role": ""}, "Role: required"),
        ({"role": "owner"}, "Role: choose from the list"),
        ({"agent": "nobody"}, "Desk: there is no agent &#x27;nobody&#x27;"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_made(
    administrator: Client, fields: dict[str, str], said: str
) -> None:
    given = {"name": "olga", "full_name": "", "role": "operators", "agent": "", **fields}
    page = administrator.post("/new-user/", given)

    assert page.status_code == 400
    assert said in page.content.decode()
    assert not User.objects.filter(username="olga").exists()


def test_nothing_changes_without_its_audit_entry(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_named: object) -> None:
        raise EngineUnavailableError("DynamoDB is away")

    monkeypatch.setattr("accounts.changing.trail_write", away)
    page = administrator.post("/new-user/", {"name": "olga", "full_name": "", "role": "operators"})

    assert page.status_code == 503
    assert not User.objects.filter(username="olga").exists()


def test_a_user_whose_desk_cannot_be_given_is_not_invited(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_named: object) -> None:
        raise EngineUnavailableError("DynamoDB is away")

    monkeypatch.setattr("accounts.seats.trail_write", away)
    given = {"name": "olga", "full_name": "", "role": "operators", "agent": "ana"}
    page = administrator.post("/new-user/", given)

    assert (page.status_code, User.objects.filter(username="olga").exists()) == (503, False)


@pytest.mark.parametrize("group", ["viewers", "operators", "planners", "supervisors"])
def test_only_administrators_see_and_change_users(router: Router, group: str) -> None:  # noqa: ARG001 - pages use it
    other, somebody = a_user("pat"), signed_in(a_user("olga", group))
    gets = [somebody.get(path).status_code for path in ("/users/", "/new-user/", f"/users/{other.username}/")]
    posts = [
        somebody.post(path).status_code
        for path in (
            "/new-user/",
            *(f"/users/{other.username}/{does}/" for does in ("link", "disable", "enable")),
        )
    ]

    assert {*gets, *posts} == {403}
    assert "/users/" not in somebody.get("/").content.decode()


def test_the_table_of_roles_says_what_the_groups_may(administrator: Client) -> None:
    for role in BY_GROUP.values():
        user = a_user(role.group, role.group)
        assert user.get_all_permissions() == set(role.permissions), role.group
    assert "Start and stop simulated load" in administrator.get("/users/").content.decode()


def test_a_user_changes_the_own_password_and_stays_signed_in(administrator: Client) -> None:
    other = signed_in(User.objects.get(username="ada"))
    fields = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    answer = administrator.post("/account/password/", fields)

    assert answer.headers["Location"] == "/account/"
    assert administrator.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302


def test_a_supervisor_gets_teams_and_every_change_is_in_the_audit_log(
    administrator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = replace(router, teams=Teams({"sales": "Sales", "north": "North"}))
    for module in ("users.user_form", "users.views", "operations.acting"):
        monkeypatch.setattr(f"dashboard.{module}.router", lambda: named)
    user, _link = invited(administrator, role="supervisors", teams="sales")
    assert reach_of(user) == Reach(frozenset({"sales"}))
    assert "Sales" in administrator.get("/users/").content.decode()

    page = shown(administrator, "/users/olga/")
    administrator.post("/users/olga/", {**page, "teams": ["sales", "north"]})
    late = administrator.post("/users/olga/", {**page, "teams": ["sales"]})
    assert (late.status_code, "North, Sales" in late.content.decode()) == (409, True)
    assert reach_of(User.objects.get(username="olga")).teams == frozenset({"sales", "north"})
    administrator.post("/users/olga/", {**shown(administrator, "/users/olga/"), "teams": []})
    assert reach_of(User.objects.get(username="olga")) == EVERY_AGENT
    said = [entry.reason for entry in audit_trail(router, router.clock().date()) if "olga" in entry.reason]
    assert "user olga: Supervisor; teams: Sales" in said
    assert "user olga: Supervisor; all teams" in said
    assert administrator.post("/users/olga/", {**page, "teams": ["south"], "seen": ""}).status_code == 400
