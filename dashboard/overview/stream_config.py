"""Configuration of the stream for page scripts: its address and the reader's permissions."""

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token

from dashboard.access.own_agent import acts_for_all
from dashboard.access.permissions import CHOOSE, CONTROL_LOAD, SUPERVISE
from dashboard.access.seats import seat_of
from dashboard.forms import MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS
from dashboard.pages.live_pages import STREAM
from live.board.rows import to_iso
from operations.catalogue import for_many
from operations.many import MAX_AGENTS_AT_ONCE
from operations.operation import Many, Operation
from routing.runtime import now
from routing.services.checks import MAX_REASON_LENGTH


def stream_config(request: HttpRequest, *, title: str) -> dict[str, Any]:
    """The stream, the server's time, the reader's permissions, and the choices of actions.

    `canChoose` covers every agent; without it, a user with a desk may choose for `ownAgent`.
    """
    may_choose, for_all = request.user.has_perm(CHOOSE), acts_for_all(request.user)
    return {
        "title": title,
        "stream": STREAM,
        "now": to_iso(now()),
        "canChoose": may_choose and for_all,
        "ownAgent": seat_of(request.user) if may_choose and not for_all else "",
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "csrfToken": get_token(request),
        "reasons": PAUSE_REASONS,
        "releaseReasons": RELEASE_REASONS,
        "moreWrapUpSeconds": MORE_WRAP_UP_SECONDS,
        "reasonLimit": MAX_REASON_LENGTH,
        "mostAtOnce": MAX_AGENTS_AT_ONCE,
        "bulkActions": [_bulk_action(name, *action) for name, action in for_many().items()],
    }


def _bulk_action(name: str, operation: Operation, many: Many) -> dict[str, Any]:
    """A button for many agents; `only` are the statuses it is for, null for all."""
    return {
        "name": name,
        "word": many.word,
        "isChoice": operation.verb == "choice",
        "only": sorted(operation.applies) or None,
        "asks": many.asks,
        "forSupervisors": operation.permission == SUPERVISE,
        "isDanger": many.is_danger,
    }
