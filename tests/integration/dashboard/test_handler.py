"""HTTP requests to Django: each in one thread, its connections closed there; those with a token."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core import signals
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase
from django.test import RequestFactory
from pytest_django import Settings

from api.access.program_tokens import token_make
from api.access.scopes import Scope
from dashboard.pages.handler import Pages, WithTokens
from routing.runtime import now


def asking(path: str) -> ApplicationCommunicator:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http"}
    headers = [(b"host", b"localhost")]
    return ApplicationCommunicator(Pages(), {**scope, "headers": headers})  # type: ignore[no-untyped-call]


async def answer(path: str) -> tuple[int, bytes]:
    """Status and body."""
    line = asking(path)
    await line.send_input({"type": "http.request", "body": b""})  # type: ignore[no-untyped-call]
    start: dict[str, Any] = await line.receive_output(10)  # type: ignore[no-untyped-call]
    body, is_more = b"", True
    while is_more:
        part: dict[str, Any] = await line.receive_output(10)  # type: ignore[no-untyped-call]
        body, is_more = body + part.get("body", b""), part.get("more_body", False)
    await line.wait(10)  # type: ignore[no-untyped-call]
    return start["status"], body


@pytest.fixture
def threads() -> Iterator[list[int]]:
    """The threads in which requests began and ended."""
    seen: list[int] = []

    def see(**_: object) -> None:
        seen.append(threading.get_ident())

    for signal in (signals.request_started, signals.request_finished):
        signal.connect(see)
    yield seen
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(see)


async def test_a_request_begins_and_ends_in_one_thread_which_is_not_that_of_the_sockets(
    threads: list[int],
) -> None:
    assert await answer("/health/") == (200, b"ok\n")

    began, ended = threads
    assert began == ended != threading.get_ident()


async def test_a_file_comes_whole(threads: list[int]) -> None:
    status, body = await answer("/static/styles/app.css")

    assert (status, body[:1] != b"") == (200, True)
    assert len(threads) == 2


async def test_nothing_is_answered_to_a_client_that_left_before_its_body_was_there(
    threads: list[int],
) -> None:
    line = asking("/health/")
    await line.send_input({"type": "http.disconnect"})  # type: ignore[no-untyped-call]

    await line.wait(10)  # type: ignore[no-untyped-call]

    assert await line.receive_nothing()  # type: ignore[no-untyped-call]
    assert threads == []


@pytest.fixture(scope="module")
def handlers() -> tuple[Pages, WithTokens]:
    return Pages(), WithTokens()


@pytest.mark.parametrize("host", ["localhost", "elsewhere"])
@pytest.mark.parametrize("path", ["me", "nothing", "openapi.json"])
@pytest.mark.parametrize("token", ["", "ccp_unknown"], ids=["known", "unknown"])
@pytest.mark.django_db
def test_a_request_with_a_token_is_answered_as_with_all_middleware(
    handlers: tuple[Pages, WithTokens], path: str, token: str, host: str
) -> None:
    token = token or token_make("reader", [Scope.READ], at=now())

    def answered(handler: BaseHandler) -> HttpResponseBase:
        asked = RequestFactory().get(
            f"/api/v1/{path}", headers={"host": host, "authorization": f"Bearer {token}"}
        )
        return handler.get_response(asked)

    with_all, with_few = map(answered, handlers)

    counted = {"RateLimit-Remaining", "RateLimit-Reset"}
    assert with_few.status_code == with_all.status_code
    assert with_few.headers.keys() == with_all.headers.keys()
    assert [with_few.headers[name] for name in with_few.headers if name not in counted] == [
        with_all.headers[name] for name in with_few.headers if name not in counted
    ]


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.django_db
def test_an_empty_header_is_no_token(
    handlers: tuple[Pages, WithTokens], empty: str, settings: Settings
) -> None:
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 1_000_000)  # strangers count together
    asked = RequestFactory().get("/api/v1/me", headers={"authorization": empty})

    assert handlers[0]._response(asked).status_code == 401


def test_it_is_the_token_that_spares_the_middleware_of_sessions(handlers: tuple[Pages, WithTokens]) -> None:
    requests = [
        RequestFactory().get(path, headers=headers)
        for path in ("/api/v1/nothing", "/")
        for headers in ({}, {"authorization": "Bearer ccp_unknown"})
    ]

    for request in requests:
        handlers[0]._response(request)

    assert [hasattr(request, "session") for request in requests] == [True, False, True, True]
