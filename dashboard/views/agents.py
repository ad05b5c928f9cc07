"""Choosing for agents: the command behind the board's buttons, and a page of plain forms for the same."""

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import CHOOSE, VIEW_BOARD, permitted
from dashboard.answers import Answer, away, respond
from dashboard.forms import PAUSE_REASONS, ChoiceForm, first_error
from dynamo.exceptions import DynamoError
from live.rows import agent_row
from routing import selectors, services
from routing.agents import Agent, AgentStatus, Choice
from routing.calls import MAX_TEXT_LENGTH
from routing.exceptions import RoutingError, UnknownAgentError
from routing.outcomes import Conflict
from routing.runtime import router

STATUS_WORDS = {
    AgentStatus.OFFLINE: "offline",
    AgentStatus.AVAILABLE: "available, not queued",
    AgentStatus.QUEUED: "available",
    AgentStatus.OFFERED: "ringing",
    AgentStatus.ATTENDING_CALL: "on a call",
    AgentStatus.WRAP_UP: "in wrap-up",
    AgentStatus.PAUSED: "paused",
}
DONE = {Choice.READY: "available", Choice.PAUSED: "paused", Choice.OFFLINE: "offline"}


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def agents(request: HttpRequest) -> HttpResponse:
    """Every agent with plain forms, for browsers without JavaScript; 503 while DynamoDB is away."""
    try:
        known, trouble = selectors.agents(router()), ""
    except DynamoError as error:
        known, trouble = [], away(error).text
    context = {
        "agents": [(agent, _status(agent)) for agent in known],
        "trouble": trouble,
        "can_choose": request.user.has_perm(CHOOSE),
        "reasons": PAUSE_REASONS,
    }
    return render(request, "dashboard/agents.html", context, status=503 if trouble else 200)


@require_POST
@permitted(CHOOSE)
def choose(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Chooses for an agent.

    Answers `{"agent": row}`; 400 names the field, 404 the agent; 409 with the agent's present row went to
    somebody who was faster; 503 says whether anything changed.
    """
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return respond(request, Answer(400, first_error(form)))
    if len(agent_id) > MAX_TEXT_LENGTH:  # longer than any agent's; far longer ones no table takes as a key
        return respond(request, Answer(404, str(UnknownAgentError(f"{agent_id[:20]}…"))))
    try:
        outcome = services.agent_choose(
            router(),
            agent_id=agent_id,
            choice=Choice(form.cleaned_data["choice"]),
            reason=form.cleaned_data["reason"],
            by=_name(request.user),
            expected_version=form.cleaned_data["expected_version"],
        )
    except UnknownAgentError as error:
        return respond(request, Answer(404, str(error)))
    except RoutingError as error:
        return respond(request, Answer(400, str(error)))
    except DynamoError as error:
        return respond(request, away(error))
    return respond(request, _answer(outcome))


def _status(agent: Agent) -> str:
    """Where the agent is, and where it goes when its call leaves it: "on a call, then paused (Lunch)"."""
    word = STATUS_WORDS[agent.status]
    if not agent.is_free and agent.choice is not Choice.READY:
        word += f", then {DONE[agent.choice]}"
    return f"{word} ({agent.pause_reason})" if agent.pause_reason else word


def _answer(outcome: Agent | Conflict) -> Answer:
    if isinstance(outcome, Agent):
        wish = DONE[outcome.choice]
        later = "" if outcome.is_free else " once the present call has ended"
        return Answer(200, f"{outcome.name}: {wish}{later}.", {"agent": agent_row(outcome)})
    present = outcome.current
    if not isinstance(present, Agent):
        return Answer(409, "The agent has changed meanwhile. Nothing was done; look again and repeat.")
    text = f"{present.name} has changed meanwhile: {STATUS_WORDS[present.status]} now. Nothing was done."
    return Answer(409, text, {"agent": agent_row(present)})


def _name(user: object) -> str:
    assert isinstance(user, AbstractBaseUser)
    return str(user.get_username())
