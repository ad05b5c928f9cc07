"""Second factor: set up with an app, asked for at sign-in, limited, removed."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from dashboard.accounts.two_factor_secrets import TwoFactorAdapter
from routing.model.trail import TWO_FACTOR_ADDED, TWO_FACTOR_REMOVED, TrailEntry
from routing.router import Router
from tests.integration.dashboard.conftest import PASSWORD, a_user
from tests.signing_in.one_time_codes import code_of
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXP"
NEVER = "000000"


def sign_in(client: Client) -> str:
    response = client.post("/sign-in/", {"username": "olga", "password": PASSWORD})
    return response.headers.get("Location", "")


@pytest.fixture
def olga(router: Router) -> User:  # noqa: ARG001 - the pages use it
    """An agent's user without a second factor."""
    return a_user("olga", "operators")


@pytest.fixture
def secured(olga: User) -> User:
    """The same with one."""
    TOTP.activate(olga, SECRET)
    return olga


def test_a_user_sets_it_up_with_an_app_and_gets_recovery_codes(
    client: Client, olga: User, router: Router
) -> None:
    sign_in(client)
    again = client.get("/account/two-factor/").headers["Location"]
    page = client.post(again, {"password": PASSWORD}, follow=True).content.decode()
    found = re.search(r'secret-text">(\w+)<', page)
    assert found is not None
    done = client.post("/account/two-factor/", {"code": code_of(found[1], time.time())}, follow=True)

    assert done.redirect_chain[-1][0] == "/account/recovery-codes/"
    assert len(re.findall(r"<li><code>\d+</code>", done.content.decode())) == 10
    assert again.startswith("/account/again/")
    assert "<svg" in page
    assert [entry.by for entry in entries(router, TWO_FACTOR_ADDED)] == [olga.username]


def entries(router: Router, kind: str) -> list[TrailEntry]:
    return [one for one in audit_trail(router, router.clock().date()) if kind in one.kinds]


def test_sign_in_asks_for_the_code_and_takes_each_once(client: Client, secured: User) -> None:  # noqa: ARG001
    first = sign_in(client)
    refused = client.get("/").status_code
    code = code_of(SECRET, time.time())
    arrived = client.post(first, {"code": code}).headers["Location"]
    other = Client()
    sign_in(other)

    assert (first, refused, arrived) == ("/sign-in/code/", 302, "/")
    assert client.get("/").status_code == 200
    assert other.post("/sign-in/code/", {"code": code}).status_code == 200
    assert other.get("/").status_code == 302


def test_codes_cannot_be_guessed(client: Client, secured: User, caplog: pytest.LogCaptureFixture) -> None:  # noqa: ARG001
    sign_in(client)
    pages = [client.post("/sign-in/code/", {"code": NEVER}).content.decode() for _ in range(12)]

    assert "Incorrect code" in pages[0]
    assert "Too many failed sign-ins" in pages[-1]
    assert (
        "Too many" in client.post("/sign-in/code/", {"code": code_of(SECRET, time.time())}).content.decode()
    )
    said = [record.getMessage() for record in caplog.records if record.name == "dashboard.sign_in"]
    assert said[0] == 'sign-in failed address=127.0.0.1 user="olga"'
    assert said[-1].startswith("sign-in throttled")


def test_a_user_removes_it_with_the_password_again(client: Client, secured: User, router: Router) -> None:
    sign_in(client)
    client.post("/sign-in/code/", {"code": code_of(SECRET, time.time())})
    again = client.get("/account/two-factor/remove/").headers["Location"]
    client.post(again, {"password": PASSWORD})
    answer = client.post("/account/two-factor/remove/")

    assert answer.headers["Location"] == "/account/"
    assert not Authenticator.objects.filter(user=secured).exists()
    assert len(entries(router, TWO_FACTOR_REMOVED)) == 1


def test_an_administrator_removes_a_lost_one(client: Client, secured: User, router: Router) -> None:
    client.force_login(a_user("ada", "administrators"))
    before = client.get("/users/").content.decode()
    client.post("/users/olga/two-factor/")
    client.post("/users/olga/two-factor/")

    assert "two-factor" in before
    assert not Authenticator.objects.filter(user=secured).exists()
    assert len(entries(router, TWO_FACTOR_REMOVED)) == 1
    assert sign_in(Client()) == "/"


def test_secrets_are_encrypted_and_survive_a_new_secret_key(secured: User, settings: Settings) -> None:
    kept = Authenticator.objects.get(user=secured, type=Authenticator.Type.TOTP).data["secret"]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"

    assert SECRET not in kept
    assert TwoFactorAdapter().decrypt(kept) == SECRET


def test_a_secret_of_another_key_is_explained(client: Client, secured: User, settings: Settings) -> None:  # noqa: ARG001
    settings.SECRET_KEY = "another secret key " * 3
    sign_in(client)
    answer = client.post("/sign-in/code/", {"code": code_of(SECRET, time.time())})

    assert (answer.status_code, "SECRET_KEY has changed" in answer.content.decode()) == (403, True)


def test_a_code_that_was_not_sent_is_asked_for_again(client: Client, secured: User) -> None:  # noqa: ARG001
    sign_in(client)

    assert client.post("/sign-in/code/", {}).status_code == 200
