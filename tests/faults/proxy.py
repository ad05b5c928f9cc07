"""Loopback HTTP proxy for the engine that drops requests, replies or the connection on demand."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Protocol, Self

from tests.faults.answers import unavailable

WRITES = frozenset({"TransactWriteItems", "PutItem", "UpdateItem", "CreateTable"})
ENGINE_SECONDS = 10.0

# A program started with a tether ends with the thread that started it; this thread lasts as long as the run.
_restarter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="restarter")


class Fault(Enum):
    """What goes wrong with one request; all but the first happen after it was applied."""

    LOSE_REQUEST = auto()
    LOSE_REPLY = auto()
    ANSWER_503 = auto()
    KILL_ENGINE = auto()


class Engine(Protocol):
    """The engine behind the proxy; `restart` kills it with -9 first and returns when it answers again."""

    @property
    def address(self) -> str:
        """Where it listens: `host:port`."""

    def restart(self) -> None:
        """Kills it and starts it again."""


class FaultProxy:
    """Passes everything on by default; use it as a context manager.

    Only requests selected by `harms` get faults: all writes by default.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.harms = WRITES
        self.happened: list[Fault] = []
        self._planned: deque[Fault] = deque()
        self._rule: Callable[[], Fault | None] = lambda: None
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.proxy = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def endpoint_url(self) -> str:
        """Where clients reach the engine through the proxy."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def next(self, *faults: Fault) -> None:
        """Plans faults for the next selected requests, one for each."""
        with self._lock:
            self._planned.extend(faults)

    def always(self, rule: Callable[[], Fault | None]) -> None:
        """Asks the rule where nothing is planned; None lets the request pass."""
        self._rule = rule

    def reset(self) -> None:
        """Clears all plans and records."""
        with self._lock:
            self._planned.clear()
            self.happened.clear()
            self._rule = lambda: None

    def fault_for(self, operation: str) -> Fault | None:
        """The fault this request meets."""
        if operation not in self.harms:
            return None
        with self._lock:
            fault = self._planned.popleft() if self._planned else self._rule()
            if fault is not None:
                self.happened.append(fault)
        return fault

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    proxy: FaultProxy
    daemon_threads = True


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    wbufsize = (
        -1
    )  # head and body of a reply leave together: apart, each reply waits 40 ms for an acknowledgement
    server: _Server

    def do_POST(self) -> None:
        try:
            self._serve(self.rfile.read(int(self.headers["Content-Length"])))
        except (OSError, HTTPException):  # the engine or the client is away: then this end goes too
            self.close_connection = True

    def _serve(self, body: bytes) -> None:
        operation = self.headers["X-Amz-Target"].rpartition(".")[2]
        fault = self.server.proxy.fault_for(operation)
        if fault is Fault.LOSE_REQUEST:
            self.close_connection = True
            return
        status, reply = self._pass_on(body)
        if fault is Fault.KILL_ENGINE:
            _restarter.submit(self.server.proxy.engine.restart).result()
        if fault in {Fault.LOSE_REPLY, Fault.KILL_ENGINE}:
            self.close_connection = True
            return
        if fault is Fault.ANSWER_503:
            status, reply = unavailable().status, unavailable().text
        self._reply(status, reply)

    def _pass_on(self, body: bytes) -> tuple[int, bytes]:
        connection = HTTPConnection(self.server.proxy.engine.address, timeout=ENGINE_SECONDS)
        try:
            connection.request("POST", "/", body, dict(self.headers.items()))
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def _reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keeps quiet: tests speak for themselves."""
