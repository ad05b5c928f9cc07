"""Events: the board's frames as server-sent events, in its order and with its sequence."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated

from django.db import DatabaseError
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Header, Router

from api.access.allowed import caller_of
from api.conventions.later import Later
from api.conventions.problems import Problem, wrong_field
from api.endpoints.live.board import text_of
from api.endpoints.live.watching import WATCHERS, still_may
from live.hub.fan_out import current_hub
from live.hub.kept_frames import Position
from sockets.packed import Message

router = Router(tags=["board"])
STREAM = "text/event-stream"
# As for the board's sockets: who has lost the right to it gets nothing 5 seconds later.
ACCESS_CHECK_SECONDS = 4.0
LONGEST_ID = 120
KINDS = {"snapshot": "reset", "delta": "delta", "heartbeat": "heartbeat"}
# Frames are compact and begin with these, see `live.board.frames`.
HEAD = re.compile(rb'\{"type":"(\w+)","epoch":"([^"]*)","seq":(\d+)')
# By program or user, in each web process: each costs a buffer, and a check every few seconds.
MOST_STREAMS = 20
STREAMS = "event streams"
TOO_MANY = f"{STREAMS}: at most {MOST_STREAMS} at once; close one first"
ALIVE = b": waiting for the feed\n\n"
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=LONGEST_ID,
        description="the last id received; the stream continues from there",
    ),
]
SHOWN = {
    "responses": {
        200: {
            "description": "`reset` with a snapshot, then `delta` and `heartbeat`; see docs/api.md",
            "content": {STREAM: {"schema": {"type": "string"}}},
        }
    }
}


_open: Counter[str] = Counter()


@router.get("/events", auth=WATCHERS, response=None, openapi_extra=SHOWN)
def events(request: HttpRequest, last_event_id: LastEventId = None) -> Later:
    """Streams the board: a snapshot, then each change, as server-sent events."""
    position = _position(last_event_id) if last_event_id else None
    caller = caller_of(request).party

    async def finish() -> StreamingHttpResponse:
        if _open[caller] >= MOST_STREAMS:
            raise Problem(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY, field=STREAMS, limit=MOST_STREAMS)
        # No proxy may collect the events.
        return StreamingHttpResponse(
            _events(request, position), content_type=STREAM, headers={"X-Accel-Buffering": "no"}
        )

    return Later(request, finish)


async def _events(request: HttpRequest, after: Position | None) -> AsyncIterator[bytes]:
    """Until the client leaves, or may no longer watch."""
    hub, caller = current_hub(), caller_of(request).party
    _open[caller] += 1
    subscription, check_at = hub.subscribe(after=after), time.monotonic() + ACCESS_CHECK_SECONDS
    try:
        while True:
            message = None
            with suppress(TimeoutError):
                async with asyncio.timeout(ACCESS_CHECK_SECONDS):
                    message = await subscription.next()
            yield ALIVE if message is None else _event(message)
            if time.monotonic() >= check_at:
                with suppress(DatabaseError):  # busy: ask again next time
                    if not await still_may(request):
                        return
                check_at = time.monotonic() + ACCESS_CHECK_SECONDS
    finally:
        hub.unsubscribe(subscription)
        _open[caller] -= 1
        if not _open[caller]:
            del _open[caller]


def _event(message: Message) -> bytes:
    text = text_of(message)
    head = HEAD.match(text)
    assert head is not None, text[:80]
    kind, epoch, seq = head.groups()
    return b"id: %s.%s\nevent: %s\ndata: %s\n\n" % (epoch, seq, KINDS[kind.decode()].encode(), text)


def _position(text: str) -> Position:
    """Raises Problem: 400."""
    epoch, _, seq = text.rpartition(".")
    if not (epoch and seq.isascii() and seq.isdecimal()):
        raise wrong_field("Last-Event-ID", "must be the id of an earlier event")
    return Position(epoch, int(seq))
