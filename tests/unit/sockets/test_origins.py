"""Origins of sockets: the site's own scheme, host and port, or trusted."""

from typing import Any

import pytest

from sockets.origins import origin_is_allowed

HOSTS = ["localhost", "127.0.0.1", "[::1]", ".calls.example"]


def a_scope(origin: str | None, host: str, scheme: str = "ws") -> dict[str, Any]:
    headers = [(b"host", host.encode())] + ([] if origin is None else [(b"origin", origin.encode())])
    return {"type": "websocket", "scheme": scheme, "headers": headers}


def allowed(origin: str | None, host: str = "localhost:8000", scheme: str = "ws", *trusted: str) -> bool:
    return origin_is_allowed(a_scope(origin, host, scheme), hosts=HOSTS, trusted=trusted)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://localhost:8000", "localhost:8000", "ws"),
        ("http://LOCALHOST:8000", "localhost:8000", "ws"),
        ("http://localhost", "localhost", "ws"),
        ("http://localhost:80", "localhost", "ws"),
        ("https://www.calls.example", "www.calls.example:443", "wss"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
    ],
)
def test_a_page_of_the_site_is_let_in(origin: str, host: str, scheme: str) -> None:
    assert allowed(origin, host, scheme)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://localhost:8001", "localhost:8000", "ws"),
        ("http://localhost", "localhost:8000", "ws"),
        ("https://localhost:8000", "localhost:8000", "ws"),
        ("http://www.calls.example", "www.calls.example", "wss"),
        ("http://127.0.0.1:8000", "localhost:8000", "ws"),
        ("http://other.example", "other.example", "ws"),
        ("http://localhost:8000.other.example", "localhost:8000", "ws"),
        ("http://localhost:8000@other.example", "localhost:8000", "ws"),
        ("http://localhost:8000/", "localhost:8000", "ws"),
        ("http://localhost:99999", "localhost:99999", "ws"),
        ("ws://localhost:8000", "localhost:8000", "ws"),
        ("null", "localhost:8000", "ws"),
        ("", "localhost:8000", "ws"),
        (None, "localhost:8000", "ws"),
        ("http://", "", "ws"),
    ],
)
def test_any_other_port_scheme_or_host_is_not(origin: str | None, host: str, scheme: str) -> None:
    assert not allowed(origin, host, scheme)


def test_behind_a_proxy_that_changes_the_host_the_settings_name_the_origins() -> None:
    trusted = ("https://calls.example", "https://*.desk.example:8443")

    for origin in ("https://calls.example", "https://calls.example:443", "https://a.desk.example:8443"):
        assert allowed(origin, "localhost:8000", "ws", *trusted), origin
    for origin in ("http://calls.example", "https://desk.example:8443", "https://a.desk.example"):
        assert not allowed(origin, "localhost:8000", "ws", *trusted), origin
