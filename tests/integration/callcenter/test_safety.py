"""Security headers of every page, and the sockets that are let in."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import Client
from pytest_django import Settings

from callcenter.asgi import application


def test_every_page_allows_its_own_origin_only(client: Client) -> None:
    headers = client.get("/sign-in/").headers

    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_only_pages_that_explain_an_error_to_developers_have_no_policy(
    client: Client, settings: Settings
) -> None:
    assert "Content-Security-Policy" in client.get("/nothing/").headers

    settings.DEBUG = True
    assert "Content-Security-Policy" not in client.get("/nothing/").headers
    assert "Content-Security-Policy" in client.get("/sign-in/").headers


def test_cookies_stay_on_the_own_site(client: Client) -> None:
    client.get("/sign-in/")

    assert client.cookies["csrftoken"]["samesite"] == "Lax"


def test_plain_http_is_redirected_where_https_is_on_but_not_for_health(
    client: Client, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/sign-in/").headers["Location"] == "https://testserver/sign-in/"
    assert client.get("/health/").status_code == 200


def test_over_https_browsers_are_told_to_insist_and_cookies_stay_there(
    client: Client, settings: Settings
) -> None:
    settings.SECURE_HSTS_SECONDS, settings.CSRF_COOKIE_SECURE = 60, True
    page = client.get("/sign-in/", secure=True)

    assert page.headers["Strict-Transport-Security"] == "max-age=60"
    assert client.cookies["csrftoken"]["secure"] is True


async def first_answer(origin: bytes, *, path: str = "/ws/board/") -> dict[str, Any]:
    """First answer to an anonymous socket opened by a page of this origin."""
    scope: dict[str, Any] = {"type": "websocket", "path": path, "query_string": b""}
    scope["headers"] = [(b"host", b"localhost:8000"), (b"origin", origin)]
    socket = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await socket.send_input({"type": "websocket.connect"})  # type: ignore[no-untyped-call]
    answer: dict[str, Any] = await socket.receive_output(10)  # type: ignore[no-untyped-call]
    socket.stop()  # type: ignore[no-untyped-call]
    return answer


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("redis_url")
@pytest.mark.parametrize(
    "origin", [b"https://elsewhere.example", b"null", b"http://localhost:8001", b"https://localhost:8000"]
)
async def test_a_socket_from_another_site_is_refused(origin: bytes) -> None:
    assert await first_answer(origin) == {"type": "websocket.close"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("redis_url")
async def test_a_socket_from_the_own_site_is_heard() -> None:
    assert await first_answer(b"http://localhost:8000") != {"type": "websocket.close"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/ws/other/"])
async def test_a_socket_to_an_unknown_address_is_refused(path: str) -> None:
    assert await first_answer(b"http://localhost:8000", path=path) == {"type": "websocket.close"}
