"""Import of agents from CSV: what each line would do, then all lines, if none is wrong."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page
from dashboard.staff.agent_sheet import HEADINGS, SheetLine, WrongLine, read_sheet, sheet_lines
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors, services
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.agents import Agent
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.runtime import router

MOST_BYTES = 500_000
LATE = "Agents in this file have changed since it was checked. Check the results below, then import again."
CREATED, CHANGED, SAME = "new", "changed", "unchanged"


@dataclass(frozen=True)
class Planned:
    """What a line would do, or everything for which it cannot."""

    number: int
    agent_id: str
    name: str
    does: str
    wrong: tuple[str, ...] = ()


@form_page(ADMINISTER)
def agents_import(request: HttpRequest) -> HttpResponse:
    """The form; POST checks a file, or with `do=import` the text it has checked, and then imports it.

    400 with the wrong lines; 409 with what each would do now, if agents in the file have changed since the
    check; 503 while DynamoDB is away.
    """
    context: dict[str, Any] = {"headings": ", ".join(HEADINGS)}
    page = "dashboard/staff/import.html"
    if request.method != "POST":
        return render(request, page, context)
    try:
        text = _text(request)
        lines = read_sheet(text)
        present = {agent.agent_id: agent for agent in selectors.agents(router())}
        planned = [_planned(router(), line, present) for line in lines]
        wrong = sum(bool(one.wrong) for one in planned)
        digest = _digest(present[one.agent_id] for one in planned if one.agent_id in present)
        is_import, is_as_checked = request.POST.get("do") == "import", request.POST.get("checked") == digest
        if is_import and is_as_checked and not wrong:
            return _imported(request, [one for one in lines if isinstance(one, SheetLine)])
    except InvalidFieldError as error:
        return render(request, page, {**context, "error": str(error)}, status=400)
    except DynamoError as error:
        return render(request, page, {**context, "trouble": away(error).text}, status=503)
    counts = {does: sum(one.does == does for one in planned) for does in (CREATED, CHANGED, SAME)}
    context |= {"planned": planned, "text": text, "wrong": wrong, "counts": counts, "checked": digest}
    if is_import and not wrong:
        return render(request, page, {**context, "error": LATE}, status=CONFLICT)
    return render(request, page, context, status=400 if wrong else 200)


def _digest(agents: Iterable[Agent]) -> str:
    """Of what a sheet has of these agents; their status changes all the time."""
    return sha256(json.dumps(sheet_lines(agents)).encode()).hexdigest()


def _text(request: HttpRequest) -> str:
    """The text that was checked before, or the file. Raises InvalidFieldError."""
    if "text" in request.POST:
        return request.POST["text"]
    file = request.FILES.get("file")
    if file is None:
        raise InvalidFieldError("file", "", "choose a file first")
    if (file.size or 0) > MOST_BYTES:
        raise InvalidFieldError("file", f"{file.size:,} bytes", f"at most {MOST_BYTES:,} bytes")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidFieldError("file", file.name, "it must be UTF-8 text") from None


def _planned(centre: Router, line: SheetLine | WrongLine, present: dict[str, Agent]) -> Planned:
    if isinstance(line, WrongLine):
        return Planned(line.number, "", "", "", (line.why,))
    agent = present.get(line.agent_id)
    faults = (*line.wrong, *map(str, services.facts_faults(centre, line.agent_id, line.facts, agent)))
    if faults:
        return Planned(line.number, line.agent_id, line.facts.name, "", faults)
    try:
        is_same = services.agent_compare(centre, line.agent_id, line.facts, agent)
    except RoutingError as error:  # as for an agent who waits in too many queues
        return Planned(line.number, line.agent_id, line.facts.name, "", (str(error),))
    does = CREATED if agent is None else SAME if is_same else CHANGED
    return Planned(line.number, line.agent_id, line.facts.name, does)


def _imported(request: HttpRequest, lines: list[SheetLine]) -> HttpResponse:
    """Saves line by line; a repeat saves what is left. Raises DynamoError, InvalidFieldError."""
    centre = acting(request)
    late = []
    for line in lines:
        try:
            saved = services.agent_set_up(
                centre, agent_id=line.agent_id, facts=line.facts, by=centre.actor, expected_version=None
            )
        except RoutingError as error:
            late.append(f"line {line.number}: {error}")
        else:
            if isinstance(saved, Conflict):
                late.append(f"line {line.number}: {saved.reason}")
    if late:
        messages.error(request, f"{len(late):,} of {len(lines):,} not saved: {'; '.join(late[:5])}.")
    else:
        messages.success(request, f"{len(lines):,} agent{'s' * (len(lines) != 1)} imported.")
    return HttpResponseRedirect(reverse("setup-agents"))
