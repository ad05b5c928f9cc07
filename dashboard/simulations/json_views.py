"""JSON interface of simulations: scenarios in, states, reports and errors out."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from dashboard.access.permissions import LACKING, PLAN
from dashboard.answers import as_json, refusal
from dashboard.operations.acting import answered, refusal_of, user_name
from dashboard.simulations.clock import begun
from dashboard.simulations.page_context import shown
from dashboard.simulations.simulation_form import USUAL_REPLICATIONS
from operations.answers import Answer
from routing.router import Router
from routing.runtime import now
from simulation.background.simulation_services import (
    simulation_list,
    simulation_show,
    simulation_stop,
    somebody_plays,
)
from simulation.background.size_limits import replications_from
from simulation.exceptions import LoadRunningError
from simulation.models import SimulationRun
from simulation.scenarios import ScenarioError, scenario_from_json
from simulation.states import Progress, RunState

MOST_BYTES = 1_000_000
NONE_SUCH = "id: there is no simulation with this id; the oldest are deleted over time"
SIGNED_OUT = "You are signed out. Sign in, and send the cookies."

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def for_programs(*methods: str) -> Callable[[View[Arguments]], View[Arguments]]:
    """Admits planners with one of these methods; every refusal is JSON."""

    def decorate(view: View[Arguments]) -> View[Arguments]:
        @never_cache
        @wraps(view)
        def guarded(
            request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponse:
            if not request.user.is_authenticated:
                return refusal(HTTPStatus.UNAUTHORIZED, SIGNED_OUT)
            if not request.user.has_perm(PLAN):
                return refusal(HTTPStatus.FORBIDDEN, LACKING[PLAN])
            if request.method not in methods:
                refused = refusal(HTTPStatus.METHOD_NOT_ALLOWED, f"method: {' or '.join(methods)}")
                refused.headers["Allow"] = ", ".join(methods)
                return refused
            return view(request, *args, **kwargs)

        return guarded

    return decorate


@for_programs("GET", "POST")
def simulations(request: HttpRequest) -> HttpResponse:
    """GET answers `{"simulations": […]}`, the newest first; POST plays the scenario in its body: 201.

    The address takes `replications`, `as_deployed=1`, and for real time `clock=live`, `speed`,
    `on_the_deployment=1` with `confirm`. 400 names field and limit; 409 has the `id` and `links` of the
    blocking run; 503 says whether anything was changed.
    """
    if request.method == "GET":
        return JsonResponse({"simulations": [_state(run) for run in simulation_list()]})
    try:
        scenario, replications = _posted(request)

        def act(router: Router) -> Answer:
            run = begun(request, router, scenario, replications, options=request.GET)
            return Answer(HTTPStatus.CREATED, "", _state(run))

        return _told(answered(request, act))
    except ScenarioError as error:
        return _told(refusal_of(request, Answer(_status_of(error), str(error))))
    except PermissionDenied as error:
        return refusal(HTTPStatus.FORBIDDEN, str(error))
    except LoadRunningError as error:
        return _in_the_way(error)


@for_programs("GET")
def simulation(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """State of a simulation: `{"id", "state", "done", "share", …, "links"}`; 404 if there is none."""
    return _of(simulation_id, lambda run: JsonResponse(_state(run)))


@for_programs("GET")
def report(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Its report, as `simulate --json` writes it; 404 until there is one."""

    def told(run: SimulationRun) -> HttpResponse:
        if not run.report:
            return refusal(
                HTTPStatus.NOT_FOUND, "report: there is none yet; it appears with the first replications"
            )
        return JsonResponse(run.report)

    return _of(simulation_id, told)


@for_programs("GET")
def scenario(_request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Its scenario, which can be changed and posted again."""
    return _of(simulation_id, lambda run: JsonResponse(run.scenario))


@for_programs("POST")
def stop(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Ends it with the results so far, and answers its state. Safe to repeat."""

    def act(router: Router) -> Answer:
        run = simulation_stop(simulation_id, by=user_name(request), router=router)
        return Answer(HTTPStatus.OK, "", _state(run)) if run else Answer(HTTPStatus.NOT_FOUND, NONE_SUCH)

    return _told(answered(request, act))


def _told(answer: Answer) -> JsonResponse:
    """The state of a simulation, with its address if new; or the reason why nothing was done."""
    told = as_json(answer)
    if answer.status == HTTPStatus.CREATED:
        told.headers["Location"] = answer.data["links"]["self"]
    return told


def _posted(request: HttpRequest) -> tuple[Any, int]:
    """The scenario in the body, and the number of replications. Raises ScenarioError."""
    try:
        if len(request.body) > MOST_BYTES:
            raise RequestDataTooBig
        text = str(request.body, "utf-8-sig")
    except RequestDataTooBig:
        raise ScenarioError("JSON", f"too many bytes; up to {MOST_BYTES:,} are read") from None
    except UnicodeDecodeError:
        raise ScenarioError("JSON", "the body is not UTF-8 text") from None
    replications = request.GET.get("replications", "") or str(USUAL_REPLICATIONS)
    return scenario_from_json(text), replications_from(replications)


def _status_of(error: ScenarioError) -> HTTPStatus:
    """409 if too many wait: the scenario may be posted again later."""
    return HTTPStatus.CONFLICT if error.field == "simulations" else HTTPStatus.BAD_REQUEST


def _of(simulation_id: str, told: Callable[[SimulationRun], HttpResponse]) -> HttpResponse:
    run = simulation_show(simulation_id)
    return told(run) if run else refusal(HTTPStatus.NOT_FOUND, NONE_SUCH)


def _state(run: SimulationRun) -> dict[str, Any]:
    one = shown(run, now(), is_waited_for=somebody_plays())
    progress = one.progress
    return {
        "id": run.id,
        "name": run.name,
        "state": run.state,
        "place": run.place,
        "has_ended": run.has_ended,
        "is_lost": progress.is_lost,
        "done": run.done,
        "replications": run.replications,
        "share": round(progress.share, 4),
        "arrived": run.arrived,
        **_pace(run, progress),
        "standing": one.standing,
        "error": run.error,
        "created_at": run.created_at,
        "created_by": run.created_by,
        "ended_at": run.ended_at,
        "links": _links(run.id),
    }


def _pace(run: SimulationRun, progress: Progress) -> dict[str, float | None]:
    """Its rate and the rest; in real time as its player reported, without the preparations."""
    rate, left = progress.calls_per_second, progress.remaining_seconds
    if run.is_in_real_time:
        rate = run.facts.get("rate")
        left = run.facts.get("remaining_seconds") if run.state == RunState.RUNNING else None
    return {"calls_per_second": rate, "remaining_seconds": left}


def _links(simulation_id: str) -> dict[str, str]:
    names = {
        "self": "api-simulation",
        "report": "api-simulation-report",
        "scenario": "api-simulation-scenario",
        "stop": "api-simulation-stop",
        "csv": "simulation-csv",
        "page": "simulation",
    }
    return {name: reverse(address, args=[simulation_id]) for name, address in names.items()}


def _in_the_way(error: LoadRunningError) -> JsonResponse:
    links = _links(error.simulation) if error.simulation else {"page": reverse("board")}
    return JsonResponse({"error": str(error), "id": error.run, "links": links}, status=HTTPStatus.CONFLICT)
