"""Webhook sink: posts signed batches; docs/reporting.md says how to check a signature."""

import gzip
import hashlib
import hmac
import http.client
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.sinks.connecting import PlainConnection, TlsConnection
from reporting.sinks.sink import envelope
from reporting.sinks.specs import WebhookSpec

FASTEST_COMPRESSION = 1
MOST_ANSWER_BYTES = 65_536  # the answer's body is not used; a long one is cut off


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`v1=` and the HMAC-SHA256, in hexadecimal, of timestamp, a dot and the body as sent."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1={signed.hexdigest()}"


class WebhookSink:
    """One connection for each thread, kept open; follows no redirect. `clock`: seconds since 1970."""

    def __init__(self, spec: WebhookSpec, clock: Callable[[], float] = time.time) -> None:
        self._spec, self._clock = spec, clock
        self._own = threading.local()
        parts = urlsplit(spec.url)
        self._tls, self._host, self._port = parts.scheme == "https", parts.hostname or "", parts.port
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def deliver(self, batch: Batch) -> None:
        """Returns after a 2xx. Raises DeliveryError: another answer, none in time, no connection."""
        body = envelope(batch, batch.events(), batch.first)
        if self._spec.gzip:
            body = gzip.compress(body, FASTEST_COMPRESSION)
        try:
            status = self._answer(body, self._headers(batch, body))
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise DeliveryError(f"{self._host}: {error or type(error).__name__}") from error
        if not 200 <= status < 300:  # noqa: PLR2004 - what HTTP calls success
            raise DeliveryError(f"{self._host} answered {status}")

    def close(self) -> None:
        """Closes the connection of this thread."""
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            connection.close()
            self._own.connection = None

    def _headers(self, batch: Batch, body: bytes) -> dict[str, str]:
        timestamp = f"{self._clock():.0f}"
        headers = {
            "Content-Type": "application/json",
            "X-Callcenter-Batch": f"{batch.since}-{batch.first}-{batch.count}",
            "X-Callcenter-Timestamp": timestamp,
            "X-Callcenter-Signature": signature(self._spec.secret, timestamp, body),
        }
        return headers | ({"Content-Encoding": "gzip"} if self._spec.gzip else {})

    def _answer(self, body: bytes, headers: dict[str, str]) -> int:
        connection = self._connection()
        # A socket's timeout restarts with each byte; the timer ends an answer that trickles.
        too_late = threading.Event()
        timer = threading.Timer(self._spec.timeout_seconds, _cut, [connection, too_late])
        timer.daemon = True
        timer.start()
        try:
            connection.request("POST", self._target, body, headers)
            answer = connection.getresponse()
            # Without a length the connection cannot be cut off or reused.
            if not answer.will_close:
                answer.read(MOST_ANSWER_BYTES)
        finally:
            timer.cancel()
        if too_late.is_set():
            raise TimeoutError("no whole answer in time")  # what was cut off may look like one
        if not answer.isclosed():
            answer.close()
            self.close()
        return answer.status

    def _connection(self) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        if connection is None:
            kind = TlsConnection if self._tls else PlainConnection
            connection = kind(self._host, self._port, timeout=self._spec.timeout_seconds)
            self._own.connection = connection
        return connection


def _cut(connection: http.client.HTTPConnection, too_late: threading.Event) -> None:
    too_late.set()
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
