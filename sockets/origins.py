"""Origins allowed to open a socket: same scheme, host and port, or named in the settings."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int]


class OwnOriginOnly:
    """Accepts a socket opened by a page of this site or of TRUSTED_ORIGINS; refuses all others."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Reads the headers only."""
        allowed = origin_is_allowed(
            scope, hosts=settings.ALLOWED_HOSTS, trusted=settings.CSRF_TRUSTED_ORIGINS
        )
        application = self._application if allowed else WebsocketDenier()
        return await application(scope, receive, send)


def origin_is_allowed(scope: Mapping[str, Any], *, hosts: Iterable[str], trusted: Iterable[str]) -> bool:
    """Whether the Origin has the scheme, host and port of the request, or is trusted.

    `hosts` are the allowed host names. A trusted origin that starts with `*.` covers every name below it.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    host, origin = headers.get(b"host", ""), _origin(headers.get(b"origin", ""))
    if origin is None or not validate_host(split_domain_port(host)[0], hosts):
        return False
    scheme = "https" if scope.get("scheme") in ("wss", "https") else "http"
    return origin == _origin(f"{scheme}://{host}") or any(_is_meant(one, origin) for one in trusted)


def _is_meant(trusted: str, origin: Origin) -> bool:
    wanted = _origin(trusted.replace("://*.", "://", 1))
    if wanted is None or "://*." not in trusted:
        return wanted == origin
    (scheme, host, port), (wanted_scheme, parent, wanted_port) = origin, wanted
    return (scheme, port) == (wanted_scheme, wanted_port) and host.endswith(f".{parent}")


def _origin(text: str) -> Origin | None:
    """Scheme, host and port; None for anything else, such as `null`."""
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname or parts.path or parts.query or parts.username:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port
