"""Sign-in, sign-out, and the demo's one-click address."""

import logging

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from accounts.seats import seat_give
from callcenter.logs import LineFormatter
from dashboard.accounts.demo_view import SALT, START
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.integration.dashboard.conftest import PASSWORD, a_user

pytestmark = pytest.mark.django_db


def sign_in(client: Client, name: str, password: str, following: str = "") -> str:
    response = client.post("/sign-in/", {"username": name, "password": password, "next": following})
    return response.headers.get("Location", "")


def demo_address(name: str, salt: str = SALT) -> str:
    user = User.objects.filter(username=name).first()
    named = (
        [name, user.get_session_auth_hash()[:START], str(user.last_login or "")] if user else [name, "", ""]
    )
    token = signing.dumps(named, salt=salt)
    return f"/demo/sign-in/?token={token}"


@pytest.fixture
def _demo(settings: Settings) -> None:
    settings.DEMO = True


def test_it_signs_in_and_opens_the_board(client: Client) -> None:
    a_user("olga", "operators")

    assert sign_in(client, "olga", PASSWORD) == "/"
    assert client.get("/").status_code == 200


def test_it_returns_to_the_page_that_was_asked_for(client: Client) -> None:
    a_user("olga", "operators")

    assert sign_in(client, "olga", PASSWORD, "/agents/") == "/agents/"


@pytest.mark.parametrize(
    ("group", "start"),
    [("operators", "/desk/"), ("supervisors", "/"), ("administrators", "/"), ("planners", "/")],
)
@pytest.mark.usefixtures("_demo")
def test_an_agent_with_a_desk_starts_there(client: Client, router: Router, group: str, start: str) -> None:
    a_waiting_agent(router, "ana")
    seat_give(router, a_user("olga", group), "ana", by="ada")

    assert client.get(client.get("/").headers["Location"]).status_code == 200
    assert sign_in(client, "olga", PASSWORD) == start
    assert sign_in(Client(), "olga", PASSWORD, "/agents/") == "/agents/"
    assert client.get("/sign-in/").headers["Location"] == start
    assert client.get(start).status_code == 200
    assert Client().get(demo_address("olga")).headers["Location"] == start


def test_it_does_not_lead_to_other_sites(client: Client) -> None:
    a_user("olga", "operators")

    assert sign_in(client, "olga", PASSWORD, "https://elsewhere.example/") == "/"


def test_a_wrong_password_is_answered_on_the_page(client: Client) -> None:
    a_user("olga", "operators")
    response = client.post("/sign-in/", {"username": "olga", "password": "wrong"})

    assert response.status_code == 200
    assert b'role="alert"' in response.content
    assert b'value="olga"' in response.content
    assert "_auth_user_id" not in client.session


def test_who_is_signed_in_goes_straight_to_the_board(operator: Client) -> None:
    assert operator.get("/sign-in/").headers["Location"] == "/"


def test_it_signs_out_by_post(operator: Client) -> None:
    assert operator.post("/sign-out/").headers["Location"] == "/sign-in/"
    assert operator.get("/").headers["Location"] == "/sign-in/"


def test_a_link_can_not_sign_out(operator: Client) -> None:
    assert operator.get("/sign-out/").status_code == 405
    assert operator.get("/").status_code == 200


@pytest.mark.usefixtures("_demo")
def test_the_demo_address_signs_in_with_one_click(client: Client) -> None:
    a_user("mara", "supervisors")

    assert client.get(demo_address("mara")).headers["Location"] == "/"
    assert client.get("/").context["user"].username == "mara"


def test_outside_the_demo_there_is_no_such_address(client: Client) -> None:
    a_user("mara", "supervisors")

    assert client.get(demo_address("mara")).status_code == 404


@pytest.mark.usefixtures("_demo")
def test_an_address_that_somebody_changed_does_not_sign_in(client: Client) -> None:
    a_user("mara", "supervisors")
    response = client.get(f"{demo_address('mara')[:-1]}")

    assert response.status_code == 403
    assert b"incomplete" in response.content
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("_demo")
def test_an_address_made_for_something_else_does_not_sign_in(client: Client) -> None:
    a_user("mara", "supervisors")

    assert client.get(demo_address("mara", salt="other")).status_code == 403


@pytest.mark.usefixtures("_demo")
def test_an_old_address_says_that_it_is_old(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    a_user("mara", "supervisors")
    monkeypatch.setattr("dashboard.accounts.demo_view.MAX_AGE_SECONDS", -1)
    response = client.get(demo_address("mara"))

    assert response.status_code == 403
    assert b"15 minutes" in response.content


@pytest.mark.usefixtures("_demo")
def test_an_address_signs_in_once(client: Client) -> None:
    a_user("mara", "supervisors")
    address = demo_address("mara")
    client.get(address)
    other = Client()
    response = other.get(address)

    assert (response.status_code, b"has been used" in response.content) == (403, True)
    assert "_auth_user_id" not in other.session
    assert Client().get(demo_address("mara")).status_code == 302


@pytest.mark.usefixtures("_demo")
def test_two_clicks_at_once_sign_in_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    user = a_user("mara", "supervisors")
    address = demo_address("mara")

    def signed_in_meanwhile(_one: str, _other: str) -> bool:
        User.objects.filter(pk=user.pk).update(last_login=now())
        return True

    monkeypatch.setattr("dashboard.accounts.demo_view.constant_time_compare", signed_in_meanwhile)

    assert client.get(address).status_code == 403


@pytest.mark.usefixtures("_demo")
@pytest.mark.parametrize("name", ["gone", "retired"])
def test_a_user_who_may_not_sign_in_is_refused(client: Client, name: str) -> None:
    retired = a_user("retired", "supervisors")
    retired.is_active = False
    retired.save()

    assert client.get(demo_address(name)).status_code == 403


@pytest.mark.usefixtures("_demo")
def test_an_address_of_an_earlier_start_is_void(client: Client) -> None:
    user = a_user("mara", "supervisors")
    address = demo_address("mara")
    user.set_password("of the next start")
    user.save()
    response = client.get(address)

    assert response.status_code == 403
    assert b"earlier start" in response.content
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("_demo")
def test_the_log_has_no_token_of_an_address_that_is_refused(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    address = demo_address("gone")
    with caplog.at_level(logging.DEBUG):
        client.get(address)

    told = [record.getMessage() for record in caplog.records if record.name == "django.request"]
    assert told == ["Forbidden: /demo/sign-in/"]
    lines = [LineFormatter().format(record) for record in caplog.records]
    assert address.partition("=")[2] not in "".join(lines)
