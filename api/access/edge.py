"""Edge of the API, as middleware: every error under /api/ is a problem, limit headers, nothing cached."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.handlers.exception import response_for_exception
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from api.access.allowed import spend_by_address
from api.access.cors import ADDRESSES
from api.conventions.json_bodies import NULL
from api.conventions.problems import Problem, answer, maybe_changed

# Django's responses without an endpoint, or without one for the method: these requests are not counted yet.
WITHOUT_ENDPOINT = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)
JSON_TYPES = ("application/json", "application/problem+json")
SENTENCES = {
    HTTPStatus.BAD_REQUEST: "The request cannot be read.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Method not allowed; use {allow}.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Internal error; the server's log has the details.",
}


class Edge:
    """Outermost middleware: it also sees what Django itself answers, such as 404 and a wrong host."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Passes the request on, then completes the response. An address with a null character gets 404."""
        if NULL in request.path_info:  # no id has one, and PostgreSQL refuses to look for it
            return _seen(request, response_for_exception(request, Http404()))
        return _seen(request, self._get_response(request))


def _seen(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not request.path_info.startswith(ADDRESSES):
        return response
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code >= HTTPStatus.BAD_REQUEST and kind not in JSON_TYPES:
        response = _as_problem(request, response)
    if response.status_code in WITHOUT_ENDPOINT and not hasattr(request, "rate_headers"):
        response = _counted(request, response)
    for name, value in getattr(request, "rate_headers", {}).items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _counted(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response, or the refusal of an address that has sent too many requests of this kind."""
    try:
        spend_by_address(request)
    except Problem as beyond:
        return answer(beyond)
    return response


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    status, allow = response.status_code, response.headers.get("Allow", "")
    changed = maybe_changed(request) if status >= HTTPStatus.INTERNAL_SERVER_ERROR else Problem.changed
    sentence = SENTENCES.get(HTTPStatus(status), HTTPStatus(status).description or HTTPStatus(status).phrase)
    headers = {"Allow": allow} if allow else {}
    return answer(
        Problem(status, sentence.format(allow=allow or "another one"), changed=changed, headers=headers)
    )
