"""Chats of one agent: customers who write, are served, and keep writing, typing before each message."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from bench.centre.contact_centre import SKILLS, router_on
from bench.messaging.delivery import Load, Talk, phone
from bench.messaging.lines import Lines
from bench.messaging.message_site import MessageSite
from bench.messaging.phones import Phone, Socket, connected
from bench.messaging.store import agent, messenger_on, new_id
from messaging.services import message_table_create
from routing.model.agents import MOST_SLOTS, Choice
from routing.model.queues import CALLS, CHAT
from routing.services import agent_choose, agent_slots

RING_SECONDS, LOOK_SECONDS = 30.0, 0.1
V1 = "/api/v1"


def fill_desk(endpoint: str) -> None:
    """The first agent gets all slots for chats, and no calls."""
    message_table_create(messenger_on(endpoint))
    router = router_on(endpoint)
    router = replace(router, skills=replace(SKILLS, channels=(CALLS, CHAT)))
    name = agent(0).name
    agent_choose(router, agent_id=name, choice=Choice.PAUSED, reason="Lunch")
    agent_slots(router, agent_id=name, slots=MOST_SLOTS)


async def served(site: MessageSite, numbers: Iterable[int]) -> list[Talk]:
    """The chats of these customers, once each has rung and the agent has accepted it.

    Raises RuntimeError, TimeoutError if a chat does not ring.
    """
    desk = _Desk(site)
    await desk.acts("POST", "/desk/chats/choose", {"choice": Choice.READY})
    talks = [await desk.served(number) for number in numbers]
    await desk.lines.close()
    return talks


async def closed(site: MessageSite, talks: Iterable[Talk]) -> None:
    """The agent closes these chats."""
    desk = _Desk(site)
    for talk in talks:
        await desk.acts("POST", f"/chats/{talk.chat}/close", {"seen": talk.known})
    await desk.lines.close()


class _Desk:
    def __init__(self, site: MessageSite) -> None:
        self._site = site
        self.lines = Lines(site.board.port, 1)

    async def served(self, number: int) -> Talk:
        """The chat of this customer, once it has rung and been accepted."""
        customer, colleague = self._phone(number, of_agent=False), self._phone(0, of_agent=True)
        chat = (await self._ask("POST", "/chats", customer.headers, {}))["chat"]
        body = {"client_id": new_id(), "base": 0, "body": "Is it still there?"}
        await self._ask("POST", f"/chats/{chat}/messages", customer.headers, body)
        await asyncio.wait_for(self._rings(chat), RING_SECONDS)
        head = await self.acts("POST", f"/chats/{chat}/accept")
        return Talk(chat, colleague, customer, known=head["number"])

    async def acts(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The answer to a command of the agent."""
        return await self._ask(method, path, self._phone(0, of_agent=True).headers, body)

    async def _rings(self, chat: str) -> None:
        while True:
            offered = (await self.acts("GET", "/desk/chats"))["offered"]
            if offered and offered["chat"] == chat:
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _phone(self, number: int, *, of_agent: bool) -> Phone:
        return phone(self._site, number, of_agent=of_agent)

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        status, answer = await self.lines.ask(method, f"{V1}{path}", headers, body)
        if status >= HTTPStatus.BAD_REQUEST:
            raise RuntimeError(f"{path}: {status} {json.dumps(answer)[:300]}")
        found: dict[str, Any] = answer
        return found


async def write_on(site: MessageSite, talks: list[Talk], *, rate: float, seconds: float) -> int:
    """Customers and the agent write in turn, at this rate, and customers type; the number of messages."""
    load = Load(site, talks)
    customers = [Phone(talk.customer.hello, talk.customer.headers) for talk in talks]
    async with connected(customers, port=site.board.port) as sockets:
        typing = asyncio.create_task(_type(sockets, talks, pause=1 / rate))
        await load.steady(rate=rate, seconds=seconds)
        typing.cancel()
    await load.lines.close()
    return sum(one.status == HTTPStatus.OK for one in load.sent)


async def _type(sockets: list[Socket], talks: list[Talk], *, pause: float) -> None:
    """Customers type one after another, as their widgets report it."""
    while True:
        for socket, talk in zip(sockets, talks, strict=True):
            socket.say(json.dumps({"type": "typing", "chat": talk.chat}))
            await asyncio.sleep(pause)
