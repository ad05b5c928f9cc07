"""Board reader: follows a socket as the browser does, and compares with the table."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC

from live.board.frames import State, decode
from live.board.replica import Replica, Verdict
from live.feed.mirror import Mirror
from live.feed.work import Work
from live.figures.formulas import Measure
from routing.router import Router
from sockets.tasks import end_tasks
from tests.integration.live.sockets import Socket
from tests.waiting import wait_until_async


def uncounted(state: State) -> State:
    """The state without what a feed counts over time; a look at the table alone does not have it."""
    queues = {key: {**row, "estimate": None} for key, row in state.get("call_queues", {}).items()}
    counted = ("totals", "figures", "recent", "minutes", "agent_minutes")
    return {**state, "call_queues": queues, **{section: {} for section in counted}}


class Reader:
    """The state of an open board."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._replica = Replica()
        self.epochs: list[str] = []

    async def follow(self) -> None:
        """Read until cancelled; requests a snapshot by the rules."""
        while True:
            frame = decode(json.dumps(await self._socket.frame()))
            if frame.epoch not in self.epochs:
                self.epochs.append(frame.epoch)
            if self._replica.receive(frame).verdict is Verdict.ASK:
                await self._socket.say('{"type": "resync"}')

    @property
    def state(self) -> State:
        """The board, empty before the first snapshot."""
        return self._replica.snapshot.state if self._replica.snapshot else {}

    async def catches_up(self, router: Router, *, seconds: float = 60.0) -> None:
        """Returns once the board equals the table, what is counted aside."""

        async def table() -> State:
            mirror = Mirror(router, zone=UTC, measure=Measure())
            return await asyncio.to_thread(mirror.refresh, Work(everything=True))

        wanted = await table()
        await wait_until_async(
            lambda: uncounted(self.state) == uncounted(wanted), "the board equals the table", seconds=seconds
        )


@asynccontextmanager
async def a_reader(cookie: str) -> AsyncIterator[Reader]:
    """A signed-in board that follows."""
    async with Socket(cookie) as socket:
        reader = Reader(socket)
        task = asyncio.ensure_future(reader.follow())
        yield reader
        await end_tasks([task])
