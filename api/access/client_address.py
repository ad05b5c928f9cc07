"""Address of the browser, as far as the proxies in between are trusted."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

UNKNOWN = "web"  # of a socket without an address


def address_of(peer: str, forwarded: str) -> str:
    """The same, for the address of a connection and its X-Forwarded-For."""
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": peer, **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})}
    return client_address(request)


def client_address(request: HttpRequest) -> str:
    """From X-Forwarded-For if TRUSTED_PROXIES is set and that many entries are there, else the peer's."""
    try:
        return DefaultAccountAdapter(request).get_client_ip(request)
    except (ImproperlyConfigured, PermissionDenied):
        return str(request.META.get("REMOTE_ADDR") or UNKNOWN)
