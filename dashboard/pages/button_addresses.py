"""Addresses that take only POST, from buttons and forms: a person who opens one gets the page above it."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.encoding import escape_uri_path

from api.access.cors import ADDRESSES

NO_PAGES = ("/load/",)  # answers JSON; its buttons are on the overview


class ButtonAddresses:
    """Middleware: redirects a browser's GET of such an address to the page above; programs get the 405."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Passes the request on."""
        response = self._get_response(request)
        is_read = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        is_page = is_read and not request.path_info.startswith(ADDRESSES)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not is_page:
            return response
        return HttpResponseRedirect(escape_uri_path(page_above(request.path_info)))


def page_above(path: str) -> str:
    """The nearest page above a path; at the top, the overview."""
    parts = path.strip("/").split("/")
    above = (f"/{'/'.join(parts[:end])}/" for end in range(len(parts) - 1, 0, -1))
    return next((one for one in above if one not in NO_PAGES and is_valid_path(one)), "/")
