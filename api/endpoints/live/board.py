"""Board: one snapshot, as the first frame of its WebSocket."""

import asyncio
import zlib
from http import HTTPStatus
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from api.conventions.json_bodies import MEDIA_TYPE
from api.conventions.later import Later
from api.conventions.problems import Problem
from api.endpoints.live.watching import WATCHERS
from live.hub.fan_out import current_hub
from sockets.packed import Message

router = Router(tags=["board"])
# The feed answers at once; a restarted one takes over within three seconds.
MOST_SECONDS = 5.0
NO_BOARD = "The board is not available: no feed is running, or Redis does not answer. Try again in a moment."


class BoardOut(Schema):
    """The board. `state` has sections, each with rows by id; values are absolute.

    `<epoch>.<seq>` is the position from which the events go on.
    """

    type: Literal["snapshot"]
    epoch: str
    seq: int
    at: str
    state: dict[str, dict[str, dict[str, Any]]]


@router.get("/board", auth=WATCHERS, response=BoardOut)
def board(request: HttpRequest) -> Later:
    """Returns the board as it is now."""
    return Later(request, _snapshot)


def text_of(message: Message) -> bytes:
    """The JSON of a frame, packed or not."""
    return zlib.decompress(message) if isinstance(message, bytes) else message.encode()


async def _snapshot() -> HttpResponse:
    """Raises Problem: 503."""
    hub = current_hub()
    subscription = hub.subscribe()
    try:
        async with asyncio.timeout(MOST_SECONDS):
            return HttpResponse(text_of(await subscription.next()), content_type=MEDIA_TYPE)
    except TimeoutError:
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, NO_BOARD) from None
    finally:
        hub.unsubscribe(subscription)
