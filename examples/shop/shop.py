"""Shop: a small site that sells used cars, whose visitors chat with the call centre through the widget.

It uses the standard library alone. `CALLCENTER_URL` is the address of the call centre, `SHOP_SCENE` the
scene, `SHOP_SECRET` its secret, with which this backend signs who has signed in here; `SHOP_PORT` the port on
loopback. The scene needs the shop's origin:
`SCENES='{"shop": {"origins": ["http://127.0.0.1:8080"], "secret": "…"}}'`.
"""

import hashlib
import hmac
import json
import os
import secrets
import sys
import time
from base64 import urlsafe_b64encode
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from string import Template
from urllib.parse import parse_qs

SITE = os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000").rstrip("/")
SCENE = os.environ.get("SHOP_SCENE", "shop")
SECRET = os.environ.get("SHOP_SECRET", "")
PORT = int(os.environ.get("SHOP_PORT", "8080"))
HERE = Path(__file__).parent
FILES = {"/shop.css": "text/css", "/shop.js": "text/javascript"}
CUSTOMERS = ("Ada", "Ben", "Chloé")
SESSIONS: dict[str, str] = {}  # cookie → customer; a real shop has sign-ins of its own
POLICY = (
    f"default-src 'none'; script-src 'self' {SITE}; style-src 'self'; form-action 'self'; base-uri 'none';"
    f" connect-src 'self' {SITE} {SITE.replace('http', 'ws', 1)}"
)
MOST_BYTES = 1000
IDENTITY_SECONDS = 600


def identity(customer: str, *, at: int) -> str:
    """A JSON Web Token that says who the customer is: HMAC-SHA256 by the secret of the scene."""
    claims = {"sub": customer, "name": customer, "aud": SCENE, "iat": at, "exp": at + IDENTITY_SECONDS}
    signed = ".".join(
        _encoded(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims)
    )
    return f"{signed}.{_encoded(hmac.digest(SECRET.encode(), signed.encode(), hashlib.sha256))}"


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


class Shop(BaseHTTPRequestHandler):
    """The page, its files, sign-in and sign-out, and the identity of the signed-in customer."""

    def do_GET(self) -> None:
        """Answers a page or file."""
        if self.path in FILES:
            self._answer(200, FILES[self.path], (HERE / self.path[1:]).read_bytes())
        elif self.path == "/chat-identity":
            customer = self._customer()
            text = identity(customer, at=int(time.time())) if customer else ""
            self._answer(200 if customer else 403, "text/plain", text.encode())
        elif self.path == "/":
            self._answer(200, "text/html", self._page().encode())
        else:
            self._answer(404, "text/plain", b"There is nothing here.\n")

    def do_POST(self) -> None:
        """Signs in or out, then redirects to the page."""
        length = min(int(self.headers.get("Content-Length") or 0), MOST_BYTES)
        customer = parse_qs(self.rfile.read(length).decode(errors="replace")).get("customer", [""])[0]
        session = secrets.token_urlsafe(16)
        if self.path == "/sign-in" and customer in CUSTOMERS:
            SESSIONS[session] = customer
        cookie = f"session={session}; HttpOnly; SameSite=Strict; Path=/"
        self._answer(303, "text/plain", b"", Location="/", **{"Set-Cookie": cookie})

    def _customer(self) -> str:
        found = SimpleCookie(self.headers.get("Cookie", "")).get("session")
        return SESSIONS.get(found.value, "") if found else ""

    def _page(self) -> str:
        customer = self._customer()
        choices = "".join(
            f'<button name="customer" value="{name}">Sign in as {name}</button>' for name in CUSTOMERS
        )
        account = f"<span>{customer}</span><button>Sign out</button>" if customer else choices
        page = Template((HERE / "page.html").read_text(encoding="utf-8"))
        address = "/sign-out" if customer else "/sign-in"
        return page.substitute(site=SITE, scene=SCENE, account=account, address=address, customer=customer)

    def _answer(self, status: int, kind: str, content: bytes, **headers: str) -> None:
        self.send_response(status)
        fixed = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(content))}
        safe = {
            "Content-Security-Policy": POLICY,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        }
        for name, value in {**fixed, **safe, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
        """Writes no access log."""


if __name__ == "__main__":
    if not SECRET:
        sys.exit("SHOP_SECRET: required, the secret of the scene")
    print(f"The shop is at http://127.0.0.1:{PORT}/", flush=True)
    ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
