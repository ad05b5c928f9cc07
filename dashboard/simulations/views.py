"""List of simulations, and their forms: ready-made, main fields, JSON."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dashboard.access.permissions import PLAN, permitted, shown_to
from dashboard.answers import respond, wants_json
from dashboard.forms import first_error
from dashboard.operations.acting import answered, refusal_of
from dashboard.simulations.clock import begun, clock_context
from dashboard.simulations.page_context import ready_made, shown_list
from dashboard.simulations.simulation_form import (
    USUAL_REPLICATIONS,
    SimulationForm,
    first_values,
    uploaded_text,
)
from operations.answers import Answer
from routing.router import Router
from routing.runtime import now
from simulation.background.simulation_services import simulation_show
from simulation.background.size_limits import replications_from
from simulation.exceptions import LoadRunningError
from simulation.scenarios import (
    READY_MADE,
    Scenario,
    ScenarioError,
    scenario_from,
    scenario_from_json,
    scenario_to_json,
)

PAGE, PART = "dashboard/simulations/list.html", "dashboard/simulations/list_part.html"
FIRST_JSON = "one-queue"


@shown_to(PLAN)
def simulations(request: HttpRequest) -> HttpResponse:
    """The list and the forms; `from` names a ready-made scenario or a simulation that fills them."""
    known = _known(request.GET.get("from", ""))
    scenario = known or READY_MADE[FIRST_JSON]
    context = {"form": SimulationForm(initial=first_values(scenario)), "json": scenario_to_json(scenario)}
    return _page(request, context, opened=request.GET.get("as", "") if known else "")


@shown_to(PLAN)
def simulations_state(request: HttpRequest) -> JsonResponse:
    """`{"html", "again_seconds"}`: the current list, and when to ask again."""
    context = _listed()
    html = render_to_string(PART, context, request)
    busy = any(not one.run.has_ended for one in context["shown"])
    return JsonResponse({"html": html, "again_seconds": 1 if busy else 5})


@require_POST
@never_cache
@permitted(PLAN)
def start(request: HttpRequest) -> HttpResponse:
    """Starts a simulation, by `ready` (its key), `json` (a text or file), or the fields of the form.

    In virtual time, or with `clock=live` in real time. Answers 201 with `id` and `url` if asked for JSON,
    else leads to its page; 400 says what is wrong, 409 links to the blocking one.
    """
    form = None
    if not {"ready", "json"} & {*request.POST, *request.FILES}:
        form = SimulationForm(request.POST, request.FILES)
        if not form.is_valid():
            return _refused(request, first_error(form), form=form)
    try:
        scenario, replications = _asked(request, form)

        def act(router: Router) -> Answer:
            run = begun(request, router, scenario, replications)
            return Answer(201, "", {"id": run.id, "url": reverse("simulation", args=[run.id])})

        answer = answered(request, act)
    except ScenarioError as error:
        # Errors of the clock are shown above the form.
        if form is not None and error.field in form.fields:
            form.add_error(error.field, error.reason)
        return _refused(request, str(error), form=form)
    except LoadRunningError as error:
        return _in_the_way(request, error, form=form)
    return _told(request, answer, form)


def _told(request: HttpRequest, answer: Answer, form: SimulationForm | None) -> HttpResponse:
    """The page of the new simulation, or the form with the errors."""
    if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return respond(request, answer, to=reverse("simulations"))
    if answer.is_refusal:
        return _refused(request, answer.text, form=form, status=HTTPStatus(answer.status))
    if wants_json(request):
        return JsonResponse(answer.data, status=answer.status)
    return HttpResponseRedirect(answer.data["url"])


def _asked(request: HttpRequest, form: SimulationForm | None) -> tuple[Scenario, int]:
    """The scenario and the number of replications. Raises ScenarioError."""
    if form is not None:
        return form.cleaned_data["scenario"], form.cleaned_data["replications"]
    return _named(request), replications_from(request.POST.get("replications", "") or str(USUAL_REPLICATIONS))


def _named(request: HttpRequest) -> Scenario:
    """The scenario, ready-made or given as JSON. Raises ScenarioError."""
    if "ready" in request.POST:
        found = READY_MADE.get(request.POST["ready"])
        if found is None:
            raise ScenarioError("ready", f"choose one of {', '.join(READY_MADE)}")
        return found
    file = request.FILES.get("json_file")
    return scenario_from_json(uploaded_text("JSON", file) if file else request.POST["json"])


def _in_the_way(
    request: HttpRequest, error: LoadRunningError, *, form: SimulationForm | None
) -> HttpResponse:
    """409, with the address of the run that has not ended."""
    there = reverse("simulation", args=[error.simulation]) if error.simulation else reverse("board")
    if wants_json(request):
        return respond(request, Answer(HTTPStatus.CONFLICT, str(error), {"id": error.run, "url": there}))
    return _refused(request, str(error), form=form, status=HTTPStatus.CONFLICT, there=there)


def _refused(
    request: HttpRequest,
    why: str,
    *,
    form: SimulationForm | None,
    status: HTTPStatus = HTTPStatus.BAD_REQUEST,
    there: str = "",
) -> HttpResponse:
    answer = refusal_of(request, Answer(status, why))
    if wants_json(request):
        return respond(request, answer)
    written = request.POST.get("json") or scenario_to_json(READY_MADE[FIRST_JSON])
    context = {
        "form": form or SimulationForm(initial=first_values()),
        "json": written,
        "json_replications": request.POST.get("replications", ""),
        "refused": answer.text,
        "there": there,
        "wrong": [(form[name], str(errors[0])) for name, errors in form.errors.items()] if form else [],
    }
    opened = "fields" if form else "json" if "json" in request.POST else ""
    return _page(request, {**context, **clock_context(request.POST)}, opened=opened, status=answer.status)


def _known(named: str) -> Scenario | None:
    """The ready-made scenario of that name, or that of a simulation."""
    run = simulation_show(named) if named and named not in READY_MADE else None
    try:
        return READY_MADE.get(named) or (scenario_from(run.scenario) if run else None)
    except ScenarioError:
        return None


def _listed() -> dict[str, Any]:
    moment = now()
    return {"shown": shown_list(moment), "now": moment}


def _page(
    request: HttpRequest, context: dict[str, Any], *, opened: str, status: int = HTTPStatus.OK
) -> HttpResponse:
    more: dict[str, Any] = {
        **clock_context(),
        "ready": ready_made(),
        "usual": USUAL_REPLICATIONS,
        "opened": opened,
    }
    return render(request, PAGE, {**_listed(), **more, **context}, status=status)
