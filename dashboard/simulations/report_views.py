"""Page of one simulation: progress, report, downloads, comparison with another."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dashboard.access.permissions import PLAN, permitted, shown_to
from dashboard.answers import download_csv, respond
from dashboard.operations.acting import answered, user_name
from dashboard.simulations.clock import begun_again
from dashboard.simulations.comparison import sides_of
from dashboard.simulations.page_context import chosen_of, report_context, shown, troubles_of
from operations.answers import Answer
from routing.router import Router
from routing.runtime import now
from simulation.background.simulation_services import (
    simulation_list,
    simulation_show,
    simulation_stop,
    somebody_plays,
)
from simulation.exceptions import LoadRunningError
from simulation.models import SimulationRun
from simulation.scenarios import ScenarioError

PAGE, PART = "dashboard/simulations/report.html", "dashboard/simulations/report_part.html"
SIDES = ("a", "b")
WORDLESS = "There is no simulation with this ID; the oldest are deleted over time."


@shown_to(PLAN)
def simulation(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Its state, and its report once there is one."""
    return render(request, PAGE, _context(_found(simulation_id)))


@shown_to(PLAN)
def state(request: HttpRequest, simulation_id: str) -> JsonResponse:
    """`{"html", "state", "done", "total", "share", "again_seconds"}`; the last is 0 once it has ended."""
    run = _found(simulation_id)
    context = _context(run)
    progress = context["one"].progress
    return JsonResponse(
        {
            "html": render_to_string(PART, context, request),
            "state": run.state,
            "is_lost": progress.is_lost,
            "done": run.done,
            "total": run.replications,
            "share": progress.share,
            "again_seconds": 0 if run.has_ended else 1,
        }
    )


@require_POST
@never_cache
@permitted(PLAN)
def stop(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Ends it with the results so far. Safe to repeat."""

    def act(router: Router) -> Answer:
        run = simulation_stop(simulation_id, by=user_name(request), router=router)
        if run is None:
            raise Http404(WORDLESS)
        return Answer(200, "", {"state": run.state})

    return respond(request, answered(request, act), to=reverse("simulation", args=[simulation_id]))


@require_POST
@never_cache
@permitted(PLAN)
def again(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Plays the same scenario again, as a new simulation; 409 if another blocks it."""
    run = _found(simulation_id)

    def act(router: Router) -> Answer:
        try:
            return Answer(201, "", {"id": begun_again(request, router, run).id})
        except ScenarioError as error:
            return Answer(400, str(error))
        except LoadRunningError as error:
            return Answer(409, str(error))

    answer = answered(request, act)
    if answer.is_refusal:
        return respond(request, answer, to=reverse("simulation", args=[run.id]))
    return HttpResponseRedirect(reverse("simulation", args=[answer.data["id"]]))


@shown_to(PLAN)
def sheet(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The report as CSV: a line for each queue and interval, each queue, and all."""
    run = _reported(simulation_id)
    return download_csv(run.sheet, f"simulation-{run.id}-report.csv")


@shown_to(PLAN)
def report(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The report as JSON, as the command `simulate --json` writes it."""
    run = _reported(simulation_id)
    return _download(run.report, f"simulation-{run.id}-report.json")


@shown_to(PLAN)
def scenario(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The scenario as JSON, which can be changed and played again."""
    run = _found(simulation_id)
    return _download(run.scenario, f"simulation-{run.id}-scenario.json")


@shown_to(PLAN)
def compare(request: HttpRequest) -> HttpResponse:
    """Two ended simulations, `a` and `b`, side by side; without them a choice of two."""
    moment = now()
    choice = [shown(run, moment) for run in simulation_list() if run.has_ended and run.arrived]
    asked = [request.GET.get(side, "") for side in SIDES]
    chosen = chosen_of([one.run.id for one in choice], asked)
    found = [simulation_show(one) if one else None for one in asked]
    context = {
        "choice": choice,
        "selectors": list(zip(("A", "B"), SIDES, chosen, strict=True)),
        "now": moment,
        "unfit": [] if asked == ["", ""] else troubles_of(asked, found),
    }
    pair = [(run, run.report) for run in found if run is not None and run.has_ended and run.report]
    if len(pair) == len(found):
        context["pair"] = [shown(run, moment) for run, _ in pair]
        context["sides"] = sides_of(*(kept for _, kept in pair))
    return render(request, "dashboard/simulations/compare.html", context)


def _context(run: SimulationRun) -> dict[str, Any]:
    moment = now()
    one = shown(run, moment, is_waited_for=somebody_plays())
    return {"one": one, "run": run, "now": moment, **report_context(run)}


def _found(simulation_id: str) -> SimulationRun:
    run = simulation_show(simulation_id)
    if run is None:
        raise Http404(WORDLESS)
    return run


def _reported(simulation_id: str) -> SimulationRun:
    run = _found(simulation_id)
    if not run.report:
        raise Http404("This simulation has no report yet.")
    return run


def _download(content: Any, name: str) -> JsonResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(content, json_dumps_params={"indent": 2}, headers=headers)
