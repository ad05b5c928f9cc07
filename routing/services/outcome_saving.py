"""Service of outcomes: the code and note of a contact, saved while it is served and after."""

from dataclasses import replace
from datetime import timedelta

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus, person_id
from routing.model.calls import ANSWERED, Call, CallStatus
from routing.model.contact_outcomes import LONGEST_NOTE
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.words import call_word
from routing.router import Router
from routing.services.call_changes import Decision, Happened, change_call, with_events, written
from routing.services.operation import Nothing, Write
from routing.storage import store
from routing.storage.change_set import ChangeSet

AFTER_CLOSE = timedelta(minutes=10)
NONE = "none"
OVER = "wrap-up of this call is over; ask a supervisor to change its outcome"
LONG_CLOSED = f"this chat was closed more than {AFTER_CLOSE.seconds // 60} minutes ago; ask a supervisor"
CHOOSE_FIRST = "choose an outcome first"


def call_outcome(
    router: Router,
    *,
    call_id: str,
    code: str | None = None,
    note: str | None = None,
    agent_id: str | None = None,
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Saves the outcome of an answered call or chat, or its note; None leaves a field as it is.

    The last write wins. Its agent may save while talking and in wrap-up, for a chat until 10 minutes after
    the close; without `agent_id` at any time. A note adds no line to history and audit trail: it is saved
    while the agent writes. A Conflict if that agent may not, or no longer. Raises UnknownCallError,
    InvalidFieldError.
    """
    if code is not None:
        router.outcomes.check(code)
    if len(note or "") > LONGEST_NOTE:
        raise InvalidFieldError("note", f"{(note or '')[:20]}…", f"at most {LONGEST_NOTE} characters")
    silent = replace(router, origin="") if code is None else router

    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        refusal = _refusal(router, call, agent_id)
        if refusal:
            return Conflict(refusal, call, is_rule=True)
        after = replace(
            call,
            outcome=call.outcome if code is None else code,
            outcome_note=call.outcome_note if note is None else note,
        )
        return Nothing(call) if after == call else _saved(router, changes, call, after, by)

    return change_call(silent, call_id, decide, expected_version=expected_version)


def lacks_outcome(router: Router, call: Call) -> bool:
    """Whether its queue requires an outcome and none is chosen yet."""
    return not call.outcome and router.policy_of(call).outcome_required


def _refusal(router: Router, call: Call, agent_id: str | None) -> str:
    """Why an outcome cannot be saved; empty if it can."""
    if call.status not in ANSWERED:
        return f"it is {call_word(call)}; only answered calls and chats have an outcome"
    if agent_id is None:
        return ""
    if call.agent_id is None or person_id(call.agent_id) != person_id(agent_id):
        return "it is with another agent"
    if call.status is CallStatus.IN_PROGRESS:
        return ""
    if call.channel:
        is_late = call.ended_at is None or router.clock() - call.ended_at > AFTER_CLOSE
        return LONG_CLOSED if is_late else ""
    agent = store.read_agent(router.table, call.agent_id)
    writes = agent is not None and agent.status is AgentStatus.WRAP_UP and agent.call_id == call.call_id
    return "" if writes else OVER


def _saved(router: Router, changes: ChangeSet, call: Call, after: Call, by: str) -> Write[Call] | Conflict:
    happened = Happened(EventKind.CALL_OUTCOME_SAVED, call.agent_id or "", by)
    if after.outcome == call.outcome:
        return with_events(router, changes, changes.call(call, after), [happened], at=router.clock())
    label = router.outcomes.label(after.outcome) or NONE
    return written(router, changes, call, after, replace(happened, reason=label))
