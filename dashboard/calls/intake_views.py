"""Calls entered by hand: the form, create and enqueue."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import SUPERVISE, permissions_of, shown_to
from dashboard.answers import respond, wants_json
from dashboard.formats.skill_names import choices_of
from dashboard.operations.operation_forms import FormField, Seen, forms_for
from dashboard.operations.views import OperationView
from dynamo.exceptions import DynamoError
from operations.answers import Answer, away
from operations.operation import Subject
from routing import selectors
from routing.model.calls import DEFAULT_PRIORITY, Call, CallStatus
from routing.model.queues import ANY
from routing.model.skills import GENDERS, LANGUAGES, TOPICS
from routing.runtime import router

PAGE = "dashboard/calls/new.html"
ORDER = ("caller", "language", "gender", "topic", "priority", "preferred_agent", "steps")


@shown_to(SUPERVISE)
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


class IntakeView(OperationView):
    """A call that comes in. Answers `{"id", "call": row}`; to the page's own form it shows refusals there."""

    def respond(self, request: HttpRequest, answer: Answer) -> HttpResponse:
        """The answer; a form leads to the call it made."""
        if answer.is_refusal and not wants_json(request):
            return _page(request, request.POST.dict(), refused=answer.text, status=answer.status)
        call_id = answer.data.get("id")
        return respond(request, answer, to=reverse("call", args=[call_id]) if call_id else "")


def _created(call_id: str) -> Call:
    call = selectors.call(router(), call_id)
    if call is None or call.status is not CallStatus.CREATED:
        raise Http404(
            "No call with this ID is waiting to be queued. It may already have been queued, or have ended."
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
    options = {
        "language": choices_of(skills.languages, LANGUAGES),
        "gender": choices_of((*skills.genders, ANY), GENDERS),
    }
    if skills.topics:
        options["topic"] = choices_of((*skills.topics, ANY), TOPICS)
    sent = {"priority": str(DEFAULT_PRIORITY), "gender": ANY, **values}
    forms = forms_for(Subject.NEW_CALL, Seen(values=sent, options=options), permissions_of(request.user))
    # To queue it is the usual; a call that was saved before can only be queued.
    queuing, *others = reversed(forms)
    context = {
        "values": values,
        "form": queuing,
        "others": [] if values.get("created") else others,
        "asked": sorted(queuing.fields.values(), key=_place),
        "topics": skills.topics,
        "refused": refused,
        "trouble": trouble,
    }
    return render(request, PAGE, context, status=status)


def _place(one: FormField) -> int:
    """Its place in the form; fields that are not named there come last."""
    return ORDER.index(one.name) if one.name in ORDER else len(ORDER)
