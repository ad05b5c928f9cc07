"""Replies of views: JSON to scripts, a redirect with a message to plain forms."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from operations.answers import Answer

RETRY_AFTER_SECONDS = 2


def wants_json(request: HttpRequest) -> bool:
    """True for the board's own requests; a browser's plain submit prefers HTML."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def refusal(status: int, text: str) -> JsonResponse:
    """A message as JSON: `{"error": …}`."""
    return JsonResponse({"error": text}, status=status)


def plain_text(status: int, text: str) -> HttpResponse:
    """A message in place of a file."""
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")


def download_csv(text: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


def respond(request: HttpRequest, answer: Answer, *, to: str = "") -> HttpResponse:
    """The answer in the form the request asked for; a plain form returns to the page it came from.

    Without one it leads to the page `to`, or to the board.
    """
    if wants_json(request):
        return as_json(answer)
    if answer.text:
        show = messages.error if answer.is_refusal else messages.success
        show(request, answer.text)
    return HttpResponseRedirect(page_before(request) or to or reverse("board"))


def as_json(answer: Answer) -> JsonResponse:
    """The data of an answer, with the reason of a refusal; after 503 it says when to try again."""
    error = {"error": answer.text} if answer.is_refusal else {}
    response = JsonResponse({**answer.data, **error}, status=answer.status)
    if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def page_before(request: HttpRequest) -> str:
    """The page of this site to return to, if the form names one."""
    wanted = request.POST.get("back", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else ""
