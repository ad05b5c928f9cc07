"""Security headers: browsers load and send to this site only."""

from collections.abc import Callable
from http import HTTPStatus

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

OWN_ORIGIN_ONLY: dict[str, list[str]] = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],  # covers ws:// and wss:// to the page's own host
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}
EXPLAINED = (HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR)  # by Django's debug pages


class ContentPolicy:
    """Middleware: adds the policy of the settings, put together once, except to Django's debug pages.

    django-csp's own puts it together twice for each response.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response with its policy."""
        response = self._get_response(request)
        if not (settings.DEBUG and response.status_code in EXPLAINED):
            response.headers.setdefault(HEADER, self._policy)
        return response
