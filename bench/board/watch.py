"""Board clients: hundreds in one process, what they saw and what they cost the web process."""

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import psutil
import uvloop

from bench.board.site import BoardSite
from bench.board.sockets import BoardSocket, Seen, Stream
from localservices.ports import LOOPBACK

SETTLE_SECONDS = 1.0
# After the last change the stream has this long to show it.
TAIL_SECONDS = 2.0
LONGEST_SECONDS = 30.0
# The kernel must not buffer the frames of a client that never reads.
SMALLEST_BUFFER = 4096


@dataclass(frozen=True)
class Watch:
    """Clients that read, and some that never do, during the changes.

    `at_once`: the clients connect when the work begins, and leave after their snapshot.
    """

    site: BoardSite
    clients: int
    seconds: float = 0.0
    never_reading: int = 0
    at_once: bool = False


@dataclass
class Watched:
    """Frames seen by the clients, and CPU seconds and memory of the web process.

    `memory` is in megabytes: before the clients that never read connected, after it, and at the end.
    """

    seen: list[Seen] = field(default_factory=list)
    brought: dict[int, dict[str, int]] = field(default_factory=dict)
    cpu_seconds: float = 0.0
    memory: list[float] = field(default_factory=list)


def ready_to_watch(watch: Watch) -> Callable[[], Watched]:
    """Clients connected and with their snapshot, unless they come at once; call it to continue."""
    crowd = _Crowd(watch)
    if watch.at_once:
        return lambda: crowd.loop.run_until_complete(crowd.come_and_leave())
    crowd.loop.run_until_complete(crowd.come())
    return lambda: crowd.loop.run_until_complete(crowd.stay())


class _Crowd:
    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._web = psutil.Process(watch.site.web_pid)
        self._stream = Stream()
        self._sockets: list[BoardSocket] = []
        self._deaf: list[BoardSocket] = []
        self._memory: list[float] = []
        self.loop = uvloop.new_event_loop()

    async def come(self) -> None:
        """All clients connect, those that never read last."""
        sessions, clients = self._watch.site.sessions, self._watch.clients
        self._sockets = await self._opened(sessions[:clients], reads=True)
        await self._note_memory()
        self._deaf = await self._opened(sessions[: self._watch.never_reading], reads=False)
        await self._note_memory()

    async def stay(self) -> Watched:
        """Until some time after the last change."""
        used = _cpu_seconds(self._web)
        await asyncio.sleep(self._watch.seconds)
        cpu = _cpu_seconds(self._web) - used
        await asyncio.sleep(TAIL_SECONDS)
        await self._note_memory()
        return await self._end(cpu)

    async def come_and_leave(self) -> Watched:
        """Connects all clients and leaves; times count from now."""
        used, began = _cpu_seconds(self._web), time.monotonic()
        self._sockets = await self._opened(self._watch.site.sessions[: self._watch.clients], reads=True)
        for one in self._sockets:
            seen = one.seen
            seen.accepted_at, seen.snapshot_at = seen.accepted_at - began, seen.snapshot_at - began
        return await self._end(_cpu_seconds(self._web) - used)

    async def _opened(self, sessions: Sequence[str], *, reads: bool) -> list[BoardSocket]:
        opened = await asyncio.gather(*(self._open(session, reads=reads) for session in sessions))
        if opened:
            await asyncio.wait([one.ready for one in opened], timeout=LONGEST_SECONDS)
        return opened

    async def _open(self, session: str, *, reads: bool) -> BoardSocket:
        port = self._watch.site.port
        board = partial(BoardSocket, port=port, session=session, stream=self._stream, reads=reads)
        plain = socket.socket()
        plain.setblocking(False)  # noqa: FBT003 - the standard library takes it so
        if not reads:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_BUFFER)
        await self.loop.sock_connect(plain, (LOOPBACK, port))
        _, protocol = await self.loop.create_connection(board, sock=plain)
        return protocol

    async def _note_memory(self) -> None:
        await asyncio.sleep(SETTLE_SECONDS)
        self._memory.append(self._web.memory_info().rss / 2**20)

    async def _end(self, cpu: float) -> Watched:
        seen = [replace(one.seen) for one in self._sockets]  # before any client has left
        for one in (*self._sockets, *self._deaf):
            one.close()
        await asyncio.sleep(SETTLE_SECONDS)
        return Watched(seen, self._stream.brought, cpu, self._memory)


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
