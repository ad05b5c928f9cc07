"""Counting proxy: a port to the engine for each process; requests and units by operation.

It runs on a thread of the benchmark and changes nothing of what it passes on.
"""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from urllib.parse import urlsplit

from bench.cost.counted import Counted
from dynamo.protocol.sender import units_of
from localservices.ports import LOOPBACK

WRITES = frozenset({"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"})
LARGEST_HEAD = 2**16
END_OF_HEAD = b"\r\n\r\n"


class CountingProxy:
    """Totals by process name; `endpoints` are the addresses to give to the processes."""

    def __init__(self, engine: str) -> None:
        address = urlsplit(engine)
        self._engine = str(address.hostname), int(address.port or 0)
        self.counted: dict[str, Counted] = {}
        self.endpoints: dict[str, str] = {}

    async def serve(
        self, names: Sequence[str], *, stopped: asyncio.Event, listening: Callable[[], None]
    ) -> None:
        """Opens a port for each process, says that all are open, and stays until stopped."""
        servers = []
        for name in names:
            self.counted[name] = Counted()
            server = await asyncio.start_server(self._server_for(name), LOOPBACK, 0, limit=LARGEST_HEAD)
            servers.append(server)
            self.endpoints[name] = f"http://{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
        listening()
        await stopped.wait()
        for server in servers:
            server.close()

    def totals(self) -> Mapping[str, Counted]:
        """Everything counted so far."""
        return dict(self.counted)

    def _server_for(
        self, name: str
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        async def serve(client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
            engine, requests = await asyncio.open_connection(*self._engine)
            try:
                # Python 3.11 logs connections that are cancelled.
                with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                    while True:
                        await self._pass(name, client, requests, engine, answers)
            finally:
                for line in (requests, answers):
                    line.close()
                    with suppress(OSError):
                        await line.wait_closed()

        return serve

    async def _pass(
        self,
        name: str,
        client: asyncio.StreamReader,
        requests: asyncio.StreamWriter,
        engine: asyncio.StreamReader,
        answers: asyncio.StreamWriter,
    ) -> None:
        """One request to the engine, and its reply back."""
        head, body = await _message(client)
        requests.write(head + body)
        operation = _header(head, b"x-amz-target").rpartition(".")[2]
        head, body = await _message(engine)
        self.counted[name] += _counted(operation, body)
        answers.write(head + body)
        await answers.drain()


@contextmanager
def counting_proxy(engine: str, names: Sequence[str]) -> Iterator[CountingProxy]:
    """A proxy in front of this engine until the end of the block."""
    proxy, listening, stopped = CountingProxy(engine), threading.Event(), asyncio.Event()
    with asyncio.Runner() as runner:  # at its end it cancels the connections that are still open
        loop = runner.get_loop()
        serving = partial(proxy.serve, names, stopped=stopped, listening=listening.set)
        thread = threading.Thread(target=lambda: runner.run(serving()), daemon=True)
        thread.start()
        listening.wait()
        try:
            yield proxy
        finally:
            loop.call_soon_threadsafe(stopped.set)
            thread.join()


async def _message(line: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Head and body of the next message; both sides give its length."""
    head = await line.readuntil(END_OF_HEAD)
    return head, await line.readexactly(int(_header(head, b"content-length") or 0))


def _header(head: bytes, name: bytes) -> str:
    for one in head.split(b"\r\n"):
        key, _, value = one.partition(b":")
        if key.lower() == name:
            return value.strip().decode()
    return ""


def _counted(operation: str, reply: bytes) -> Counted:
    read_units, write_units = units_of(json.loads(reply), writes=operation in WRITES)
    return Counted(Counter({operation: 1}), read_units, write_units)
