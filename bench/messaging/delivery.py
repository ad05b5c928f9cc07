"""Delivery: messages over HTTP, from the request to the frame that shows them on the other device."""

import asyncio
import gc
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from typing import Any

import uvloop

from bench.figures import Row, quantile
from bench.messaging.cores import Cores
from bench.messaging.lines import Lines
from bench.messaging.message_goals import goal_of
from bench.messaging.message_site import MessageSite
from bench.messaging.phones import Phone, connected
from bench.messaging.store import agent, customer, messenger_on, new_id, pair
from messaging.model.conversations import direct_id
from messaging.services import message_table_create

RATE, LINES = 100.0, 64
TAIL_SECONDS = 3.0
# Conversations in which somebody always writes, for the most messages a second.
BUSY = 24


@dataclass
class Sent:
    """One message: request, answer, and where it is."""

    began: float
    answered: float = 0.0
    status: int = 0
    place: tuple[str, int] = ("", 0)
    to: Phone | None = None

    @property
    def shown_at(self) -> float:
        """When the other device showed it; 0.0 if it never did."""
        return self.to.shown.get(self.place, 0.0) if self.to else 0.0

    @property
    def is_lost(self) -> bool:
        """Whether the other device neither showed it nor was told to read its list or what it misses."""
        if self.shown_at or self.to is None:
            return not self.shown_at
        chat, number = self.place
        return self.to.hello_at <= self.began and self.to.last.get(chat, 0) < number


@dataclass
class Talk:
    """The conversation of an agent and a customer with a phone each; `known` is its last number."""

    chat: str
    agent: Phone
    customer: Phone
    known: int = 0
    turn: Iterator[int] = field(default_factory=count)


def fill_pairs(endpoint: str, *, pairs: int) -> None:
    """A conversation for each agent and customer, without messages."""
    messenger = messenger_on(endpoint)
    message_table_create(messenger)
    for number in range(pairs):
        pair(messenger, number)


def talks_of(site: MessageSite, *, pairs: int) -> list[Talk]:
    """The conversations of agents and customers of the same number."""
    return [
        Talk(
            direct_id(agent(number), customer(number)),
            phone(site, number, of_agent=True),
            phone(site, number, of_agent=False),
        )
        for number in range(pairs)
    ]


def phone(site: MessageSite, number: int, *, of_agent: bool) -> Phone:
    """A device of the agent or the customer of this number."""
    return Phone(site.hello(number, of_agent=of_agent), site.headers(number, of_agent=of_agent))


class Load:
    """Talks on a site, and everything sent so far."""

    def __init__(self, site: MessageSite, talks: Sequence[Talk]) -> None:
        self.site = site
        self.lines = Lines(site.board.port, LINES)
        self.talks = talks
        self.sent: list[Sent] = []
        self._cores = Cores(site.board.web_pid)

    @property
    def phones(self) -> list[Phone]:
        """All devices."""
        return [phone for talk in self.talks for phone in (talk.agent, talk.customer)]

    async def say(self, talk: Talk) -> Sent:
        """The next message, of one and the other in turn."""
        here, there = (talk.agent, talk.customer) if next(talk.turn) % 2 else (talk.customer, talk.agent)
        body = {"client_id": new_id(), "base": talk.known, "body": "how much is it, and when may I see it?"}
        one = Sent(time.monotonic(), to=there)
        self.sent.append(one)
        path = f"/api/v1/chats/{talk.chat}/messages"
        one.status, answer = await self.lines.ask("POST", path, here.headers, body)
        one.answered = time.monotonic()
        if one.status == HTTPStatus.OK:
            one.place = (answer["chat"], answer["number"])
            talk.known = max(talk.known, answer["number"])
        return one

    async def steady(self, *, rate: float, seconds: float) -> None:
        """Messages at a rate, from one conversation after the other, whether the ones before are answered."""
        began, tasks = time.monotonic(), list[asyncio.Task[Sent]]()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            tasks.append(asyncio.create_task(self.say(self.talks[number % len(self.talks)])))
        await asyncio.gather(*tasks)

    async def flat_out(self, *, talks: int, seconds: float) -> None:
        """Some conversations in which the next message is sent as soon as the one before is answered."""
        until = time.monotonic() + seconds

        async def talk_on(talk: Talk) -> None:
            while time.monotonic() < until:
                await self.say(talk)

        await asyncio.gather(*(talk_on(talk) for talk in self.talks[:talks]))

    async def measured(self, act: Coroutine[Any, Any, None]) -> Row:
        """The figures of what is sent meanwhile."""
        self.sent.clear()
        before, began = self._cores.spent(), time.monotonic()
        await act
        took = time.monotonic() - began
        spent = self._cores.since(before, seconds=took, messages=len(self.sent))
        await asyncio.sleep(TAIL_SECONDS)
        return {**sent_row(self.sent, seconds=took), **spent}


def sent_row(sent: list[Sent], *, seconds: float) -> Row:
    """Figures of messages, from the request on: until the other device showed them, and until the answer.
    Pure.
    """
    accepted = [one for one in sent if one.status == HTTPStatus.OK]
    shown = sorted(one.shown_at - one.began for one in accepted if one.shown_at)
    answered = sorted(one.answered - one.began for one in accepted)
    after = sorted(max(0.0, one.shown_at - one.answered) for one in accepted if one.shown_at)
    return {
        "messages_per_s": round(len(accepted) / seconds, 1),
        "refused": len(sent) - len(accepted),
        "lost": sum(one.is_lost for one in accepted),
        "left_to_reads": len(accepted) - len(shown) - sum(one.is_lost for one in accepted),
        **_quantiles(shown),
        **_quantiles(answered, "answer_"),
        **_quantiles(after, "after_answer_"),
    }


def _quantiles(ascending: list[float], name: str = "") -> Row:
    return {f"{name}p{share}_ms": round(quantile(ascending, share / 100) * 1000, 1) for share in (50, 99)}


async def delivery_rows(site: MessageSite, *, pairs: int, seconds: float) -> list[Row]:
    """Messages at a rate to connected devices; and as many as go, in some conversations."""
    load = Load(site, talks_of(site, pairs=pairs))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(connected(load.phones, port=site.board.port))
        await load.steady(rate=RATE / 4, seconds=2)
        steady = await load.measured(load.steady(rate=RATE, seconds=seconds))
        clients = sum(not phone.closed for phone in load.phones)
        again = sum(phone.hellos - 1 for phone in load.phones)
        flat_out = await load.measured(load.flat_out(talks=min(BUSY, pairs), seconds=seconds))
    await load.lines.close()
    common = {"clients": clients, "read_lists_again": again}
    return [
        {"measured": "delivery", "goal": goal_of("delivery"), **common, **steady},
        {"measured": "pairs", "goal": goal_of("pairs"), "pairs": min(BUSY, pairs), **common, **flat_out},
    ]


def in_time(work: Coroutine[Any, Any, list[Row]]) -> list[Row]:
    """The rows of work on a quick event loop, without pauses of the collector."""
    gc.freeze()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
