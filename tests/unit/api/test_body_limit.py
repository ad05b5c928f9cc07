"""Limit of bodies at the web server: refused at their length, or where they pass it."""

import json
from collections.abc import MutableMapping
from typing import Any

import pytest

from api.conventions.body_limit import BodyLimit

LIMIT = 10
Message = MutableMapping[str, Any]


async def asked(
    chunks: list[bytes], *, path: str = "/api/v1/x", length: str = ""
) -> tuple[list[Message], int]:
    """What was sent, and how many chunks were read."""
    left, sent = [*chunks], list[Message]()

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200})

    async def receive() -> Message:
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-length", length.encode())] if length else []
    scope = {"type": "http", "path": path, "headers": headers}
    await BodyLimit(application, lambda _: LIMIT)(scope, receive, send)
    return sent, len(chunks) - len(left)


@pytest.mark.parametrize(("chunks", "length", "read"), [([b"x" * 4] * 5, "", 3), ([b"x" * 11], "11", 0)])
async def test_a_body_beyond_the_limit_is_refused_before_it_is_read_whole(
    chunks: list[bytes], length: str, read: int
) -> None:
    (start, body), chunks_read = await asked(chunks, length=length)

    assert (start["status"], chunks_read) == (413, read)
    assert json.loads(body["body"])["limit"] == LIMIT


@pytest.mark.parametrize(("chunks", "path"), [([b"x" * 10], "/api/v1/x"), ([b"x" * 99], "/calls/")])
async def test_others_pass(chunks: list[bytes], path: str) -> None:
    sent, _ = await asked(chunks, path=path, length="no number")

    assert sent[0]["status"] == 200
