"""Pages of other sites: those of a scene's origins may use the API with its customers' tokens (CORS).

No cookies are involved: a session counts on pages of this site only. A browser lets a page read answers if it
is of the origins of any scene; whose token it may use is checked with the token.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from api.conventions.problems import Problem
from messaging.runtime import scenes
from sockets.origins import origin_is_allowed

ADDRESSES = "/api/"  # of every version
OTHER_PAGE = "This page's origin is not allowed; add it to the scene's origins."
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "600",
}
READABLE = "Retry-After, Idempotent-Replayed"


class OtherSites:
    """Middleware: answers preflights, and lets the pages of scenes read what the API answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, with the headers for its page."""
        if not request.path_info.startswith(ADDRESSES):
            return self._get_response(request)
        origin = request.headers.get("Origin", "")
        is_known = origin != "" and not _is_own(request, origin) and _is_of_a_scene(origin)
        is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if is_known and is_preflight:
            response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)
        else:
            response = self._get_response(request)
        if is_known:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = READABLE
        patch_vary_headers(response, ("Origin",))
        return response


def check_page(request: HttpRequest, scene: str) -> None:
    """Raises Problem: 403 for a page of another site that is not one of the scene's.

    Programs and servers send no Origin; their token alone counts, and the scenes are not read.
    """
    origin = request.headers.get("Origin", "")
    if not origin or _is_own(request, origin):
        return
    found = scenes().by_name.get(scene)
    if found is None or origin not in found.origins:
        raise Problem(HTTPStatus.FORBIDDEN, OTHER_PAGE, "origin")


def _is_of_a_scene(origin: str) -> bool:
    return any(origin in one.origins for one in scenes().by_name.values())


def _is_own(request: HttpRequest, origin: str) -> bool:
    host = request.get_host()  # checked against ALLOWED_HOSTS
    if origin == f"{request.scheme}://{host}":
        return True
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    scope = {"scheme": request.scheme, "headers": headers}
    return origin_is_allowed(scope, hosts=settings.ALLOWED_HOSTS, trusted=settings.CSRF_TRUSTED_ORIGINS)
