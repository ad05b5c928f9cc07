"""Lines of devices to web processes: a socket that is cut now and then, requests that may fail, the users."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.messaging.lines import Lines
from localservices.ports import LOOPBACK
from tests.concurrency.messaging.storm.happened import Attempt, Happened, Recall, Told
from tests.devices.device import Ask, AskList, AskRange, Device, Send

PAGE, LIST = 20, 10
REST_SECONDS, AWAY_SECONDS = 0.02, 0.1
WRITES, RECALLS, IS_CUT = 0.05, 0.01, 0.003
MOST_WAITING = 3
ANSWER_SECONDS = 10.0
CONNECTION: dict[str, Any] = {
    "compression": None,
    "open_timeout": ANSWER_SECONDS,
    "close_timeout": 1,
    "ping_interval": None,
}


@dataclass
class Line:
    """One device of a user, its socket, its requests: each to any of the web processes."""

    name: str
    device: Device
    token: str
    chats: list[str]
    ports: tuple[int, ...]
    random: Random
    seen: Happened
    calm: Callable[[], bool]
    written: int = 0
    cuts: int = 0
    socket: ClientConnection | None = None
    failures: list[str] = field(default_factory=list)
    lines: dict[int, Lines] = field(default_factory=dict)

    async def live(self) -> None:
        """Until it is cancelled."""
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._listen())
                both.create_task(self._work())
        finally:
            for line in self.lines.values():
                await line.close()

    # The socket ----------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                await self._hear_all()
            await asyncio.sleep(AWAY_SECONDS)

    async def _hear_all(self) -> None:
        address = f"ws://{LOOPBACK}:{self.random.choice(self.ports)}/ws/messages/"
        async with connect(address, **CONNECTION) as socket:
            await socket.send(json.dumps({"type": "hello", "token": self.token}))
            self.socket = socket
            try:
                async for text in socket:
                    self.device.hear(json.loads(text))
            finally:
                self.socket = None

    # Requests ----------------------------------------------------------

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(self.random.uniform(0, 2 * REST_SECONDS))
            if not self.calm():
                await self._act()
            ask = self.device.ask()
            if ask is not None:
                await self._carry_out(ask)

    async def _act(self) -> None:
        dice = self.random.random()
        chat = self.random.choice(self.chats)
        if dice < WRITES and len(self.device.waiting) < MOST_WAITING:
            self.written += 1
            name = f"{self.name}-{self.written}"
            self.device.write(chat, name, f"text {name}")
        elif dice < WRITES + RECALLS:
            await self._recall(chat)
        elif dice < WRITES + RECALLS + IS_CUT and self.socket is not None:
            self.cuts += 1
            self.socket.transport.abort()

    async def _carry_out(self, ask: Ask) -> None:
        if isinstance(ask, AskList):
            await self._list(ask)
        elif isinstance(ask, AskRange):
            path = f"/api/v1/chats/{ask.chat}/messages?after={ask.after}&limit={PAGE}"
            status, answer = await self._ask("GET", path)
            if status == HTTPStatus.OK:
                self.device.take_range(ask, answer["items"])
        else:
            await self._send(ask)

    async def _list(self, ask: AskList) -> None:
        asked = {"stamp": ask.stamp, "epoch": ask.epoch, "limit": LIST, "before": ask.before or None}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        status, answer = await self._ask("GET", f"/api/v1/inbox?{query}")
        if status == HTTPStatus.OK:
            self.device.take_list(ask, answer)

    async def _send(self, ask: Send) -> None:
        self.device.tried(ask)
        begun = time.monotonic()
        body = {"client_id": ask.client_id, "base": ask.base, "body": ask.body}
        status, answer = await self._ask("POST", f"/api/v1/chats/{ask.chat}/messages", body)
        told, number = _told(status), answer["number"] if status == HTTPStatus.OK else 0
        party = self.device.party
        self.seen.attempts.append(
            Attempt(ask.chat, party, ask.client_id, ask.body, begun, time.monotonic(), told, number)
        )
        if told is Told.DONE:
            self.device.sent(answer)
        elif told is Told.REFUSED:
            self.failures.append(f"{self.name}: {status} {answer}")
            self.device.waiting = [one for one in self.device.waiting if one.client_id != ask.client_id]

    async def _recall(self, chat: str) -> None:
        known = self.device.chats.get(chat)
        mine = [
            number
            for number, one in (known.messages.items() if known else ())
            if one["sender"] == self.device.party and one["kind"] == "text"
        ]
        if mine:
            number = self.random.choice(mine)
            status, _ = await self._ask("POST", f"/api/v1/chats/{chat}/recall", {"number": number})
            self.seen.recalls.append(Recall(chat, number, _told(status)))

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """The answer of one of the web processes; status 0 without any."""
        port = self.random.choice(self.ports)
        line = self.lines.setdefault(port, Lines(port, 1))
        headers = {"Authorization": f"Bearer {self.token}"}
        with suppress(OSError, EOFError, TimeoutError, ValueError):
            return await asyncio.wait_for(line.ask(method, path, headers, body), ANSWER_SECONDS)
        return 0, None


def _told(status: int) -> Told:
    if status == HTTPStatus.OK:
        return Told.DONE
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return Told.REFUSED if status != HTTPStatus.CONFLICT else Told.FAILED
    return Told.UNKNOWN
