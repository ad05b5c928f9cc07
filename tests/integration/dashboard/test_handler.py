"""HTTP requests to Django: each in one thread, its connections closed there."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core import signals

from dashboard.pages.handler import Pages


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
