"""Page of one call with its timeline, and a supervisor's commands for it."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, permissions_of, shown_to
from dashboard.calls.assignable import assignable
from dashboard.calls.waiting import waiting, wishes
from dashboard.operations.acting import acting
from dashboard.operations.operation_forms import Form, Seen, forms_for
from dashboard.pages.call_story import agent_names, call_facts, story
from dashboard.pages.callers import named
from dashboard.pages.live_pages import LivePage
from operations.answers import call_title
from operations.operation import Subject
from routing import selectors
from routing.exceptions import OutOfReachError
from routing.model.agents import Choice
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.runtime import router
from routing.services import call_check_reach

PAGE = LivePage("dashboard/calls/call.html", "dashboard/calls/call_part.html")
KEEPING = ("keep_available",)


@shown_to(VIEW_BOARD)
def call(request: HttpRequest, call_id: str) -> HttpResponse:
    """A call with its timeline and, for supervisors, its actions.

    404 for an unknown call, 503 while DynamoDB is away.
    """
    return PAGE.whole(request, lambda: _found(request, call_id), watched=[["calls", call_id]])


@shown_to(VIEW_BOARD)
def call_state(request: HttpRequest, call_id: str) -> HttpResponse:
    """The page's part as JSON; 404 and 503 as the page."""
    return PAGE.state(request, lambda: _found(request, call_id))


def _found(request: HttpRequest, call_id: str) -> dict[str, Any]:
    known = selectors.call(router(), call_id)
    if known is None:
        raise Http404("There is no such call. The ID may be wrong or from an earlier table.")
    names = agent_names(router(), [known])
    facts = call_facts(router(), known, names)
    [known] = named([known])
    may = request.user.has_perm(SUPERVISE)
    barred = _barred(acting(request), known)
    return {
        "barred": barred,
        "call": known,
        "title": call_title(known),
        "facts": facts,
        "waiting": waiting(router(), known),
        "wishes": wishes(known, names),
        "story": story(known, names),
        "queue": str(router().queue_of(known)),
        "forms": [] if barred else _forms(request, known),
        "can_supervise": may,
        "can_queue": may and known.status is CallStatus.CREATED,
    }


def _barred(centre: Router, call: Call) -> str:
    """Why a supervisor of other teams may not act on a call; empty for others."""
    try:
        call_check_reach(centre, call)
    except OutOfReachError as error:
        return error.why
    return ""


def _forms(request: HttpRequest, call: Call) -> list[Form]:
    """The call's forms; without agents to choose from there is none to assign it."""
    waits = call.status in (CallStatus.QUEUED, CallStatus.OFFERED)
    agents = assignable(acting(request), call) if waits and request.user.has_perm(SUPERVISE) else []
    seen = replace(_seen(call), options={"agent": agents})
    forms = forms_for(Subject.CALL, seen, permissions_of(request.user))
    return [form for form in forms if agents or form.key != "assign"]


def _seen(call: Call) -> Seen:
    """The call for its forms, with the status of its agent after it is returned to its queue."""
    back = reverse("call", args=[call.call_id])
    values = {"expected_version": call.version, "priority": str(call.band), "back": back}
    seen = Seen(call.call_id, call_title(call), call.status, values=values)
    if call.status is not CallStatus.IN_PROGRESS:
        return seen
    agent = selectors.agent(router(), call.agent_id) if call.agent_id else None
    if agent is None:
        return replace(seen, words={"leaving": "Its agent no longer exists."}, without=KEEPING)
    is_ready = agent.choice is Choice.READY
    becomes = "paused" if is_ready else f"{agent.choice}, as chosen"
    words = {"leaving": f"{agent.name} will be {becomes}.", "agent": agent.name}
    return replace(seen, words=words, without=() if is_ready else KEEPING)
