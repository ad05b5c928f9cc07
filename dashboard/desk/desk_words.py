"""Desk messages: why no calls come, when they will, and the outcome of a call."""

from collections.abc import Mapping
from dataclasses import replace

from dashboard.formats.numbers import written_duration
from dashboard.formats.reasons import reason_words
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
from routing.services.call_changes import ROUTING
from routing.services.call_services import HANDED_BACK
from routing.services.offers import NO_ANSWER

BACK = "Choose Available to get calls again."
NOT_QUEUED = "Not in a queue yet. Choose Available to get calls."
RESTS = "A short rest after an unanswered call. Calls resume automatically."


def no_answer(missed_limit: int) -> str:
    """Reason of a pause after too many missed offers in a row."""
    calls = "a call" if missed_limit == 1 else f"{missed_limit} calls in a row"
    return f"You were paused after missing {calls}. {BACK}"


def handed_back(by: str) -> str:
    """Reason of a pause after a call was returned to its queue."""
    return f"You were paused: {by or 'a supervisor'} returned your call to its queue. {BACK}"


def missed(number: int, missed_limit: int) -> str:
    """The number of calls missed in a row, and what follows; empty without any."""
    if not number:
        return ""
    calls = "1 call" if number == 1 else f"{number} calls in a row"
    return f"{calls} missed. After {missed_limit} in a row you are paused."


def explained(agent: Agent, missed_limit: int) -> str:
    """Why an agent gets no calls, and how that ends; empty if it needs no words."""
    if agent.status is AgentStatus.AVAILABLE:
        return RESTS if agent.rests else NOT_QUEUED
    if agent.status is not AgentStatus.PAUSED:
        return ""
    if agent.pause_reason == NO_ANSWER and agent.changed_by == ROUTING:
        return no_answer(missed_limit)
    return handed_back(agent.changed_by) if agent.pause_reason == HANDED_BACK else ""


def became(call: Call, agent_id: str, names: Mapping[str, str]) -> str:
    """Outcome of a call that was with an agent, in one sentence; empty while it is there.

    `names` are those of agents, by id.
    """
    own = [note for note in call.notes if note.agent_id == agent_id]
    if not own:
        return ""
    last = own[-1]
    return _sentence(call, replace(last, reason=reason_words([last.kind], last.reason, names)))


def _sentence(call: Call, last: Note) -> str:
    caller = call.caller or "the caller"
    goes = (
        "is now a failed call"
        if call.status is CallStatus.DEAD_LETTERED
        else "will be offered to other agents first"
    )
    by, why = last.by or "Somebody", f": {last.reason}" if last.reason else ""
    sentences = {
        EventKind.CALL_ABANDONED: f"{call.caller or 'The caller'} hung up before the call was answered.",
        EventKind.CALL_DECLINED: f"Declined: {caller} {goes}.",
        EventKind.CALL_NOT_ANSWERED: f"Not answered in time: {caller} {goes}.",
        EventKind.CALL_RESTORED: f"{by} returned the ringing call of {caller} to its queue{why}.",
        EventKind.CALL_HANDED_BACK: f"{by} returned the call of {caller} to its queue{why}.",
        EventKind.CALL_TRANSFERRED: f"{by} transferred the chat of {caller} {last.reason}.",
        EventKind.CALL_ASSIGNED: f"{by} assigned {caller} {last.reason}.",
        EventKind.CALL_REMOVED: f"{by} removed the call of {caller}{why}.",
        EventKind.CALL_DEAD_LETTERED: f"{by} marked the call of {caller} as failed{why}.",
        EventKind.CALL_COMPLETED: _completed(call, caller, last),
    }
    return next((text for kind, text in sentences.items() if kind == last.kind), "")


def _completed(call: Call, caller: str, last: Note) -> str:
    after = ""
    if call.talked is not None:
        after = f" after {written_duration(call.talked.total_seconds())}"
    if last.by:
        return f"The call with {caller} was completed by {last.by}{after}."
    return f"The call with {caller} ended{after}."
