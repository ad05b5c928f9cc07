"""Calls taken from their queues by hand: peek, offer, dequeue."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from dashboard.access import SUPERVISE, VIEW_BOARD, permitted
from dashboard.acting import (
    agent_answer,
    agent_named,
    call_answer,
    call_named,
    call_title,
    carried_out,
    user_name,
)
from dashboard.answers import Answer
from dashboard.calls.intake_forms import DequeueForm, OfferForm
from dashboard.calls.stories import queue_words
from dynamo.exceptions import DynamoError
from live.board.frames import Row
from live.board.rows import agent_row, call_row, to_iso
from routing import selectors, services
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.outcomes import Conflict, Match
from routing.model.queues import CALL_SIDE, CallEntry
from routing.router import Router


@dataclass(frozen=True)
class Taken:
    """An agent and the call peeked at or offered, in their current state, as far as known.

    `entry` is the call's place in its queue, None if no call fits.
    """

    entry: CallEntry | None
    agent: Agent | None = None
    call: Call | None = None

    @property
    def agent_name(self) -> str:
        """The agent's name in a sentence."""
        return self.agent.name if self.agent else "the agent"

    @property
    def call_name(self) -> str:
        """The call's name in a sentence."""
        return call_title(self.call) if self.call else f"Call {self.entry.call_id if self.entry else ''}"


@require_POST
@permitted(VIEW_BOARD)
def peek(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Finds the waiting call that an agent would be offered, of all queues or of `queue`. Changes nothing.

    Answers `{"next": {"call", "queue", "priority", "ticket", "queued_at"}}`, or null for it if no call fits;
    400 names the field, 404 the agent; 503 while DynamoDB is away.
    """
    form = OfferForm(request.POST)

    def operate(router: Router, _values: dict[str, Any]) -> Taken:
        wanted = form.wanted(router)
        return _with_both(
            router, agent_id, services.call_peek(router, agent_id=agent_named(agent_id), **wanted)
        )

    def tell(taken: Taken) -> Answer:
        if taken.entry is None:
            return Answer(200, f"No matching call is waiting for {taken.agent_name}.", {"next": None})
        text = f"Next call for {taken.agent_name}: {taken.call_name}, in {queue_words(taken.entry.queue)}."
        return Answer(200, text, {"next": _entry_row(taken.entry)})

    return carried_out(request, form, operate, tell)


@require_POST
@permitted(SUPERVISE)
def offer(request: HttpRequest, agent_id: str) -> HttpResponse:
    """Offers a waiting agent the best waiting call, of all queues or of `queue`.

    Answers `{"offered": {…}, "agent": row, "call": row}`, `offered` as in `peek`; it and `call` are null if
    no call fits; 400 names the field, 404 the agent; 409 with the agent's row if it does not wait; 503 says
    whether anything changed.
    """
    form = OfferForm(request.POST)

    def operate(router: Router, _values: dict[str, Any]) -> Taken | Conflict:
        wanted = form.wanted(router)
        outcome = services.call_offer(router, agent_id=agent_named(agent_id), by=user_name(request), **wanted)
        if isinstance(outcome, Conflict):
            return outcome
        return _with_both(router, agent_id, outcome.call if isinstance(outcome, Match) else None)

    return carried_out(request, form, operate, _offered)


@require_POST
@permitted(SUPERVISE)
def dequeue(request: HttpRequest, key: str) -> HttpResponse:
    """Takes the best waiting call of a call queue, or `call` if that is it, and finishes it without an agent.

    Answers `{"id", "call": row}`, both null if none waits; 400 names the queue, 404 the call; 409 if another
    is first or others took every call; 503 says whether anything changed.
    """

    def operate(router: Router, wanted: dict[str, Any]) -> Call | Conflict | None:
        queue, call_id = router.skills.queue_named(key, side=CALL_SIDE), call_named(wanted["call"])
        return services.call_dequeue(router, queue=queue, call_id=call_id, by=user_name(request))

    def tell(outcome: Call | Conflict | None) -> Answer:
        if outcome is None:
            return Answer(200, "No call is waiting in this queue.", {"id": None, "call": None})
        if isinstance(outcome, Conflict):
            return call_answer(outcome, "")
        text = f"{call_title(outcome)}: completed without an agent."
        return Answer(200, text, {"id": outcome.call_id, "call": call_row(outcome)})

    return carried_out(request, DequeueForm(request.POST), operate, tell)


def _with_both(router: Router, agent_id: str, entry: CallEntry | None) -> Taken:
    """Agent and call for the answer; the change is made, so the answer goes without them if they cannot be
    read.
    """
    agent, call = None, None
    with suppress(DynamoError):
        agent = selectors.agent(router, agent_id)
        call = selectors.call(router, entry.call_id) if entry else None
    return Taken(entry, agent, call)


def _offered(outcome: Taken | Conflict) -> Answer:
    if isinstance(outcome, Conflict):
        return agent_answer(outcome, lambda _agent: "")
    rows = {
        "offered": _entry_row(outcome.entry) if outcome.entry else None,
        "agent": agent_row(outcome.agent) if outcome.agent else None,
        "call": call_row(outcome.call) if outcome.call else None,
    }
    if outcome.entry is None:
        return Answer(200, f"No matching call is waiting for {outcome.agent_name}.", rows)
    return Answer(200, f"{outcome.call_name} is offered to {outcome.agent_name}.", rows)


def _entry_row(entry: CallEntry) -> Row:
    return {
        "call": entry.call_id,
        "queue": str(entry.queue),
        "priority": entry.priority,
        "ticket": entry.ticket,
        "queued_at": to_iso(entry.queued_at),
    }
