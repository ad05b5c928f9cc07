"""Commands for one agent, and the page of agents, live or as plain forms."""

from collections.abc import Callable
from datetime import tzinfo
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import CHOOSE, SUPERVISE, VIEW_BOARD, permitted
from dashboard.acting import agent_answer, agent_named, carried_out, user_name
from dashboard.agents.lines import DONE, acting_context, agent_line, agents_chosen_for
from dashboard.agents.live_view import agents_live
from dashboard.answers import Answer, away
from dashboard.desk.own_agent import for_the_agent
from dashboard.formats.reader_zone import reader_zone
from dashboard.forms import (
    ChoiceForm,
    EndWrapUpForm,
    ExtendForm,
    ReasonForm,
)
from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.model.agents import Agent, Choice
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router
from routing.runtime import now, router


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def agents(request: HttpRequest) -> HttpResponse:
    """The live table of agents; with `?plain=1`, for browsers without JavaScript, one of plain forms."""
    return _plain(request) if request.GET.get("plain") == "1" else agents_live(request)


def _plain(request: HttpRequest) -> HttpResponse:
    """Every agent with plain forms; 503 while DynamoDB is away."""
    try:
        known, trouble = selectors.agents(router()), ""
    except DynamoError as error:
        known, trouble = [], away(error).text
    at, chosen_for = now(), agents_chosen_for(request, known)
    context = {
        "lines": [agent_line(agent, at, can_be_chosen_for=agent.agent_id in chosen_for) for agent in known],
        "trouble": trouble,
        "now": at,
        **acting_context(request),
    }
    return render(request, "dashboard/agents/list.html", context, status=503 if trouble else 200)


@require_POST
@permitted(CHOOSE)
@for_the_agent
def choose(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Sets an agent's choice. Answers `{"agent": row}`; 409 with the current row if it comes too late."""

    def operate(router: Router, wanted: dict[str, Any]) -> Agent | Conflict:
        return services.agent_choose(
            router,
            agent_id=agent_named(agent_id),
            choice=Choice(wanted["choice"]),
            reason=wanted["reason"],
            by=user_name(request),
            expected_version=wanted["expected_version"],
        )

    return carried_out(request, ChoiceForm(request.POST), operate, _told(_chosen))


@require_POST
@permitted(SUPERVISE)
def release(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Frees an agent from its call, wrap-up or rest, with a reason; answers as `choose` does."""

    def operate(router: Router, wanted: dict[str, Any]) -> Agent | Conflict:
        return services.agent_release(router, agent_id=agent_named(agent_id), by=user_name(request), **wanted)

    return carried_out(request, ReasonForm(request.POST), operate, _told(_released))


@require_POST
@permitted(CHOOSE)
@for_the_agent
def end_wrap_up(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Ends a wrap-up, with a reason if one is given; answers as `choose` does."""

    def operate(router: Router, wanted: dict[str, Any]) -> Agent | Conflict:
        return services.agent_end_wrap_up(
            router,
            agent_id=agent_named(agent_id),
            reason=wanted["reason"],
            by=user_name(request),
            call_id=wanted["call"] or None,
        )

    return carried_out(request, EndWrapUpForm(request.POST), operate, _told(_now))


@require_POST
@permitted(CHOOSE)
@for_the_agent
def extend_wrap_up(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Gives a wrap-up more seconds; answers as `choose` does."""

    def operate(router: Router, wanted: dict[str, Any]) -> Agent | Conflict:
        return services.agent_extend_wrap_up(
            router, agent_id=agent_named(agent_id), by=user_name(request), **wanted
        )

    return carried_out(
        request, ExtendForm(request.POST), operate, _told(lambda agent: _longer(agent, reader_zone(request)))
    )


def _told(done: Callable[[Agent], str]) -> Callable[[Agent | Conflict], Answer]:
    return lambda outcome: agent_answer(outcome, done)


def _chosen(agent: Agent) -> str:
    later = "" if agent.is_free else " after the current call and wrap-up"
    return f"{agent.name}: {DONE[agent.choice]}{later}."


def _released(agent: Agent) -> str:
    return f"{agent.name} is released: {agent_word(agent)} now."


def _now(agent: Agent) -> str:
    return f"{agent.name}: {agent_word(agent)} now."


def _longer(agent: Agent, zone: tzinfo) -> str:
    until = agent.until.astimezone(zone) if agent.until else None
    return f"{agent.name}: in wrap-up until {until:%H:%M:%S %Z}."
