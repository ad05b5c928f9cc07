"""Host site of a widget: a page with a strict policy and hostile styles, and identities that it signs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import jwt

from localservices.ports import LOOPBACK
from routing import runtime

SECRET = "shared with the backend of the site "
SCENE, CLOSED, REFUSING = "listing", "closed", "refusing"
PAGE = """<!doctype html><html lang="en" dir="{dir}"><head><meta charset="utf-8"><title>Host</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/hostile.css"></head>
<body><main><h1>A car for sale</h1></main>
<script async src="{site}/widget.js" data-scene="{scene}"></script></body></html>"""
HOSTILE = """
* { all: unset !important; display: none; font-size: 3px !important; color: pink !important;
    visibility: hidden !important; opacity: 0 !important; transform: rotate(9deg) !important; }
h1, head, title { display: none !important; }
:root { --callcenter-accent: #6b21a8; --callcenter-accent-ink: #ffffff; }
"""


@dataclass
class Host:
    """A running host site; `site` is the address of the call centre, known once that has started."""

    port: int
    site: str = ""

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def policy(self, *, sockets: bool) -> str:
        """Nothing but what the widget is said to need; its own styles for the host's."""
        socket = self.site.replace("http", "ws", 1) if sockets else ""
        return (
            f"default-src 'none'; script-src {self.site}; connect-src {self.site} {socket}; style-src 'self';"
            " base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
        )


@contextmanager
def host_running() -> Iterator[Host]:
    """Serves the pages `/`, `/rtl`, `/closed`, `/refusing` on a free port; `/closed` allows no WebSockets."""

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_css = self.path.endswith(".css")
            direction = "rtl" if self.path == "/rtl" else "ltr"
            scene = next((one for one in (CLOSED, REFUSING) if self.path == f"/{one}"), SCENE)
            text = HOSTILE if is_css else PAGE.format(site=host.site, dir=direction, scene=scene)
            self.send_response(200)
            self.send_header("Content-Type", "text/css" if is_css else "text/html")
            self.send_header("Content-Security-Policy", host.policy(sockets=scene != CLOSED))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the base class names it
            """A test has no access log."""

    with ThreadingHTTPServer((LOOPBACK, 0), Pages) as server:
        host = Host(server.server_port)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield host
        server.shutdown()


def identity(subject: str, **more: object) -> str:
    """What the backend of the site signs for a customer who has signed in."""
    at = runtime.now()
    claims = {"sub": subject, "aud": SCENE, "iat": at, "exp": at + timedelta(minutes=30), **more}
    return jwt.encode(claims, SECRET, algorithm="HS256")
