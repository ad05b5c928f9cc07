"""Owns what the script of every page that follows the stream has to know: where it is, and who reads."""

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token

from dashboard.access import CHOOSE, CONTROL_LOAD, SUPERVISE
from dashboard.forms import MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS
from dashboard.live_pages import STREAM
from live.rows import to_iso
from routing.runtime import now
from routing.services.checks import MAX_REASON_LENGTH


def stream_config(request: HttpRequest, *, title: str) -> dict[str, Any]:
    """The stream, the server's time, what the reader may do, and what an action may say."""
    return {
        "title": title,
        "stream": STREAM,
        "now": to_iso(now()),
        "canChoose": request.user.has_perm(CHOOSE),
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "csrfToken": get_token(request),
        "reasons": PAUSE_REASONS,
        "releaseReasons": RELEASE_REASONS,
        "moreWrapUpSeconds": MORE_WRAP_UP_SECONDS,
        "reasonLimit": MAX_REASON_LENGTH,
    }
