"""Metrics for monitoring: for clients with the token of the settings, and for supervisors."""

import hmac
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access.permissions import SUPERVISE
from reporting.metrics import CONTENT_TYPE, metrics_text
from reporting.selectors import overview

BEARER = "Bearer "
NOT_ALLOWED = "Send METRICS_TOKEN of the settings as a bearer token, or sign in as a supervisor.\n"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """In Prometheus' text format; 401 without token or signed-in supervisor.

    Without METRICS_TOKEN no token opens it.
    """
    if not (_has_token(request) or request.user.has_perm(SUPERVISE)):
        return HttpResponse(
            NOT_ALLOWED,
            status=HTTPStatus.UNAUTHORIZED,
            content_type="text/plain; charset=utf-8",
            headers={"WWW-Authenticate": 'Bearer realm="metrics"'},
        )
    return HttpResponse(metrics_text(overview, most_keys=settings.METRICS_KEYS), content_type=CONTENT_TYPE)


def _has_token(request: HttpRequest) -> bool:
    sent, wanted = request.headers.get("Authorization", ""), settings.METRICS_TOKEN
    if not wanted or not sent.startswith(BEARER):
        return False
    return hmac.compare_digest(sent.removeprefix(BEARER).strip().encode(), wanted.encode())
