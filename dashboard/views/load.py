"""The demo load: start, stop, and how it stands."""

from collections.abc import Callable
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import CONTROL_LOAD, permitted
from dashboard.acting import answered, refusal_of
from dashboard.answers import Answer, respond
from dashboard.forms import LoadForm, first_error
from routing.router import Router
from simulation import services
from simulation.exceptions import LoadError, LoadRunningError
from simulation.services import LoadState


@require_safe
@never_cache
@permitted(CONTROL_LOAD)
def state(_request: HttpRequest) -> HttpResponse:
    """The load as JSON."""
    return JsonResponse(asdict(services.load_state()))


@require_POST
@permitted(CONTROL_LOAD)
def start(request: HttpRequest) -> HttpResponse:
    """Starts calls arriving. Answers the new state; 409 where a load runs already."""
    form = LoadForm(request.POST)
    if not form.is_valid():
        return respond(request, refusal_of(request, Answer(400, first_error(form))))
    figures, by = form.cleaned_data, request.user.get_username()
    return _respond(
        request,
        lambda: services.load_start(rate=figures["rate"], agents=figures["agents"], by=by),
        done="The demo load is starting.",
    )


@require_POST
@permitted(CONTROL_LOAD)
def stop(request: HttpRequest) -> HttpResponse:
    """Lets no more calls arrive; those there are come to their end. Safe to repeat."""
    by = request.user.get_username()
    return _respond(request, lambda: services.load_stop(by=by), done="The demo load is stopping.")


def _respond(request: HttpRequest, command: Callable[[], LoadState], *, done: str) -> HttpResponse:
    def act(_router: Router) -> Answer:
        try:
            return Answer(200, done, asdict(command()))
        except LoadRunningError as error:
            return Answer(409, str(error), asdict(services.load_state()))
        except LoadError as error:
            return Answer(400, str(error))

    return respond(request, answered(request, act))
