"""Scripted HTTP receiver: answers well, with an error, slowly, in drops, or never."""

import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Post:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Listens while it is entered; `answer` is called with each request's handler once the post is kept."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._scheme = "https" if tls else "http"
        self.posts: list[Post] = []
        self.answer: Callable[[BaseHTTPRequestHandler], None] = well
        self.ended = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.posts.append(Post(self.path, dict(self.headers), body))
                receiver.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign] # a refused handshake
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"{self._scheme}://127.0.0.1:{self._server.server_port}"

    def hangs(self, _handler: BaseHTTPRequestHandler) -> None:
        """Answers nothing until the test is over."""
        self.ended.wait()

    def trickles(self, handler: BaseHTTPRequestHandler) -> None:
        """Sends one byte of a header after the other."""
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        while not self.ended.wait(0.05):
            try:
                handler.wfile.write(b"x")
            except OSError:
                return

    def pours(self, handler: BaseHTTPRequestHandler) -> None:
        """Says that it took the post, and then goes on without end."""
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        handler.close_connection = True
        while not self.ended.is_set():
            try:
                handler.wfile.write(b"x" * 65_536)
            except OSError:
                return

    def __enter__(self) -> "Receiver":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def well(handler: BaseHTTPRequestHandler) -> None:
    """Answers 204."""
    handler.send_response(204)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def status(code: int) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answers with this status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        handler.send_header("Content-Length", "0")
        handler.send_header("Location", "/elsewhere")
        handler.end_headers()

    return answer
