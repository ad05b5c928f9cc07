"""Limits of failed sign-ins: who must wait, the answer, the log line."""

import logging
import re
import time

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from pytest_django import Settings

from callcenter import shared_cache
from callcenter.logs import LineFormatter
from callcenter.settings import BASE_DIR
from tests.integration.dashboard.conftest import PASSWORD, a_user

pytestmark = pytest.mark.django_db
OF_A_USER, OF_AN_ADDRESS, MINUTES = 10, 50, 5


@pytest.fixture
def with_redis(settings: Settings, redis_url: str) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": [redis_url]}}


def attempt(
    name: str, password: str = "wrong", *, address: str = "192.0.2.1", accept: str = "text/html", **more: str
) -> tuple[int, str]:
    response = Client(REMOTE_ADDR=address, headers={"accept": accept, **more}).post(
        "/sign-in/", {"username": name, "password": password}
    )
    return response.status_code, response.content.decode()


def fail(times: int, name: str = "olga", *, address: str = "192.0.2.1") -> None:
    for _ in range(times):
        assert attempt(name, address=address)[0] == 200


@pytest.mark.parametrize("redis", ["there", "away"])
def test_after_too_many_wrong_passwords_the_right_one_has_to_wait(
    redis: str, request: pytest.FixtureRequest
) -> None:
    if redis == "there":
        request.getfixturevalue("with_redis")
    a_user("olga", "operators")
    fail(OF_A_USER)

    status, page = attempt("olga", PASSWORD, address="192.0.2.2")

    assert status == 429
    assert "Too many failed sign-ins. Try again in 5 minutes." in page
    assert 'href="/sign-in/"' in page


@pytest.mark.usefixtures("with_redis")
def test_processes_count_together_in_redis(settings: Settings) -> None:
    fail(OF_A_USER)
    LocMemCache(settings.CACHES["default"]["LOCATION"][0], {}).clear()  # what this process would count alone

    assert attempt("olga")[0] == 429


def test_after_five_minutes_it_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    a_user("olga", "operators")
    fail(OF_A_USER)
    later = time.time() + MINUTES * 60 + 1
    monkeypatch.setattr(time, "time", lambda: later)

    assert attempt("olga", PASSWORD)[0] == 302


def test_an_address_that_fails_with_many_names_has_to_wait_and_no_other() -> None:
    a_user("olga", "operators")
    for number in range(OF_AN_ADDRESS):
        fail(1, f"user{number}")

    assert attempt("olga", PASSWORD)[0] == 429
    assert attempt("olga", PASSWORD, address="192.0.2.2")[0] == 302


def test_right_passwords_do_not_count() -> None:
    a_user("olga", "operators")
    for _ in range(OF_A_USER + 1):
        assert attempt("olga", PASSWORD)[0] == 302


@pytest.mark.parametrize("header", ["host", "x-forwarded-for"])
def test_no_header_lets_anybody_begin_again(settings: Settings, header: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    value = {"host": "localhost:{}", "x-forwarded-for": "198.51.100.{}"}[header]
    for number in range(OF_AN_ADDRESS):
        name = "olga" if header == "host" else f"user{number}"
        attempt(name, **({"host": "localhost"} | {header: value.format(number + 1)}))

    assert attempt("olga", **({"host": "localhost"} | {header: value.format(99)}))[0] == 429


@pytest.mark.parametrize(("proxies", "address"), [(0, "192.0.2.1"), (1, "203.0.113.9"), (2, "198.51.100.7")])
def test_the_address_is_the_one_the_trusted_proxies_saw(
    settings: Settings, caplog: pytest.LogCaptureFixture, proxies: int, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    attempt("olga", **{"x-forwarded-for": "made up, 198.51.100.7, 203.0.113.9"})

    assert f"address={address} " in caplog.text


def test_programs_are_answered_in_json() -> None:
    json = "application/json"
    assert attempt("olga", accept=json) == (
        401,
        '{"error": "Wrong user name or password. Both are case-sensitive."}',
    )
    assert attempt("", accept=json) == (400, '{"error": "username: This field is required."}')
    fail(OF_A_USER - 1)

    assert attempt("olga", accept=json) == (
        429,
        '{"error": "Too many failed sign-ins. Try again in 5 minutes."}',
    )


def test_who_has_to_wait_is_told_how_long() -> None:
    fail(OF_A_USER)
    response = Client(REMOTE_ADDR="192.0.2.1").post("/sign-in/", {"username": "olga", "password": "x"})

    assert response.headers["Retry-After"] == "300"


def test_nobody_learns_which_users_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    a_user("olga", "operators")
    disabled = a_user("dora", "operators")
    disabled.is_active = False
    disabled.save()
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def watched(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", watched)

    seen = []
    for name, password in [("olga", "wrong"), ("nobody", "wrong"), ("dora", "wrong"), ("dora", PASSWORD)]:
        hashed.clear()
        status, page = attempt(name, password)
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.replace(name, ""))
        seen.append((status, page, len(hashed)))

    assert len(set(seen)) == 1, "the same page after the same work"
    assert seen[0][2] == 1


def test_each_failure_and_each_refusal_is_one_line_for_fail2ban(caplog: pytest.LogCaptureFixture) -> None:
    hostile = 'olga"\nWARNING dashboard.accounts sign-in failed address=198.51.100.1 user="'
    fail(OF_A_USER, hostile)
    for _ in range(3):
        attempt(hostile)

    failregex = re.search(r"^failregex = (.*)$", (BASE_DIR / "deploy/README.md").read_text(), re.MULTILINE)
    assert failregex
    wanted = re.compile(failregex[1].replace("<ADDR>", r"(?P<address>[0-9a-f.:]+)"))
    lines = [LineFormatter().format(one) for one in caplog.records if one.name == "dashboard.sign_in"]
    found = [wanted.search(line.partition("Z")[2]) for line in lines]
    assert [one and one["address"] for one in found] == ["192.0.2.1"] * (OF_A_USER + 1)
    assert not any("\n" in line for line in lines)
    assert " sign-in failed address=192.0.2.1 " in lines[0]
    assert " sign-in throttled address=192.0.2.1 " in lines[-1]
    assert PASSWORD not in caplog.text


def test_a_redis_that_went_away_is_told_once_and_locks_nobody_out(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    a_user("olga", "operators")
    shared_cache._asked_again_at.clear()
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": ["redis://127.0.0.1:9/0"]}}
    with caplog.at_level(logging.WARNING, "callcenter.shared_cache"):
        assert attempt("olga", PASSWORD)[0] == 302
        assert attempt("olga", PASSWORD)[0] == 302

    assert caplog.text.count("Redis is not responding") == 1
    shared_cache._asked_again_at.clear()
