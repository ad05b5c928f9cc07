"""WebSocket consumer of the board: access, client messages, frames from the hub."""

import asyncio
import json
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from live.hub.access import board_refusal
from live.hub.fan_out import current_hub
from live.hub.sessions import Refusal

if TYPE_CHECKING:
    from live.hub.subscription import Subscription

MAX_MESSAGE_LENGTH = 256
MAX_MESSAGES = 20
PER_SECONDS = 10.0
# A socket whose user may no longer see the board is closed within 5 seconds.
ACCESS_CHECK_SECONDS = 4.0

NOT_UNDERSTOOD = Refusal(4400, 'The board understands only {"type": "resync"}.')
TOO_MANY = Refusal(4429, f"At most {MAX_MESSAGES} messages in {PER_SECONDS:g} s.")


class BoardConsumer(AsyncWebsocketConsumer):
    """One open board. A slow reader blocks only its own task."""

    # No layer by this name: Channels would otherwise open a subscription for every socket, and refuse
    # sockets while Redis is away. The hub has the only one.
    channel_layer_alias = "none"

    async def connect(self) -> None:
        """Accept, then close with a code if access is refused: a refused handshake has no code."""
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: deque[float] = deque(maxlen=MAX_MESSAGES)
        await self.accept()
        refusal = await board_refusal(self.scope)
        if refusal is not None:
            await self._refuse(refusal)
            return
        self._subscription = current_hub().subscribe()
        self._tasks = [asyncio.create_task(self._pump()), asyncio.create_task(self._watch())]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`{"type": "resync"}` and nothing else; commands are HTTP requests."""
        if self._subscription is None:
            return
        if self._hears_too_much():
            await self._refuse(TOO_MANY)
        elif bytes_data is not None or not _is_resync(text_data or ""):
            await self._refuse(NOT_UNDERSTOOD)
        else:
            self._subscription.resync()

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 - the base class names it
        """Leave the hub."""
        self._leave()

    async def _pump(self) -> None:
        try:
            while (subscription := self._subscription) is not None:
                message = await subscription.next()
                if isinstance(message, str):
                    await self.send(text_data=message)
                else:
                    await self.send(bytes_data=message)
        except OSError:
            self._leave()  # the client left during the write; the disconnect follows

    async def _watch(self) -> None:
        while self._subscription is not None:
            await asyncio.sleep(_until_the_next_check())
            with suppress(DatabaseError):  # busy: ask again next time
                refusal = await board_refusal(self.scope)
                if refusal is not None:
                    await self._refuse(refusal)

    async def _refuse(self, refusal: Refusal) -> None:
        self._leave()
        await self.close(code=refusal.code, reason=refusal.reason)

    def _leave(self) -> None:
        if self._subscription is not None:
            current_hub().unsubscribe(self._subscription)
            self._subscription = None
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._tasks = []

    def _hears_too_much(self) -> bool:
        now = time.monotonic()
        flooded = len(self._heard) == MAX_MESSAGES and now - self._heard[0] < PER_SECONDS
        self._heard.append(now)
        return flooded


def _until_the_next_check() -> float:
    """All sockets of a process check at the same moments, so that one database read serves them all."""
    return ACCESS_CHECK_SECONDS - time.monotonic() % ACCESS_CHECK_SECONDS


def _is_resync(text: str) -> bool:
    if len(text) > MAX_MESSAGE_LENGTH:
        return False
    try:
        message = json.loads(text)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("type") == "resync"
