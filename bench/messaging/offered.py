"""Chat offered: from the moment at which an agent is free to the notice of the chat offered to it.

Agents with one slot each answer every offer at once and close their chat a while later; chats always wait, so
each close is followed by an offer. Engine, Redis and dispatcher are real.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from queue import Empty, Queue
from threading import Event, Thread

from bench.centre.contact_centre import SKILLS, fill, router_on
from bench.centre.ear import ear
from bench.centre.engine import filled_by
from bench.centre.live_centre import CHANNEL, LiveCentre, live_centre
from bench.figures import Row, quantile
from bench.messaging.message_goals import goal_of
from routing import services
from routing.model.agents import AgentStatus, Choice, row_id
from routing.model.events import Emit, nobody_listens
from routing.model.events import Event as RoutingEvent
from routing.model.queues import CALLS, CHAT
from routing.notices.over_redis import Publisher
from routing.router import Router

TALK_SECONDS, LISTEN_SECONDS = 1.0, 0.02


def offered_row(*, agents: int, seconds: float) -> Row:
    """The figures of some agents, each with a chat a second."""

    def filling(endpoint: str) -> None:
        fill(endpoint, agents=agents, calls=0, seed=5, status=AgentStatus.OFFLINE)
        router = _router(endpoint)
        for number in range(agents):
            services.agent_slots(router, agent_id=_agent(number), slots=1)
        for number in range(int(agents * seconds / TALK_SECONDS) + 2 * agents):
            language = SKILLS.languages[number % len(SKILLS.languages)]
            services.call_enqueue(router, call_id=f"chat-{number}", language=language, channel=CHAT)

    with filled_by(filling) as filled, live_centre(filled) as centre:
        desks = _Desks(centre)
        gc.freeze()  # a pause of the collector is no wait of an agent
        desks.work(agents, seconds)
        return _row(desks.waits, agents=agents)


def _router(endpoint: str, emit: Emit = nobody_listens) -> Router:
    router = router_on(endpoint, emit=emit)
    return replace(router, skills=replace(router.skills, channels=(CALLS, CHAT)))


def _agent(number: int) -> str:
    return f"agent-{number:06d}"


class _Ear:
    """Offers with the moment at which they were heard, from a thread of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._ready, self._over = Event(), Event()
        self.heard: Queue[tuple[float, str, str]] = Queue()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Until the end of the block."""
        thread = Thread(target=self._listen)
        thread.start()
        self._ready.wait()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _listen(self) -> None:
        with ear(self._url) as listening:
            self._ready.set()
            while not self._over.is_set():
                for row, call_id in listening.hear(LISTEN_SECONDS):
                    self.heard.put((time.monotonic(), row, call_id))


class _Desks:
    """All agents: when they were free, how long each waited for an offer, their chats in progress."""

    def __init__(self, centre: LiveCentre) -> None:
        self._ear = _Ear(centre.redis_url)
        self._publish = Publisher(centre.redis_url, CHANNEL).publish
        self._router = _router(centre.endpoint, self._told)
        self._committed_at = 0.0
        self._free: dict[str, float] = {}
        self._talks: list[tuple[float, str, str]] = []
        self.waits: list[float] = []

    def work(self, agents: int, seconds: float) -> None:
        """Everybody becomes ready, then answers and closes."""
        began = time.monotonic()
        with self._ear.listening():
            for number in range(agents):
                self._is_free(row_id(_agent(number)), partial(services.agent_choose, choice=Choice.READY))
            while time.monotonic() < began + seconds:
                with suppress(Empty):
                    self._answer(*self._ear.heard.get(timeout=LISTEN_SECONDS))
                while self._talks and self._talks[0][0] < time.monotonic():
                    _, call_id, row = heappop(self._talks)
                    self._is_free(row, partial(services.call_complete, call_id=call_id))

    def _told(self, events: Sequence[RoutingEvent]) -> None:
        self._committed_at = time.monotonic()
        self._publish(events)

    def _is_free(self, row: str, act: Callable[..., object]) -> None:
        act(self._router, agent_id=row)
        self._free[row] = self._committed_at

    def _answer(self, heard_at: float, row: str, call_id: str) -> None:
        if row in self._free:
            self.waits.append(heard_at - self._free.pop(row))
        services.call_accept(self._router, call_id=call_id, agent_id=row)
        heappush(self._talks, (heard_at + TALK_SECONDS, call_id, row))


def _row(waits: Sequence[float], *, agents: int) -> Row:
    ascending = sorted(waits)
    return {
        "measured": "chat offered",
        "goal": goal_of("chat offered"),
        "agents": agents,
        "chats": len(ascending),
        "p50_ms": round(quantile(ascending, 0.50) * 1000, 1),
        "p99_ms": round(quantile(ascending, 0.99) * 1000, 1),
    }
