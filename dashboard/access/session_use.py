"""Middleware: a request of a signed-in user shows that the user is there."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from sockets.session_store import note_use


class SessionUse:
    """Belongs below Django's session middleware, which saves what it notes; reads no session by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; the use is noted after it, when it is known whether the session was needed."""
        response = self._get_response(request)
        if request.session.accessed:
            note_use(request)
        return response
