"""Small OpenID Connect provider on loopback: discovery, tokens for codes with PKCE, claims of users."""

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt

CLIENT_ID, SECRET = "callcenter", "a secret of the provider"
KEY = secrets.token_bytes(32)


@dataclass
class Provider:
    """`issued` has claims and challenge of each code, `used` the claims of each access token."""

    issuer: str
    issued: dict[str, tuple[dict[str, str], str]] = field(default_factory=dict)
    used: dict[str, dict[str, str]] = field(default_factory=dict)

    def consent(self, address: str, claims: dict[str, str]) -> str:
        """What the provider's page does once a user has signed in there: the address back, with a code."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.issued[code] = (claims, asked["code_challenge"])
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str]) -> dict[str, object] | None:
        """The tokens for a code, once, for who knows the secret and the verifier."""
        claims, challenge = self.issued.pop(form.get("code", ""), ({}, ""))
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if form.get("client_secret") != SECRET or challenge != base64.urlsafe_b64encode(
            digest
        ).decode().rstrip("="):
            return None
        access = secrets.token_urlsafe()
        self.used[access] = claims
        return {
            "access_token": access,
            "token_type": "Bearer",
            "expires_in": 60,
            "id_token": self._identity(claims),
        }

    def _identity(self, claims: dict[str, str]) -> str:
        return jwt.encode(
            {**claims, "iss": self.issuer, "aud": CLIENT_ID, "exp": 4_000_000_000}, KEY, "HS256"
        )

    def discovery(self) -> dict[str, object]:
        ways = {name: f"{self.issuer}/{name}" for name in ("authorize", "token", "userinfo", "keys")}
        return {
            "issuer": self.issuer,
            "authorization_endpoint": ways["authorize"],
            "token_endpoint": ways["token"],
            "userinfo_endpoint": ways["userinfo"],
            "jwks_uri": ways["keys"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }


@contextmanager
def provider_running() -> Iterator[Provider]:
    """A provider that answers until the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler())
    provider = Provider(f"http://127.0.0.1:{server.server_port}")
    server.provider = provider  # type: ignore[attr-defined]  # for the handler
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler() -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider: Provider = self.server.provider  # type: ignore[attr-defined]
            access = self.headers.get("Authorization", "").removeprefix("Bearer ")
            if self.path == "/.well-known/openid-configuration":
                self._answer(provider.discovery())
            else:
                self._answer(provider.used.get(access) if self.path == "/userinfo" else None)

        def do_POST(self) -> None:
            provider: Provider = self.server.provider  # type: ignore[attr-defined]
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(provider.token({name: values[0] for name, values in parse_qs(text).items()}))

        def _answer(self, body: object) -> None:
            self.send_response(200 if body else 400)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body or {"error": "invalid_grant"}).encode())

        def log_message(self, *_args: object) -> None:
            """Says nothing."""

    return Handler
