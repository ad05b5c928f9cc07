"""Later: a response that is finished on the event loop, so that no thread waits for it."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from api.conventions.faults import problem_in
from api.conventions.problems import answer

Finish = Callable[[], Awaitable[HttpResponseBase]]
# Of the empty response in its place.
OF_THE_BODY = frozenset({"content-type", "content-length"})


class Later(HttpResponse):
    """What an endpoint returns once it has checked everything; `finish` waits and returns the response."""

    def __init__(self, request: HttpRequest, finish: Finish) -> None:
        super().__init__()
        self._request, self._finish = request, finish

    async def finished(self) -> HttpResponseBase:
        """The response, with the headers that the middleware has set meanwhile; a fault is a problem."""
        try:
            response = await self._finish()
        except Exception as error:  # noqa: BLE001 - as for every endpoint
            response = answer(problem_in(self._request, error))
        for name, value in self.headers.items():
            if name.lower() not in OF_THE_BODY:
                response.headers.setdefault(name, value)
        return response
