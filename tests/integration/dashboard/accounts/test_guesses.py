"""Guesses of the present password or code in a session: limited and logged like failed sign-ins."""

import time

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from routing.router import Router
from tests.integration.dashboard.conftest import PASSWORD, a_user
from tests.signing_in.one_time_codes import code_of

pytestmark = pytest.mark.django_db
NEW = "a new and longer password"
SECRET, NEVER = "JBSWY3DPEHPK3PXP", "000000"
TOO_MANY = "Too many failed sign-ins. Try again in 5 minutes."
AGAIN = "/account/again/?next=/account/two-factor/"


@pytest.fixture
def olga(router: Router, client: Client) -> User:  # noqa: ARG001 - the pages use it
    """Signed in."""
    user = a_user("olga", "operators")
    client.force_login(user)
    return user


def change(client: Client, present: str) -> str:
    fields = {"old_password": present, "new_password1": NEW, "new_password2": NEW}
    return client.post("/account/password/", fields, follow=True).content.decode()


def again(client: Client, password: str) -> str:
    return client.post(AGAIN, {"password": password}, follow=True).content.decode()


def test_the_present_password_cannot_be_guessed(
    client: Client, olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(10):
        assert "Your old password was entered incorrectly" in change(client, "wrong")

    assert TOO_MANY in change(client, PASSWORD)
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    said = [record.getMessage() for record in caplog.records if record.name == "dashboard.sign_in"]
    assert said == [
        *['sign-in failed address=127.0.0.1 user="olga"'] * 10,
        'sign-in throttled address=127.0.0.1 user="olga"',
    ]


@pytest.mark.usefixtures("olga")
def test_guesses_on_all_pages_count_together(client: Client) -> None:
    for page in (change, again):
        for _ in range(5):
            assert TOO_MANY not in page(client, "wrong")

    assert TOO_MANY in change(client, PASSWORD)
    assert TOO_MANY in again(client, PASSWORD)
    assert Client().post("/sign-in/", {"username": "olga", "password": PASSWORD}).status_code == 429


@pytest.mark.usefixtures("olga")
def test_a_wrong_new_password_is_no_guess(client: Client) -> None:
    fields = {"old_password": PASSWORD, "new_password1": "short", "new_password2": "short"}
    for _ in range(12):
        assert client.post("/account/password/", fields).status_code == 200

    assert "Password saved." in change(client, PASSWORD)


def test_a_code_cannot_be_guessed_in_a_session(
    client: Client, olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    TOTP.activate(olga, SECRET)
    pages = [client.post("/account/again/code/", {"code": NEVER}) for _ in range(11)]
    right = client.post("/account/again/code/", {"code": code_of(SECRET, time.time())})

    assert "Too many" in pages[-1].content.decode()
    assert right.status_code in (200, 429)
    assert 'sign-in failed address=127.0.0.1 user="olga"' in caplog.text


def test_a_code_of_another_key_is_explained_in_a_session(
    client: Client, olga: User, settings: Settings
) -> None:
    TOTP.activate(olga, SECRET)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret key " * 3
    client.get("/account/")
    settings.SECRET_KEY_FALLBACKS = []
    client.force_login(olga)
    answer = client.post("/account/again/code/", {"code": code_of(SECRET, time.time())})

    assert (answer.status_code, "SECRET_KEY has changed" in answer.content.decode()) == (403, True)
