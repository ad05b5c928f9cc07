"""Direct connections: HTTP to an engine on this machine, without TLS, proxies and signatures."""

from __future__ import annotations

import os
import select
import socket
from collections import deque
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from weakref import finalize

from botocore.awsrequest import AWSPreparedRequest
from botocore.exceptions import (
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    ReadTimeoutError,
)
from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

if TYPE_CHECKING:
    from collections.abc import Mapping

# Engines check that there is a signature, and not which; the date stands for any day.
AUTHORIZATION: Final = (
    "AWS4-HMAC-SHA256 Credential={key}/20260101/{region}/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0"
)
DATE: Final = "20260101T000000Z"
PIECE: Final = 65_536  # bytes; most replies come in one


class Reply:
    """A reply, as far as it has come."""

    def __init__(self) -> None:
        self.status_code = 0
        self.content = b""
        self.is_whole = False
        self.keeps_open = False  # whether the connection may be used again
        self._parser = HttpResponseParser(self)

    def feed(self, piece: bytes) -> None:
        """Takes the next bytes. Raises HttpParserError, HttpParserUpgrade."""
        self._parser.feed_data(piece)

    def on_headers_complete(self) -> None:
        """See `HttpResponseParser`."""
        self.status_code = self._parser.get_status_code()
        self.keeps_open = self._parser.should_keep_alive()

    def on_body(self, part: bytes) -> None:
        """See `HttpResponseParser`."""
        self.content += part

    def on_message_complete(self) -> None:
        """See `HttpResponseParser`."""
        self.is_whole = True
        del self._parser  # it refers to this


class DirectSession:
    """Kept connections to one address, for many threads. Its errors are boto3's, and mean the same."""

    def __init__(
        self, url: str, *, key: str, region: str, connect_seconds: float, read_seconds: float, most_kept: int
    ) -> None:
        place = urlsplit(url)
        self._url = url
        self._address = (place.hostname or "", place.port or 80)
        self._common = {
            "Host": place.netloc,
            "Authorization": AUTHORIZATION.format(key=key, region=region),
            "X-Amz-Date": DATE,
        }
        self._connect_seconds, self._read_seconds = connect_seconds, read_seconds
        self._most_kept = most_kept
        self._kept: deque[_Connection] = deque()

    def request(self, headers: Mapping[str, str], body: bytes) -> AWSPreparedRequest:
        """A request as hooks of `before-send` know it."""
        own: Any = {**self._common, **headers, "Content-Length": str(len(body))}
        return AWSPreparedRequest("POST", self._url, own, body, stream_output=False)

    def send(self, request: AWSPreparedRequest) -> Reply:
        """The whole reply. Raises botocore's HTTPClientError and ConnectionError."""
        connection = self._kept_one() or self._new_one()
        try:
            reply = connection.ask(_text_of(request))
        except TimeoutError as error:
            connection.close()
            raise ReadTimeoutError(endpoint_url=self._url, error=error) from error
        except (OSError, HttpParserError, HttpParserUpgrade) as error:
            connection.close()
            raise ConnectionClosedError(endpoint_url=self._url, error=error) from error
        except BaseException:  # interrupted: the reply would be taken for that of the next request
            connection.close()
            raise
        if reply.keeps_open and len(self._kept) < self._most_kept:
            self._kept.append(connection)
        else:
            connection.close()
        return reply

    def close(self) -> None:
        """Closes the connections that are not in use."""
        while self._kept:
            self._kept.pop().close()

    def _kept_one(self) -> _Connection | None:
        while True:
            try:
                connection = self._kept.pop()
            except IndexError:
                return None
            if connection.is_own and not connection.is_stale:
                return connection
            connection.close()

    def _new_one(self) -> _Connection:
        try:
            connected = socket.create_connection(self._address, self._connect_seconds)
        except TimeoutError as error:
            raise ConnectTimeoutError(endpoint_url=self._url, error=error) from error
        except OSError as error:
            raise EndpointConnectionError(endpoint_url=self._url, error=error) from error
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.settimeout(self._read_seconds)
        return _Connection(connected)


class _Connection:
    """One connection, for one request at a time."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._process = os.getpid()
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        # A client that nobody closes takes its connections along silently, as boto3's do, also in a circle,
        # whose socket could be collected before `__del__` of its owner.
        self.close = finalize(self, connected.close)
        self.close.atexit = False

    @property
    def is_own(self) -> bool:
        """Whether this process made it; replies on that of a parent may be the parent's."""
        return self._process == os.getpid()

    @property
    def is_stale(self) -> bool:
        """Whether the other end has closed it, or has sent what nobody asked for."""
        return bool(self._poll.poll(0))

    def ask(self, request: bytes) -> Reply:
        """The whole reply. Raises OSError, HttpParserError, HttpParserUpgrade."""
        self._socket.sendall(request)
        reply = Reply()
        while not reply.is_whole:
            piece = self._socket.recv(PIECE)
            if not piece:
                raise ConnectionResetError("closed before the reply was whole")
            reply.feed(piece)
        return reply


def _text_of(request: AWSPreparedRequest) -> bytes:
    assert isinstance(request.body, bytes)
    lines = [f"{request.method} / HTTP/1.1", *(f"{name}: {value}" for name, value in request.headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + request.body
