"""One call: its page, with what happened to it, and the commands of a supervisor about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import SUPERVISE, VIEW_BOARD, permitted
from dashboard.acting import call_answer, call_named, call_title, carried_out, user_name
from dashboard.call_waiting import waiting, wishes
from dashboard.forms import PRIORITIES, PriorityForm, ReasonForm, RestoreForm, VersionedForm
from dashboard.live_pages import LivePage
from dashboard.stories import agent_names, call_facts, story
from routing import selectors, services
from routing.calls import Call, CallStatus
from routing.exceptions import UnknownCallError
from routing.outcomes import Conflict
from routing.router import Router
from routing.runtime import router


@dataclass(frozen=True)
class Action:
    """One command: what it takes, the service it calls, what is said when it is done, and when it applies."""

    form: type[forms.Form]
    service: Callable[..., Call | Conflict]
    done: str
    applies: frozenset[CallStatus]


PAGE = LivePage("dashboard/call.html", "dashboard/call_part.html")
WAITING = frozenset({CallStatus.QUEUED})
UNANSWERED = WAITING | {CallStatus.CREATED, CallStatus.OFFERED}
ACTIONS = {
    "touch": Action(VersionedForm, services.call_touch, "put to the end of its priority", WAITING),
    "priority": Action(PriorityForm, services.call_change_priority, "moved to another priority", WAITING),
    "restore": Action(
        RestoreForm,
        services.call_restore,
        "waits again",
        frozenset({CallStatus.OFFERED, CallStatus.DEAD_LETTERED}),
    ),
    "abandon": Action(
        VersionedForm, services.call_abandon, "the caller hung up", UNANSWERED | {CallStatus.DEAD_LETTERED}
    ),
    "hand-back": Action(
        ReasonForm,
        services.call_hand_back,
        "taken from its agent, waits again",
        frozenset({CallStatus.IN_PROGRESS}),
    ),
    "dead-letter": Action(ReasonForm, services.call_dead_letter, "a dead letter now", UNANSWERED),
    "remove": Action(ReasonForm, services.call_remove, "removed", UNANSWERED | {CallStatus.DEAD_LETTERED}),
}


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def call(request: HttpRequest, call_id: str) -> HttpResponse:
    """A call with its history and, for supervisors, what can be done about it.

    404 where there is no such call, 503 while DynamoDB is away.
    """
    return PAGE.whole(request, lambda: _found(request, call_id), watched=[["calls", call_id]])


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def call_state(request: HttpRequest, call_id: str) -> HttpResponse:
    """The page's part as JSON; 404 and 503 as the page."""
    return PAGE.state(request, lambda: _found(request, call_id))


def _found(request: HttpRequest, call_id: str) -> dict[str, Any]:
    try:
        known = selectors.call(router(), call_named(call_id))
    except UnknownCallError:
        known = None
    if known is None:
        raise Http404("There is no such call. It may never have come in, or belong to an earlier table.")
    names = agent_names(router(), [known])
    may = request.user.has_perm(SUPERVISE)
    return {
        "call": known,
        "title": call_title(known),
        "facts": call_facts(router(), known, names),
        "waiting": waiting(router(), known),
        "wishes": wishes(known, names),
        "story": story(known, names),
        "queue": str(router().queue_of(known)),
        "actions": [name for name, action in ACTIONS.items() if may and known.status in action.applies],
        "can_supervise": may,
        "can_queue": may and known.status is CallStatus.CREATED,
        "priorities": PRIORITIES,
        "back": reverse("call", args=[known.call_id]),
    }


@require_POST
@permitted(SUPERVISE)
def act(request: HttpRequest, call_id: str, name: str) -> HttpResponse:
    """Carries out one of `ACTIONS`.

    Answers `{"call": row}`; 400 names the field, 404 the call; 409 with the call's present row to who comes
    too late; 503 says whether anything changed.
    """
    action = ACTIONS[name]

    def operate(router: Router, wanted: dict[str, Any]) -> Call | Conflict:
        return action.service(router, call_id=call_named(call_id), by=user_name(request), **wanted)

    return carried_out(
        request, action.form(request.POST), operate, lambda outcome: call_answer(outcome, action.done)
    )
