"""Live pages of the server: the whole page, or only the part its script replaces.

Both come from the same template, so a page is the same with and without JavaScript.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from dashboard.answers import refusal
from dashboard.formats.stream import stream_from
from dynamo.exceptions import DynamoError
from live.board.rows import to_iso
from operations.answers import away
from routing.runtime import now

# Part of the stream that a page follows: a section, or one row of it.
Watched = Sequence[str]


@dataclass(frozen=True)
class LivePage:
    """A page: the template of the whole, and that of the replaced part.

    `every_seconds` is the least time between two reads of the part. One that `polls` shows what changes
    without news in the stream: it is read again every few seconds.
    """

    template: str
    part: str
    every_seconds: float = 1.0
    polls: bool = False

    def whole(
        self, request: HttpRequest, read: Callable[[], Mapping[str, Any]], *, watched: Sequence[Watched]
    ) -> HttpResponse:
        """The page; 503 with a message while DynamoDB is away."""
        context, trouble = _read(read)
        config = {
            **stream_from(context["now"]),
            "watched": watched,
            "every": self.every_seconds * 1000,
            "polls": self.polls,
        }
        shown = {**context, "config": config, "trouble": trouble}
        return render(request, self.template, shown, status=503 if trouble else 200)

    def state(self, request: HttpRequest, read: Callable[[], Mapping[str, Any]]) -> JsonResponse:
        """`{"at", "html", "again"}`: the part, its moment, and whether to ask again soon.

        503 with a message while DynamoDB is away.
        """
        context, trouble = _read(read)
        if trouble:
            return refusal(503, trouble)
        html = render_to_string(self.part, dict(context), request)
        return JsonResponse({"at": to_iso(context["now"]), "html": html, "again": bool(context.get("again"))})


def _read(read: Callable[[], Mapping[str, Any]]) -> tuple[dict[str, Any], str]:
    # Before the read: the page is at least as new as it says.
    moment = now()
    try:
        return {"now": moment, **read()}, ""
    except DynamoError as error:
        return {"now": moment}, away(error).text
