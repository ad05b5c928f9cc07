"""Page of an agent's desk."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse

from accounts.seats import seat_of, sitter_of
from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, not_for, shown_to
from dashboard.access.seats import at_the_desk, may_seat
from dashboard.answers import refusal
from dashboard.desk.chat_config import chat_config
from dashboard.desk.desk_buttons import desk_buttons, desk_config
from dashboard.desk.desk_words import NOT_QUEUED, RESTS, became, explained, handed_back, missed, no_answer
from dashboard.desk.seat_views import seats
from dashboard.formats.reasons import agent_meant
from dashboard.formats.stream import stream_from
from dashboard.operations.operation_forms import Seen
from dashboard.pages.call_story import agent_names
from dashboard.pages.callers import named
from dynamo.exceptions import DynamoError
from live.board.rows import call_row
from operations.answers import away
from operations.operation import Subject
from operations.reach import reach_of
from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import AGENT_WITH, Call
from routing.model.words import agent_word
from routing.runtime import now, router
from routing.services.call_services import HANDED_BACK

TITLE = "My desk"


@shown_to(VIEW_BOARD)
def my_desk(request: HttpRequest) -> HttpResponseBase:
    """The user's desk; without one, the list of desks."""
    agent_id = seat_of(request.user)
    return _desk(request, agent_id) if agent_id else seats(request)


@shown_to(VIEW_BOARD)
@at_the_desk
def desk(request: HttpRequest, agent_id: str) -> HttpResponse:
    """The desk of one agent, for its user and for supervisors."""
    return _desk(request, agent_id)


@shown_to(VIEW_BOARD)
@at_the_desk
def last_call(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Outcome of a `call` that was at the desk: `{"call": row, "text": message}`; 404 without one."""
    try:
        call = _call(request.GET.get("call", ""))
    except DynamoError as error:
        answer = away(error)
        return refusal(answer.status, answer.text)
    if call is None:
        return refusal(404, "There is no such call.")
    return JsonResponse({"call": call_row(call), "text": _became(named([call])[0], agent_id)})


def _desk(request: HttpRequest, agent_id: str) -> HttpResponse:
    agent, call, last, trouble = None, None, None, ""
    try:
        agent = selectors.agent(router(), agent_id)
        if agent and (barred := reach_of(request.user).refusal(agent, router().teams)):
            return not_for(request, f"{barred[:1].upper()}{barred[1:]}.")
        call = _call(agent.call_id) if agent and agent.call_id else None
        last = _call(request.GET.get("last", ""))
    except DynamoError as error:
        trouble = away(error).text
    mine = seat_of(request.user) == agent_id
    if agent is None and not trouble and not mine:
        raise Http404
    context = {
        "agent": agent,
        "call": call,
        "mine": mine,
        "sitter": sitter_of(agent_id),
        "trouble": trouble,
        "now": now(),
        "can_leave": mine and may_seat(request.user, self_only=True),
        "can_supervise": request.user.has_perm(SUPERVISE),
        "config": _config(request, agent_id, agent, mine=mine),
        **(_plain(request, agent, call, last) if agent else {}),
    }
    return render(request, "dashboard/desk/page.html", context, status=503 if trouble else 200)


def _plain(request: HttpRequest, agent: Agent, call: Call | None, last: Call | None) -> dict[str, Any]:
    """Content of the page without its script, or before it runs."""
    limit = router().policies.agents.max_missed_offers
    call, last = (next(iter(named([one])), None) if one else None for one in (call, last))
    there = call if call and AGENT_WITH.get(call.status) is agent.status else None
    shown = call or last
    seen = Seen(status=agent.status, values={"choice": agent.choice, "reason": agent.pause_reason})
    of_agent = desk_buttons(Subject.AGENT, agent.agent_id, seen)
    return {
        "status": agent_word(agent),
        "explained": explained(agent, limit),
        "missed": missed(agent.missed_offers, limit) if agent.status is not AgentStatus.PAUSED else "",
        "at_desk": there,
        "became": _became(shown, agent.agent_id) if shown and shown is not there else "",
        "call_acts": desk_buttons(Subject.CALL, agent.agent_id, Seen(status=there.status)) if there else [],
        "agent_acts": [one for one in of_agent if not one.declared.is_choice],
        "choices": [one for one in of_agent if one.declared.is_choice],
        # After a command the page returns with the call to report on.
        "back": f"{request.path}?{urlencode({'last': call.call_id})}" if call else request.path,
    }


def _config(request: HttpRequest, agent_id: str, agent: Agent | None, *, mine: bool) -> dict[str, Any]:
    limit = router().policies.agents.max_missed_offers
    return {
        **stream_from(now()),
        "title": TITLE,
        "kiosk": True,  # the bar without the board's tools
        "agent": agent_id,
        "agentName": agent.name if agent else "",
        "csrfToken": get_token(request),
        "buttons": desk_config(agent_id),
        "missedLimit": limit,
        "reasonHandedBack": HANDED_BACK,
        "sentences": {
            "noAnswer": no_answer(limit),
            "handedBack": handed_back(""),
            "rests": RESTS,
            "notQueued": NOT_QUEUED,
            "missed": [missed(number, limit) for number in range(limit)],
        },
        "outcomes": [vars(one) for one in router().outcomes.groups],
        "lastCall": reverse("desk-last", args=[agent_id]),
        # Conversations are those of the user's own agent.
        "chats": chat_config() if mine else None,
    }


def _became(call: Call, agent_id: str) -> str:
    """What became of a call, with the name of the agent to whom it was sent."""
    is_sent = any(agent_meant([note.kind], note.reason) for note in call.notes)
    names = agent_names(router(), [call]) if is_sent else {}
    return became(call, agent_id, names)


def _call(call_id: str) -> Call | None:
    """The call of this id, if there is one. Raises DynamoError."""
    return selectors.call(router(), call_id) if call_id else None
