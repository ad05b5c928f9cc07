"""Page of failed calls: reasons, restore, remove."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dashboard.access import SUPERVISE, VIEW_BOARD, permitted
from dashboard.acting import call_title, carried_out, user_name
from dashboard.answers import Answer, away
from dashboard.calls.stories import Line, agent_names, queue_words, story, waited
from dashboard.forms import LettersForm
from dynamo.exceptions import DynamoError
from routing import selectors, services
from routing.model.calls import Call
from routing.model.words import CALL_WORDS
from routing.router import Router
from routing.runtime import now, router
from routing.services.dead_letters import Restored

# A longer page would be slow to read, for people and browsers; the oldest come first.
SHOWN = 200
NAMED = 5
HALF_WAY = (
    "DynamoDB failed part-way: some calls may be restored. Those still listed are not; repeat for them."
)


@dataclass(frozen=True)
class Letter:
    """One row: a dead letter, its queue, its wait, and its timeline."""

    call: Call
    queue: str
    waited: str
    story: list[Line]


@require_safe
@never_cache
@permitted(VIEW_BOARD)
def dead_letters(request: HttpRequest) -> HttpResponse:
    """The dead letters, those with one `reason` only if the address names one; 503 while DynamoDB is away."""
    reason = request.GET.get("reason", "")
    try:
        found, trouble = selectors.dead_letters(router()), ""
        fitting = [call for call in found if reason in ("", call.error)]
        letters = _letters(fitting[:SHOWN])
    except DynamoError as error:
        found, fitting, letters, trouble = [], [], [], away(error).text
    context = {
        "letters": letters,
        "total": len(found),
        "fitting": len(fitting),
        "reason": reason,
        "reasons": _reasons(found, reason),
        "trouble": trouble,
        "can_supervise": request.user.has_perm(SUPERVISE),
        "now": now(),
    }
    return render(request, "dashboard/dead_letters/page.html", context, status=503 if trouble else 200)


@require_POST
@permitted(SUPERVISE)
def restore(request: HttpRequest) -> HttpResponse:
    """Restores dead letters at the versions the user saw.

    Answers `{"restored": [id, …], "refused": {id: why, …}}`; 400 where none is named. Each is its own
    transaction: after 503 some may wait again, the page shows which do not.
    """

    def operate(router: Router, wanted: dict[str, Any]) -> Answer:
        try:
            done = services.dead_letters_restore(
                router, versions=wanted["versions"], to_end=wanted["to_end"], by=user_name(request)
            )
        except DynamoError:
            return Answer(503, HALF_WAY)
        return _told(done, {call.call_id: call for call in selectors.calls(router, done.refused)})

    return carried_out(request, LettersForm(request.POST), operate, lambda answer: answer)


def _letters(calls: Sequence[Call]) -> list[Letter]:
    names, queue_of = agent_names(router(), calls), router().queue_of
    return [Letter(call, queue_words(queue_of(call)), waited(call), story(call, names)) for call in calls]


def _reasons(found: Sequence[Call], chosen: str) -> list[tuple[str, int]]:
    """Every reason with the number of its letters, the most frequent first; the chosen one in any case."""
    counted = Counter(call.error for call in found)
    counted.setdefault(chosen, 0)
    return [(reason, number) for reason, number in counted.most_common() if reason]


def _told(done: Restored, present: dict[str, Call]) -> Answer:
    number = len(done.calls)
    text = f"{number} call restored." if number == 1 else f"{number} calls restored."
    refused = [_why(call_id, why, present.get(call_id)) for call_id, why in done.refused.items()]
    if refused:
        more = f"; and {len(refused) - NAMED} more" if len(refused) > NAMED else ""
        text += f" Not restored: {'; '.join(refused[:NAMED])}{more}."
    data = {"restored": [call.call_id for call in done.calls], "refused": done.refused}
    return Answer(200 if number else 409, text, data)


def _why(call_id: str, why: str, present: Call | None) -> str:
    if present is None:
        return f"{call_id} ({why})"
    return f"{call_title(present)} (changed meanwhile, {CALL_WORDS[present.status]} now)"
