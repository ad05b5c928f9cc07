"""Posts to one address: one connection for each thread, an end to each answer, no redirects."""

import http.client
import threading
from typing import NamedTuple
from urllib.parse import urlsplit

from outbound.connecting import PlainConnection, TlsConnection

MOST_ANSWER_BYTES = 65_536  # a longer body is cut off


class Answer(NamedTuple):
    """Status and body of an answer; the body is empty where nobody asked for it."""

    status: int
    body: bytes


class Poster:
    """Keeps its connections open. `private`: addresses of private networks are allowed."""

    def __init__(self, url: str, *, timeout_seconds: float, private: bool = True) -> None:
        parts = urlsplit(url)
        self.host = parts.hostname or ""
        self._own = threading.local()
        self._timeout_seconds, self._private = timeout_seconds, private
        self._kind = TlsConnection if parts.scheme == "https" else PlainConnection
        self._port = parts.port
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def post(self, body: bytes, headers: dict[str, str], *, reads: bool = False) -> Answer:
        """The answer; its body only if it `reads` it. Raises OSError and HTTPException."""
        try:
            return self._answer(body, headers, reads=reads)
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def close(self) -> None:
        """Closes the connection of this thread."""
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            connection.close()
            self._own.connection = None

    def _answer(self, body: bytes, headers: dict[str, str], *, reads: bool) -> Answer:
        connection = self._connection()
        # A socket's timeout restarts with each byte; the timer ends an answer that trickles.
        timer = threading.Timer(self._timeout_seconds, connection.cut)
        timer.daemon = True
        timer.start()
        try:
            connection.request("POST", self._target, body, headers)
            answer = connection.getresponse()
            # Without a length its end may never come; who does not need the body does not wait for it.
            found = answer.read(MOST_ANSWER_BYTES) if reads or not answer.will_close else b""
        finally:
            timer.cancel()
        if connection.is_cut:
            raise TimeoutError("no whole answer in time")  # what was cut off may look like one
        if not answer.isclosed():
            answer.close()
            self.close()
        return Answer(answer.status, found if reads else b"")

    def _connection(self) -> PlainConnection:
        connection: PlainConnection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._kind(
                self.host, self._port, timeout=self._timeout_seconds, private=self._private
            )
            self._own.connection = connection
        return connection
