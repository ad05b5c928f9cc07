"""Seats: the list of agents to choose from, taking or leaving a desk."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from accounts.desks import desk_give, desk_leave
from accounts.exceptions import NoSuchUserError, SeatTakenError
from accounts.seats import sitters
from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, permitted, shown_to
from dashboard.access.seats import may_seat
from dashboard.answers import refusal, respond, wants_json
from dashboard.operations.acting import carried_out, user_name
from dashboard.pages.paging import Page, page_of, read_page
from dynamo.exceptions import DynamoError
from operations.answers import Answer, away
from operations.fields import agent_named
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH
from routing.router import Router
from routing.runtime import now, router

AGENT_ID = {"required": "an agent ID", "max_length": "an agent ID"}
USER_NAME_LENGTH = 150


class SeatForm(forms.Form):
    """The user for an agent's desk; the requester by default."""

    agent = forms.CharField(max_length=MAX_TEXT_LENGTH, error_messages=AGENT_ID)
    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )


class LeaveForm(forms.Form):
    """The user who leaves the desk; the requester by default."""

    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )


LACKING = "Only supervisors may assign desks. Ask one to give you your agent's desk."


@dataclass(frozen=True)
class SeatLine:
    """One agent in the list, with the user at its desk, if any."""

    agent: Agent
    sitter: str


@shown_to(VIEW_BOARD)
def seats(request: HttpRequest) -> HttpResponse:
    """A page of the desks whose agent's name contains `q`; 503 while DynamoDB is away."""
    text = request.GET.get("q", "").strip()
    try:
        known, trouble = [one for one in selectors.agents(router()) if not one.channel], ""
    except DynamoError as error:
        known, trouble = [], away(error).text
    taken = sitters()
    fitting = [agent for agent in known if text.casefold() in agent.name.casefold()]
    shown = page_of(fitting, read_page(request.GET.get("page", "")))
    context = {
        "lines": [SeatLine(one, taken.get(one.agent_id, "")) for one in shown.rows],
        "shown": shown,
        **_links(text, shown),
        "total": len(known),
        "fitting": len(fitting),
        "text": text,
        "trouble": trouble,
        "can_sit": may_seat(request.user, self_only=True),
        "can_supervise": request.user.has_perm(SUPERVISE),
        "now": now(),
    }
    return render(request, "dashboard/desk/seats.html", context, status=503 if trouble else 200)


@require_POST
@permitted(VIEW_BOARD)
def take(request: HttpRequest) -> HttpResponse:
    """Assigns a user to an agent's desk.

    Answers `{"agent": id, "user": name}`; 400 names the field, 404 the agent; 409 if another user has the
    desk.
    """
    if not _may(request):
        return _turned_away(request)

    def operate(router: Router, wanted: dict[str, Any]) -> Answer:
        name = wanted["user"] or user_name(request)
        try:
            agent = desk_give(router, agent_id=agent_named(wanted["agent"]), user_name=name)
        except NoSuchUserError as error:
            return Answer(400, str(error))
        except SeatTakenError as error:
            return Answer(409, _taken(router, error))
        said = f"{name} is now at the desk of {agent.name}."
        return Answer(200, said, {"agent": agent.agent_id, "user": name})

    return carried_out(request, SeatForm(request.POST), operate)


@require_POST
@permitted(VIEW_BOARD)
def leave(request: HttpRequest) -> HttpResponse:
    """Takes a user from the desk. Answers `{"agent": id, "user": name}`; safe to repeat."""
    if not _may(request):
        return _turned_away(request)

    def operate(router: Router, wanted: dict[str, Any]) -> Answer:
        name = wanted["user"] or user_name(request)
        user = User.objects.filter(username=name).first()
        if user is None:
            return Answer(400, f"user: there is no user {name!r}")
        agent_id = desk_leave(router, user)
        return Answer(200, f"{name} is no longer at a desk.", {"agent": agent_id, "user": name})

    return carried_out(request, LeaveForm(request.POST), operate)


def _taken(router: Router, error: SeatTakenError) -> str:
    agent = selectors.agent(router, error.agent_id)
    name = agent.name if agent else error.agent_id
    return f"{error.sitter or 'Another user'} is already at the desk of {name}."


def _links(text: str, shown: Page[Agent]) -> dict[str, str]:
    """Addresses of the previous and next page; empty without one."""

    def address(number: int) -> str:
        return "?" + urlencode({"q": text, "page": number} if text else {"page": number})

    return {
        "before": address(shown.number - 1) if shown.number > 1 else "",
        "after": "" if shown.is_last else address(shown.number + 1),
    }


def _may(request: HttpRequest) -> bool:
    named = request.POST.get("user", "")
    return may_seat(request.user, self_only=named in ("", user_name(request)))


def _turned_away(request: HttpRequest) -> HttpResponse:
    return refusal(403, LACKING) if wants_json(request) else respond(request, Answer(403, LACKING))
