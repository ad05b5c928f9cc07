"""Page of one call with its timeline, and a supervisor's commands for it."""

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
from dashboard.answers import Answer
from dashboard.calls.stories import agent_names, call_facts, story
from dashboard.calls.waiting import waiting, wishes
from dashboard.forms import PRIORITIES, HandBackForm, PriorityForm, ReasonForm, RestoreForm, VersionedForm
from dashboard.pages.live_pages import LivePage
from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.exceptions import UnknownCallError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router
from routing.runtime import router


def _nothing(_call: Call) -> str:
    return ""


def _what_its_agent_does(call: Call) -> str:
    """The agent that a call was taken from, the last one in its history, and its status now."""
    agent_id = next((note.agent_id for note in reversed(call.notes) if note.agent_id), "")
    try:
        agent = selectors.agent(router(), agent_id) if agent_id else None
    except DynamoError:
        agent = None
    if agent is None:
        return ""
    if agent.status is AgentStatus.PAUSED:
        return f". {agent.name} was paused"
    return f". {agent.name} was not paused: {agent_word(agent)} now"


@dataclass(frozen=True)
class Action:
    """One command: form, service, message when done, and when it applies.

    `also` follows the message, about the call after it.
    """

    form: type[forms.Form]
    service: Callable[..., Call | Conflict]
    done: str
    applies: frozenset[CallStatus]
    also: Callable[[Call], str] = _nothing


PAGE = LivePage("dashboard/calls/call.html", "dashboard/calls/call_part.html")
WAITING = frozenset({CallStatus.QUEUED})
UNANSWERED = WAITING | {CallStatus.CREATED, CallStatus.OFFERED}
ACTIONS = {
    "touch": Action(VersionedForm, services.call_touch, "moved to the end of its priority", WAITING),
    "priority": Action(PriorityForm, services.call_change_priority, "priority changed", WAITING),
    "restore": Action(
        RestoreForm,
        services.call_restore,
        "restored, waiting again",
        frozenset({CallStatus.OFFERED, CallStatus.DEAD_LETTERED}),
    ),
    "abandon": Action(
        VersionedForm,
        services.call_abandon,
        "marked as abandoned",
        UNANSWERED | {CallStatus.DEAD_LETTERED},
    ),
    "hand-back": Action(
        HandBackForm,
        services.call_hand_back,
        "returned to queue",
        frozenset({CallStatus.IN_PROGRESS}),
        also=_what_its_agent_does,
    ),
    "dead-letter": Action(ReasonForm, services.call_dead_letter, "marked as failed", UNANSWERED),
    "remove": Action(ReasonForm, services.call_remove, "removed", UNANSWERED | {CallStatus.DEAD_LETTERED}),
}


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def call(request: HttpRequest, call_id: str) -> HttpResponse:
    """A call with its timeline and, for supervisors, its actions.

    404 for an unknown call, 503 while DynamoDB is away.
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
        raise Http404("There is no such call. The ID may be wrong or from an earlier table.")
    names = agent_names(router(), [known])
    may = request.user.has_perm(SUPERVISE)
    talks = may and known.status is CallStatus.IN_PROGRESS and known.agent_id
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
        **(_leaving(selectors.agent(router(), known.agent_id)) if talks and known.agent_id else {}),
    }


def _leaving(agent: Agent | None) -> dict[str, Any]:
    """The agent's status after its call is returned to its queue, for the confirmation."""
    if agent is None:
        return {"handed_back": "Its agent no longer exists."}
    is_ready = agent.choice is Choice.READY
    becomes = "paused" if is_ready else f"{agent.choice}, as chosen"
    return {
        "agent": agent,
        "handed_back": f"{agent.name} will be {becomes}.",
        "can_keep_available": is_ready,
    }


@require_POST
@permitted(SUPERVISE)
def act(request: HttpRequest, call_id: str, name: str) -> HttpResponse:
    """Carries out one of `ACTIONS`.

    Answers `{"call": row}`; 400 names the field, 404 the call; 409 with the call's current row if it comes
    too late; 503 says whether anything changed.
    """
    action = ACTIONS[name]

    def operate(router: Router, wanted: dict[str, Any]) -> Call | Conflict:
        return action.service(router, call_id=call_named(call_id), by=user_name(request), **wanted)

    def tell(outcome: Call | Conflict) -> Answer:
        also = action.also(outcome) if isinstance(outcome, Call) else ""
        return call_answer(outcome, action.done + also)

    return carried_out(request, action.form(request.POST), operate, tell)
