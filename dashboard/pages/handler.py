"""HTTP requests to Django, each in one thread from the first middleware to the last.

Every view and most middleware here are synchronous. Django's own ASGI handler changes threads for each of
them, and starts a thread for each request: more than half of what a small request costs. A response that has
to wait is finished on the event loop, without a thread.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.module_loading import import_string

from api.access.identify import authorization
from api.conventions.body_limit import ADDRESSES
from api.conventions.later import Later
from sockets.tasks import run_together

# Many more than cores: those that wait for a store must not keep others waiting (decision 0027).
MOST_AT_ONCE = 32
Message = Mapping[str, Any]
# Middleware for requests to the API that come with a token; the rest is for sessions, forms and files.
WITH_TOKENS = frozenset(
    {
        "api.access.edge.Edge",
        "django.middleware.security.SecurityMiddleware",
        "callcenter.security_headers.ContentPolicy",
        "api.access.cors.OtherSites",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    }
)


class Pages(ASGIHandler):
    """Django as an ASGI application."""

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()  # ASGIHandler would load the chain of many threads
        self.load_middleware(is_async=False)
        self._with_tokens = WithTokens()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="request")

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Reads the body, answers in a thread, sends the response."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._threads, self._answer, scope, body)
        if isinstance(response, Later):
            await run_together(self._send_later(response, send), _left(receive))
        else:
            await self.send_response(response, send)

    async def _send_later(self, later: Later, send: Callable[[Message], Awaitable[None]]) -> None:
        await self.send_response(await later.finished(), send)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = self._response(request) if request is not None else refusal or HttpResponseBadRequest()
        try:
            return _whole(response) if isinstance(response, StreamingHttpResponse) else response
        finally:
            response.close()  # in this thread, which has the request's database connections

    def _response(self, request: HttpRequest) -> HttpResponseBase:
        has_token = request.path_info.startswith(ADDRESSES) and authorization(request)
        return (self._with_tokens if has_token else self).get_response(request)


class WithTokens(BaseHandler):
    """Django with the middleware of `WITH_TOKENS` alone, in the order of the settings."""

    def __init__(self) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        inmost = self._get_response  # type: ignore[attr-defined]  # a gap of the stubs
        self._middleware_chain = convert_exception_to_response(inmost)
        for name in reversed(settings.MIDDLEWARE):
            if name in WITH_TOKENS:
                middleware = import_string(name)(self._middleware_chain)
                self._middleware_chain = convert_exception_to_response(middleware)


async def _left(receive: Callable[[], Awaitable[Message]]) -> None:
    """Returns once the client is gone: nobody waits for the rest."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _whole(streamed: StreamingHttpResponse) -> HttpResponse:
    """The same in one piece: of these only static files are streamed, and they are small."""
    whole = HttpResponse(streamed.getvalue(), status=streamed.status_code, headers=streamed.headers)
    whole.cookies = streamed.cookies
    return whole
