"""Pages of the staff: all agents, one with its skills, deactivation, removal."""

import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.exceptions import NameTakenError, SeatTakenError
from accounts.links import days_valid, link_of
from accounts.seats import agent_remove, seats_of
from dashboard.access.permissions import ADMINISTER, permitted, shown_to
from dashboard.formats.skill_names import skill_names
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page, version_in
from dashboard.staff.agent_form import AgentForm, values_of
from dashboard.staff.desk_user import desk_given
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors, services
from routing.exceptions import RoutingError
from routing.model.agents import Agent
from routing.model.outcomes import Conflict
from routing.model.skills import LANGUAGES, TOPICS
from routing.router import Router
from routing.runtime import now, router
from routing.sheets import csv_text

ID_DIGITS = 8


@dataclass(frozen=True)
class Line:
    """An agent in the list, with its skills in words and the user at its desk.

    `shown_id` is its id if another agent has the same name.
    """

    agent: Agent
    shown_id: str
    languages: str
    topics: str
    team: str
    user: str


def _line(agent: Agent, user: str, *, is_alone: bool) -> Line:
    languages, topics = skill_names(agent.languages, LANGUAGES), skill_names(agent.topics, TOPICS)
    shown_id = "" if is_alone else agent.agent_id
    return Line(agent, shown_id, languages, topics, router().teams.name(agent.team), user)


@shown_to(ADMINISTER)
def staff(request: HttpRequest) -> HttpResponse:
    """All agents, by name; 503 while DynamoDB is away."""
    try:
        found, trouble = [one for one in selectors.agents(router()) if not one.channel], ""
    except DynamoError as error:
        found, trouble = [], away(error).text
    seats, named = seats_of(one.agent_id for one in found), Counter(one.name for one in found)
    context = {
        "lines": [_line(one, seats.get(one.agent_id, ""), is_alone=named[one.name] == 1) for one in found],
        "has_topics": bool(router().skills.topics),
        "has_teams": bool(router().teams.names),
        "trouble": trouble,
        "now": now(),
    }
    return render(request, "dashboard/staff/list.html", context, status=503 if trouble else 200)


@shown_to(ADMINISTER)
def staff_csv(_request: HttpRequest) -> HttpResponse:
    """All agents as CSV, in the format of the import; 503 while DynamoDB is away."""
    try:
        text = csv_text(services.HEADINGS, services.sheet_lines(selectors.agents(router())))
    except DynamoError as error:
        return HttpResponse(away(error).text, status=503, content_type="text/plain; charset=utf-8")
    headers = {"Content-Disposition": 'attachment; filename="agents.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@form_page(ADMINISTER)
def one_agent(request: HttpRequest, agent_id: str = "") -> HttpResponse:
    """The form of an agent, or of a new one without an id, and what it saves.

    400 with the wrong fields, 404 for an unknown agent, 409 with the present values, 503 without DynamoDB.
    """
    try:
        found = _agent(agent_id) if agent_id else None
        return _posted(request, found) if request.method == "POST" else _page(request, found)
    except DynamoError as error:
        return render(request, "dashboard/staff/agent.html", {"trouble": away(error).text}, status=503)


@require_POST
@permitted(ADMINISTER)
def remove(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Removes an offline agent, at the version shown; its user loses the desk."""
    centre = acting(request)
    back = HttpResponseRedirect(reverse("setup-agent", args=[agent_id]))
    try:
        gone = agent_remove(centre, agent_id=agent_id, by=centre.actor, expected_version=version_in(request))
        if isinstance(gone, Conflict):
            messages.error(request, f"Not removed: {gone.reason}.")
            return back
    except (DynamoError, RoutingError) as error:
        messages.error(request, away(error).text if isinstance(error, DynamoError) else str(error))
        return back
    messages.success(request, f"{gone.name}: removed.")
    return HttpResponseRedirect(reverse("setup-agents"))


def _posted(request: HttpRequest, found: Agent | None) -> HttpResponse:
    form, centre = _form(found, request), acting(request)
    if form.is_valid():
        agent_id = found.agent_id if found else form.cleaned_data["agent_id"]
        form.check_user(agent_id)
    if form.errors:
        return _page(request, found, form, status=400)
    try:
        saved = services.agent_set_up(
            centre,
            agent_id=agent_id,
            facts=form.facts,
            by=centre.actor,
            expected_version=form.cleaned_data["version"],
        )
    except RoutingError as error:
        form.refuse(error)
        return _page(request, found, form, status=400)
    if isinstance(saved, Conflict):
        if found is None:
            form.add_error("agent_id", "ID: already in use by another agent")
            return _page(request, found, form, status=CONFLICT)
        return _page(request, _agent(found.agent_id), form, status=CONFLICT)
    return _seated(request, centre, saved, form)


def _seated(request: HttpRequest, centre: Router, agent: Agent, form: AgentForm) -> HttpResponse:
    """The reply once the agent is saved: its desk is given, and a new user has a link."""
    try:
        invited = desk_given(centre, agent.agent_id, form)
    except (SeatTakenError, NameTakenError):
        messages.error(
            request, f"{agent.name}: saved, but the desk's user has changed in the meantime. Choose again."
        )
        return HttpResponseRedirect(reverse("setup-agent", args=[agent.agent_id]))
    messages.success(request, f"{agent.name}: saved.")
    if invited is None:
        return HttpResponseRedirect(reverse("setup-agents"))
    return _page(request, agent, link=link_of(request, invited), invited=invited, days=days_valid())


def _page(
    request: HttpRequest,
    found: Agent | None,
    form: AgentForm | None = None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    form = form or _form(found)
    differences = []
    if status == CONFLICT and found is not None:
        differences = form.differences(values_of(found))
        form.at(found.version)
    context = {
        "form": form,
        "agent": found,
        "address": reverse("setup-agent", args=[found.agent_id]) if found else reverse("setup-agent-new"),
        "is_changed": status == CONFLICT and found is not None,
        "differences": differences,
        **more,
    }
    return render(request, "dashboard/staff/agent.html", context, status=status)


def _form(found: Agent | None, request: HttpRequest | None = None) -> AgentForm:
    agent_id = found.agent_id if found else uuid.uuid4().hex[:ID_DIGITS]
    initial: dict[str, Any] = {"version": 0, "is_active": True, "agent_id": agent_id}
    if found:
        initial = {**values_of(found), "version": found.version}
    data = request.POST if request else None
    if data and not found:
        agent_id = data.get("agent_id", "")
    return AgentForm(router(), data, initial=initial, agent_id=agent_id, is_new=found is None)


def _agent(agent_id: str) -> Agent:
    found = selectors.agent(router(), agent_id)
    if found is None or found.channel:
        raise Http404("There is no such agent. It may have been removed.")
    return found
