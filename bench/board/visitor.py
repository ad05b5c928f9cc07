"""Visitor of a benchmark's site: has the board open, and asks for addresses."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from bench.board.site import BoardSite
from bench.board.sockets import HANDSHAKE
from localservices.ports import LOOPBACK


@contextmanager
def somebody_looks(site: BoardSite) -> Iterator[None]:
    """A client with the board open that reads all frames."""
    line = socket.create_connection((LOOPBACK, site.port))
    line.sendall(HANDSHAKE.format(port=site.port, session=site.sessions[1]).encode())

    def read() -> None:
        try:
            while line.recv(65_536):
                pass
        except OSError:
            return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield
    finally:
        line.shutdown(socket.SHUT_RDWR)
        line.close()
        reader.join()


def asked(site: BoardSite, path: str, form: dict[str, str] | None = None) -> dict[str, Any]:
    """Answer of the web process to a signed-in user. Raises RuntimeError."""
    token = "b" * 32
    headers = {
        "Accept": "application/json",
        "Cookie": f"sessionid={site.sessions[0]}; csrftoken={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    line = http.client.HTTPConnection(LOOPBACK, site.port, timeout=30)
    try:
        line.request("GET" if form is None else "POST", path, urlencode(form or {}), headers)
        reply = line.getresponse()
        text = reply.read().decode()
    finally:
        line.close()
    if reply.status >= http.client.BAD_REQUEST:
        raise RuntimeError(f"{path}: {reply.status} {text[:500]}")
    found: dict[str, Any] = json.loads(text)
    return found
