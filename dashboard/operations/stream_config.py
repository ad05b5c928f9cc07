"""Configuration of the stream for page scripts: its address and the reader's permissions."""

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse

from accounts.roles import CONTROL_LOAD
from accounts.seats import seat_of
from dashboard.access.permissions import ADMINISTER, CHOOSE, SUPERVISE
from dashboard.access.seats import acts_for_all
from dashboard.formats.stream import stream_from
from dashboard.operations.script_buttons import script_button
from operations.buttons import Button, Place
from operations.catalogue import buttons_at
from operations.many import MAX_AGENTS_AT_ONCE
from operations.operation import Operation, Subject
from operations.reach import reach_of
from routing.model.people.reach import Reach
from routing.runtime import now, router


def stream_config(request: HttpRequest, *, title: str) -> dict[str, Any]:
    """The stream, the server's time, the reader's permissions, and the buttons that act on agents.

    `canChoose` covers every agent; without it, a user with a desk may choose for `ownAgent`. `reach` has the
    teams of a supervisor of some teams only, and the agent of the supervisor's own desk. `setup` is the
    address of the first steps, for those who set the centre up.
    """
    may_choose, for_all = request.user.has_perm(CHOOSE), acts_for_all(request.user)
    return {
        **stream_from(now()),
        "title": title,
        "canChoose": may_choose and for_all,
        "ownAgent": seat_of(request.user) if may_choose and not for_all else "",
        "canSupervise": request.user.has_perm(SUPERVISE),
        "canControlLoad": request.user.has_perm(CONTROL_LOAD),
        "setup": reverse("setup") if request.user.has_perm(ADMINISTER) else "",
        "chatsDuringCalls": router().chats_during_calls,
        "reach": _reach(reach_of(request.user)),
        "teams": [*router().teams.names.items()],
        "csrfToken": get_token(request),
        "mostAtOnce": MAX_AGENTS_AT_ONCE,
        "buttons": [
            script_button(operation, button, reverse(operation.name, args=[":id"]))
            for operation, button in _buttons()
        ],
    }


def _reach(reach: Reach) -> dict[str, Any] | None:
    return None if reach.teams is None else {"teams": sorted(reach.teams), "own": reach.own}


def _buttons() -> list[tuple[Operation, Button]]:
    """Those for agents in rows, and for many of them."""
    places = (Place.MANY, Place.ROW, Place.STUCK_ROW, Place.TIMELY_ROW)
    found = {name: one for place in places for name, one in buttons_at(place).items()}
    return [one for one in found.values() if one[0].subject is Subject.AGENT]
