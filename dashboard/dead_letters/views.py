"""Page of failed calls: reasons, restore, remove."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dashboard.access.permissions import VIEW_BOARD, permissions_of, shown_to
from dashboard.formats.skill_names import in_words, queue_name
from dashboard.operations.operation_forms import Form, Seen, forms_for
from dashboard.operations.views import OperationView
from dashboard.pages.call_story import Line, agent_names, error_words, story, waited
from dashboard.pages.callers import named
from dynamo.exceptions import DynamoError
from operations.answers import away
from operations.buttons import Place
from operations.fields import WrongFieldError
from operations.operation import Subject
from routing import selectors
from routing.model.calls import Call
from routing.runtime import now, router

# A longer page would be slow to read, for people and browsers; the oldest come first.
SHOWN = 200


@dataclass(frozen=True)
class Letter:
    """One row: a dead letter, its queue, its error, its wait, its timeline, and the forms that act on it."""

    call: Call
    queue: str
    error: str
    waited: str
    story: list[Line]
    forms: list[Form]


@shown_to(VIEW_BOARD)
def dead_letters(request: HttpRequest) -> HttpResponse:
    """The dead letters, those with one `reason` only if the address names one; 503 while DynamoDB is away."""
    reason = request.GET.get("reason", "")
    try:
        found, trouble = selectors.dead_letters(router()), ""
        fitting = [call for call in found if reason in ("", call.error)]
        letters = _letters(request, fitting[:SHOWN])
    except DynamoError as error:
        found, fitting, letters, trouble = [], [], [], away(error).text
    context = {
        "letters": letters,
        "total": len(found),
        "fitting": len(fitting),
        "reason": reason,
        "reason_words": in_words(reason),
        "reasons": _reasons(found, reason),
        "trouble": trouble,
        "restore": forms_for(
            Subject.DEAD_LETTERS,
            Seen(words={"number": len(letters)}, values={"back": request.get_full_path()}),
            permissions_of(request.user),
        ),
        "now": now(),
    }
    return render(request, "dashboard/dead_letters/page.html", context, status=503 if trouble else 200)


class LettersView(OperationView):
    """Dead letters that wait again, as of the versions the reader saw: those `picked`, or all shown.

    Answers `{"restored": [id, …], "refused": {id: why, …}}`; 400 where none is named. Each is its own
    transaction: after 503 some may wait again, the page shows which do not.
    """

    def sent(self, request: HttpRequest) -> dict[str, Any]:
        """The fields as they are sent, with `<version>:<id>` for each. Raises WrongFieldError."""
        lists = {"picked": "letter", "all": "shown"}
        which = request.POST.get("which", "")
        if which not in lists:
            raise WrongFieldError("which", f"choose one of {', '.join(lists)}")
        return {"to_end": request.POST.get("to_end"), "versions": request.POST.getlist(lists[which])}


def _letters(request: HttpRequest, calls: Sequence[Call]) -> list[Letter]:
    names, queue_of = agent_names(router(), calls), router().queue_of
    permitted, back = permissions_of(request.user), request.get_full_path()

    def forms(call: Call) -> list[Form]:
        values = {"expected_version": call.version, "back": back}
        seen = Seen(call.call_id, call.caller or call.call_id, call.status, values=values)
        return forms_for(Subject.CALL, seen, permitted, Place.ROW)

    return [
        Letter(
            call,
            queue_name(queue_of(call)),
            error_words(call),
            waited(call),
            story(call, names),
            forms(call),
        )
        for call in named(calls)
    ]


def _reasons(found: Sequence[Call], chosen: str) -> list[tuple[str, str, int]]:
    """Every reason with its words and number of letters, the most frequent first; also the chosen one."""
    counted = Counter(call.error for call in found)
    counted.setdefault(chosen, 0)
    return [(reason, in_words(reason), number) for reason, number in counted.most_common() if reason]
