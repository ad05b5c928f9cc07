"""Page of one call with its timeline, and a supervisor's commands for it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, permitted
from dashboard.calls.waiting import waiting, wishes
from dashboard.pages.call_story import agent_names, call_facts, story
from dashboard.pages.live_pages import LivePage
from operations.answers import call_title
from operations.calls import ON_CALLS
from operations.fields import PRIORITIES, call_named
from routing import selectors
from routing.exceptions import UnknownCallError
from routing.model.agents import Agent, Choice
from routing.model.calls import CallStatus
from routing.runtime import router

PAGE = LivePage("dashboard/calls/call.html", "dashboard/calls/call_part.html")


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
        "actions": [one.verb for one in ON_CALLS if may and one.on_pages and known.status in one.applies],
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
