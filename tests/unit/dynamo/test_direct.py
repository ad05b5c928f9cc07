"""Direct connections: replies in parts, connections that end, and what each failure is called."""

import gc
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import closing
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from botocore.exceptions import ConnectionClosedError, EndpointConnectionError, ReadTimeoutError

from bench.ports import free_port
from dynamo.protocol.direct import DirectSession
from tests.waiting import wait_until

END = None  # the other end closes the connection
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
UPGRADE = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"


class Peer:
    """An engine that says what it is told, and keeps the requests of each connection."""

    def __init__(self) -> None:
        self.heard: list[list[bytes]] = []
        self.says: Queue[tuple[bytes | None, ...]] = Queue()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.heard.append([])
            Thread(target=self._answer, args=(connection, self.heard[-1]), daemon=True).start()

    def _answer(self, connection: socket.socket, heard: list[bytes]) -> None:
        with connection:
            while request := connection.recv(10_000):
                heard.append(request)
                for part in self.says.get():
                    if part is END:
                        return
                    connection.sendall(part)

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def peer() -> Iterator[Peer]:
    with closing(Peer()) as made:
        yield made


@pytest.fixture
def session(peer: Peer) -> Iterator[DirectSession]:
    with closing(session_to(peer.url)) as made:
        yield made


def session_to(url: str) -> DirectSession:
    return DirectSession(url, key="local", region="eu", connect_seconds=5, read_seconds=0.5, most_kept=1)


def asked(session: DirectSession, body: bytes = b"{}") -> bytes:
    reply = session.send(session.request({"X-Amz-Target": "DynamoDB_20120810.GetItem"}, body))
    assert reply.status_code == 200
    return reply.content


@pytest.mark.parametrize(
    "parts",
    [
        (OK,),
        (OK[:5], OK[5:40], OK[40:]),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n", b"1\r\n}\r\n0\r\n\r\n"),
    ],
    ids=["whole", "in-parts", "chunked"],
)
def test_a_connection_is_used_again_after_a_whole_reply(
    peer: Peer, session: DirectSession, parts: tuple[bytes, ...]
) -> None:
    for _ in range(2):
        peer.says.put(parts)
        assert asked(session, "Grüße".encode()) == b"{}"

    (requests,) = peer.heard
    assert len(requests) == 2
    assert requests[0].endswith("\r\nContent-Length: 7\r\n\r\nGrüße".encode())


def test_a_connection_that_ends_after_a_reply_is_not_used_again(peer: Peer, session: DirectSession) -> None:
    for _ in range(2):
        peer.says.put((OK, END))
        assert asked(session) == b"{}"
        wait_until(lambda: session._kept[0].is_stale, "the other end has closed")

    assert [len(requests) for requests in peer.heard] == [1, 1]


def test_a_connection_is_not_kept_where_the_reply_says_so(peer: Peer, session: DirectSession) -> None:
    for _ in range(2):
        peer.says.put((OK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),))
        assert asked(session) == b"{}"

    assert [len(requests) for requests in peer.heard] == [1, 1]


@pytest.mark.parametrize("parts", [(END,), (OK[:-1], END), (b"SSH-2.0-OpenSSH\r\n",), (UPGRADE,)])
def test_half_a_reply_is_none(peer: Peer, session: DirectSession, parts: tuple[bytes | None, ...]) -> None:
    peer.says.put(parts)
    with pytest.raises(ConnectionClosedError):
        asked(session)

    peer.says.put((OK,))
    assert asked(session) == b"{}"


def test_a_late_reply_is_not_that_of_the_next_request(peer: Peer, session: DirectSession) -> None:
    peer.says.put((OK[:-2],))
    with pytest.raises(ReadTimeoutError):
        asked(session)

    peer.says.put((OK.replace(b"{}", b"[]"),))
    assert asked(session) == b"[]"


def test_a_refused_connection_was_never_used() -> None:
    with (
        closing(session_to(f"http://127.0.0.1:{free_port()}/")) as session,
        pytest.raises(EndpointConnectionError),
    ):
        asked(session)


def test_one_that_is_forgotten_in_a_circle_closes_its_connections_silently(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    peer.says.put((OK,))
    forgotten: Any = session_to(peer.url)
    asked(forgotten)
    forgotten.circle = forgotten
    del forgotten
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gc.collect()
    assert told == []


def test_a_forked_process_uses_no_connection_of_its_parent(
    peer: Peer, session: DirectSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        peer.says.put((OK,))
        asked(session)
    assert [len(heard) for heard in peer.heard] == [2]

    monkeypatch.setattr("dynamo.protocol.direct.os.getpid", lambda: -1)
    peer.says.put((OK,))
    asked(session)
    assert [len(heard) for heard in peer.heard] == [2, 1]
