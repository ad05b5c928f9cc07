"""First page of Setup: the steps to the first answered call, and what is set up before a centre opens."""

from collections.abc import Collection

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.seats import seats_of
from dashboard.access.permissions import ADMINISTER, shown_to
from dashboard.formats.skill_names import skill_names
from dashboard.setup.first_steps.steps import Progress
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.skills import LANGUAGES
from routing.router import Router
from routing.runtime import now, router

SERVING = (AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
ENDED_LOOKED_AT = 20


@shown_to(ADMINISTER)
def first_steps(request: HttpRequest) -> HttpResponse:
    """Each step with its link and whether it is done; 503 while DynamoDB is away."""
    try:
        steps, trouble = _progress(router()).steps, ""
    except DynamoError as error:
        steps, trouble = (), away(error).text
    due = next((step for step in steps if not step.is_done), None)
    context = {"steps": steps, "due": due, "trouble": trouble, "now": now()}
    return render(request, "dashboard/setup/first_steps.html", context, status=503 if trouble else 200)


def _progress(centre: Router) -> Progress:
    agents = [one for one in selectors.agents(centre) if not one.channel]
    desks = seats_of(one.agent_id for one in agents)
    serves = any(one.status in SERVING and one.agent_id in desks for one in agents)
    return Progress(
        languages=skill_names(centre.skills.languages, LANGUAGES),
        agents=agents,
        desks=desks,
        has_answered=serves or _has_answered(centre, desks),
    )


def _has_answered(centre: Router, desks: Collection[str]) -> bool:
    ended = selectors.ended_calls(centre, limit=ENDED_LOOKED_AT)
    return any(call.answered_at and call.agent_id in desks for call in ended)
