"""Calls entered by hand: the form, create and enqueue."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import SUPERVISE, permitted
from dashboard.acting import answer_of, call_answer, call_named
from dashboard.answers import Answer, away, respond, wants_json
from dashboard.calls.intake_forms import CreateForm, EnqueueForm
from dashboard.calls.stories import queue_words
from dashboard.forms import PRIORITIES
from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.exceptions import UnknownCallError
from routing.model.calls import DEFAULT_PRIORITY, MAX_TEXT_LENGTH, Call, CallStatus
from routing.model.outcomes import Conflict
from routing.model.queues import ANY
from routing.model.words import CALL_WORDS
from routing.router import Router
from routing.runtime import router

PAGE = "dashboard/calls/new.html"
OVERFLOWED = frozenset({CallStatus.REJECTED, CallStatus.DEAD_LETTERED})


@require_safe
@never_cache
@permitted(SUPERVISE)
def new_call(request: HttpRequest) -> HttpResponse:
    """The form; with the id of a created `call` in the address, the one that queues it.

    404 for an unknown call, 503 while DynamoDB is away.
    """
    call_id = request.GET.get("call", "")
    values = {"call": call_id or uuid.uuid4().hex}
    try:
        created = _created(call_id) if call_id else None
    except DynamoError as error:
        return _page(request, values, trouble=away(error).text, status=503)
    if created is not None:
        values |= {"created": "1", "language": created.language, "caller": created.caller}
    return _page(request, values)


@require_POST
@permitted(SUPERVISE)
def create(request: HttpRequest) -> HttpResponse:
    """Creates a call that does not wait yet.

    Answers `{"id", "call": row}`; 400 names the field; 409 with the current row if the call is already
    further on; 503 says whether anything changed. The page's own form gets refusals as the page.
    """

    def tell(outcome: Call | Conflict) -> Answer:
        return _told(outcome, lambda call: call.status is CallStatus.CREATED, "saved, not queued yet")

    return _taken_in(request, CreateForm(router(), request.POST), services.call_create, tell)


@require_POST
@permitted(SUPERVISE)
def enqueue(request: HttpRequest) -> HttpResponse:
    """Puts a new or created call into its queue, or the one it overflows to; answers as `create` does.

    A repeat with its id answers the current call; 409 if it ended before it was queued.
    """

    def tell(outcome: Call | Conflict) -> Answer:
        done = _where(outcome) if isinstance(outcome, Call) else ""
        return _told(outcome, lambda call: bool(call.queued_at) or call.status in OVERFLOWED, done)

    return _taken_in(request, EnqueueForm(router(), request.POST), services.call_enqueue, tell)


def _taken_in(
    request: HttpRequest,
    form: CreateForm,
    service: Callable[..., Call | Conflict],
    tell: Callable[[Call | Conflict], Answer],
) -> HttpResponse:
    def operate(router: Router, _values: dict[str, Any]) -> Call | Conflict:
        return service(router, **form.wanted())

    answer = answer_of(request, form, operate, tell)
    if answer.is_refusal and not wants_json(request):
        return _page(request, request.POST.dict(), refused=answer.text, status=answer.status)
    call_id = answer.data.get("id")
    return respond(request, answer, to=reverse("call", args=[call_id]) if call_id else "")


def _told(outcome: Call | Conflict, is_done: Callable[[Call], bool], done: str) -> Answer:
    """`call_answer` with the id, which the sender may not know."""
    if isinstance(outcome, Conflict):
        return call_answer(outcome, "")
    changed = call_answer(outcome if is_done(outcome) else Conflict("it has moved on", outcome), done)
    return replace(changed, data={"id": outcome.call_id, **changed.data})


def _where(call: Call) -> str:
    if call.status is CallStatus.QUEUED:
        return f"waiting in {queue_words(router().queue_of(call))}"
    why = f" ({call.notes[-1].reason})" if call.status in OVERFLOWED and call.notes else ""
    return f"{CALL_WORDS[call.status]} now{why}"


def _created(call_id: str) -> Call:
    try:
        call = selectors.call(router(), call_named(call_id))
    except UnknownCallError:
        call = None
    if call is None or call.status is not CallStatus.CREATED:
        raise Http404(
            "No call with this ID is waiting to be queued. It may have been queued or have ended meanwhile."
        )
    return call


def _page(
    request: HttpRequest,
    values: dict[str, str],
    *,
    refused: str = "",
    trouble: str = "",
    status: int = 200,
) -> HttpResponse:
    skills = router().skills
    context = {
        "values": {"priority": str(DEFAULT_PRIORITY), "gender": ANY, **values},
        "languages": skills.languages,
        "genders": (*skills.genders, ANY),
        "topics": (*skills.topics, ANY) if skills.topics else (),
        "priorities": [str(one) for one in PRIORITIES],
        "most": MAX_TEXT_LENGTH,
        "refused": refused,
        "trouble": trouble,
    }
    return render(request, PAGE, context, status=status)
