"""Answer to a POST without a CSRF token: a page, or JSON for programs."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.csrf import csrf_failure

from dashboard.answers import refusal, wants_json

FOR_PROGRAMS = "/api/"
SENTENCE = (
    "The CSRF token is missing or old: send the cookies, and the csrftoken cookie in the header X-CSRFToken."
)


def without_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403; nothing was changed."""
    if request.path.startswith(FOR_PROGRAMS) or wants_json(request):
        return refusal(HTTPStatus.FORBIDDEN, SENTENCE)
    return csrf_failure(request, reason=reason)
