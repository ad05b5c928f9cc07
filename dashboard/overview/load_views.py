"""Demo load: start, stop, state."""

from collections.abc import Callable
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from accounts.roles import CONTROL_LOAD
from api.access.key_header import HEADER
from dashboard.access.permissions import permitted, shown_to
from dashboard.answers import respond, wants_json
from dashboard.forms import LoadForm, first_error
from dashboard.operations.acting import answered, refusal_of, user_name
from operations.answers import Answer
from routing.router import Router
from simulation.exceptions import LoadError, LoadRunningError
from simulation.load import load_services
from simulation.load.load_services import LoadState


@shown_to(CONTROL_LOAD)
def state(_request: HttpRequest) -> HttpResponse:
    return JsonResponse(asdict(load_services.load_state()))


@require_POST
@permitted(CONTROL_LOAD)
def start(request: HttpRequest) -> HttpResponse:
    """Starts the load. Answers the new state; 409 if a load already runs. A plain form must confirm."""
    form = LoadForm(request.POST)
    if not form.is_valid():
        return respond(request, refusal_of(request, Answer(400, first_error(form))))
    figures, by = form.cleaned_data, user_name(request)
    if _is_to_ask(request):
        return render(request, "dashboard/overview/load_question.html", {"figures": figures})
    return _respond(
        request,
        lambda acting: load_services.load_start(
            rate=figures["rate"], agents=figures["agents"], by=by, acting=acting
        ),
        done="The demo load is starting.",
    )


@require_POST
@permitted(CONTROL_LOAD)
def stop(request: HttpRequest) -> HttpResponse:
    """Stops arrivals; present calls end normally. Safe to repeat. A plain form is asked to confirm."""
    if _is_to_ask(request):
        return render(request, "dashboard/overview/load_question.html")
    by = user_name(request)
    return _respond(
        request,
        lambda acting: load_services.load_stop(by=by, acting=acting),
        done="The demo load is stopping.",
    )


def _is_to_ask(request: HttpRequest) -> bool:
    """The overview asks before it sends; programs, which want JSON or send a key, are not asked."""
    by_program = wants_json(request) or HEADER in request.headers
    return not by_program and "confirmed" not in request.POST


def _respond(request: HttpRequest, command: Callable[[Router], LoadState], *, done: str) -> HttpResponse:
    def act(acting: Router) -> Answer:
        try:
            return Answer(200, done, asdict(command(acting)))
        except LoadRunningError as error:
            return Answer(409, str(error), asdict(load_services.load_state()))
        except LoadError as error:
            return Answer(400, str(error))

    return respond(request, answered(request, act))
