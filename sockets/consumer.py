"""WebSocket consumer of any kind: access, limits of what comes in, messages of a subscription."""

import asyncio
import json
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from sockets.refusals import FLOODED, MISUNDERSTOOD, Refusal
from sockets.subscription import Subscription

MAX_MESSAGES = 20
PER_SECONDS = 10.0
# A socket whose user has lost the right to it is closed within 5 seconds.
ACCESS_CHECK_SECONDS = 4.0

# The client has left during the write, or the server has closed the connection itself, over a broken frame.
HAS_ENDED = (OSError, RuntimeError)
TOO_MANY = Refusal(FLOODED, f"At most {MAX_MESSAGES} messages in {PER_SECONDS:g} s.")


class SocketConsumer(AsyncWebsocketConsumer):
    """One open socket. A slow reader blocks only its own task."""

    # No layer by this name: Channels would otherwise open a subscription for every socket, and refuse
    # sockets while Redis is away. Each hub has the only one of its kind.
    channel_layer_alias = "none"
    most_characters: ClassVar = 256
    understands: ClassVar[str]

    @abstractmethod
    async def refusal(self) -> Refusal | None:
        """None if this socket may be open now, else the reason. A DatabaseError leaves it open until the next
        check.
        """

    @abstractmethod
    def subscribe(self) -> Subscription:
        """A new subscription of the hub."""

    @abstractmethod
    def unsubscribe(self, subscription: Subscription) -> None:
        """Make the hub forget it."""

    @abstractmethod
    async def hear(self, message: dict[str, Any]) -> bool:
        """Take a message of the client; False if it is not understood. Commands are HTTP requests."""

    async def connect(self) -> None:
        """Accept, then close with a code if access is refused: a refused handshake has no code."""
        self.subscription: Subscription | None = None
        self._has_left = False
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: deque[float] = deque(maxlen=MAX_MESSAGES)
        await self.accept()

    async def begin(self) -> None:
        """Subscribe, if access is granted."""
        refusal = await self.refusal()
        if refusal is not None:
            await self.refuse(refusal)
            return
        self.subscription = self.subscribe()
        self.accompany(self._pump(self.subscription))
        self.accompany(self._watch())

    def accompany(self, part: Coroutine[Any, Any, None]) -> None:
        """Run a part until the socket is closed."""
        self._tasks.append(asyncio.create_task(part))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass on a JSON object; anything else, and too much, closes the socket."""
        if self._has_left:
            return
        message = _object(text_data or "", self.most_characters) if bytes_data is None else None
        if self._hears_too_much():
            await self.refuse(TOO_MANY)
        elif message is None or not await self.hear(message):
            await self.refuse(Refusal(MISUNDERSTOOD, self.understands))

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 - the base class names it
        """Leave the hub."""
        self._leave()

    async def refuse(self, refusal: Refusal) -> None:
        """Leave the hub, and close the socket with a code."""
        self._leave()
        with suppress(*HAS_ENDED):
            await self.close(code=refusal.code, reason=refusal.reason)

    async def _pump(self, subscription: Subscription) -> None:
        try:
            while True:
                message = await subscription.next()
                if isinstance(message, str):
                    await self.send(text_data=message)
                else:
                    await self.send(bytes_data=message)
        except HAS_ENDED:
            self._leave()  # the disconnect follows

    async def _watch(self) -> None:
        while not self._has_left:
            await asyncio.sleep(_until_the_next_check())
            with suppress(DatabaseError):  # busy: ask again next time
                refusal = await self.refusal()
                if refusal is not None:
                    await self.refuse(refusal)

    def _leave(self) -> None:
        self._has_left = True
        if self.subscription is not None:
            self.unsubscribe(self.subscription)
            self.subscription = None
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


def _object(text: str, most_characters: int) -> dict[str, Any] | None:
    if len(text) > most_characters:
        return None
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
