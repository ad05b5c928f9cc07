"""Operations on one call, and on the first call of a queue: by supervisors, and by agents at their desks."""

from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, Field

from dynamo.exceptions import DynamoError
from live.board.rows import call_row
from operations.answers import Answer, call_answer, call_title
from operations.buttons import Button, Desk, Place
from operations.fields import (
    AS_PRIORITY,
    AgentId,
    AtVersion,
    Fields,
    Input,
    Priority,
    ReasonGiven,
    WithReason,
    agent_named,
)
from operations.operation import Invocation, Operation, Permission, Subject
from routing import selectors, services
from routing.model.agents import AgentStatus, person_id
from routing.model.calls import MAX_TEXT_LENGTH, Call, CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router

WAITING = frozenset({CallStatus.QUEUED})
RINGING = frozenset({CallStatus.OFFERED})
IN_PROGRESS = frozenset({CallStatus.IN_PROGRESS})
UNANSWERED = WAITING | RINGING | {CallStatus.CREATED}
FAILED = frozenset({CallStatus.DEAD_LETTERED})


class ChangingPriority(AtVersion):
    priority: Annotated[Priority, replace(AS_PRIORITY, is_positional=True)]


class Restoring(AtVersion):
    """The return of a call to its queue: to its old place, or to the end."""

    reason: ReasonGiven = ""
    to_end: Annotated[
        bool,
        Field(description="at the end of its queue, not at its old place"),
        Input("true or false", label="At the end of the queue"),
    ] = False


class HandingBack(WithReason):
    """The return of a call to its queue; its agent is paused unless it stays available."""

    keep_available: Annotated[
        bool,
        Field(description="do not pause its agent"),
        Input("true or false", label="Keep {agent} available"),
    ] = False


class Answering(AtVersion):
    """The agent for whom a call rings."""

    agent_id: AgentId


class Assigning(AtVersion):
    """The agent who gets a call before all others."""

    agent_id: Annotated[AgentId, Input(label="Agent")]
    reason: ReasonGiven = ""


class Completing(AtVersion):
    """The agent of a call in progress, and its wrap-up, which only programs may choose."""

    agent_id: Annotated[
        str | None, AfterValidator(agent_named), Field(alias="agent", description="only a call of this agent")
    ] = None
    wrap_up_seconds: Annotated[
        float | None,
        Field(
            alias="wrap_up", allow_inf_nan=False, description="wrap-up time, instead of the queue's setting"
        ),
        Input("a number of seconds", metavar="SECONDS", on_pages=False),
    ] = None


class Dequeuing(Fields):
    """The best call of a queue, or only this one."""

    call_id: Annotated[
        str,
        Field(alias="call", max_length=MAX_TEXT_LENGTH, description="only this call"),
        Input(metavar="ID"),
    ] = ""


def _told(done: str, outcome: Call | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    return call_answer(outcome, done)


def _restored(outcome: Call | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    """In the words of the button: a failed call is restored, a ringing one returned."""
    newest = [note.kind for note in outcome.notes[-2:]] if isinstance(outcome, Call) else []
    has_failed = EventKind.CALL_DEAD_LETTERED in newest
    return call_answer(outcome, "restored to queue" if has_failed else "returned to queue")


def _handed_back(outcome: Call | Conflict, _invocation: Invocation, router: Router) -> Answer:
    becomes = _what_its_agent_does(outcome, router) if isinstance(outcome, Call) else ""
    return call_answer(outcome, f"returned to queue{becomes}")


def _what_its_agent_does(call: Call, router: Router) -> str:
    """The agent the call was taken from, which its history names last, with its status now."""
    agent_id = next((note.agent_id for note in reversed(call.notes) if note.agent_id), "")
    try:
        agent = selectors.agent(router, agent_id) if agent_id else None
    except DynamoError:
        agent = None
    if agent is None:
        return ""
    if agent.status is AgentStatus.PAUSED:
        return f". {agent.name} was paused"
    return f". {agent.name} was not paused: {agent_word(agent)} now"


def _assigned(outcome: Call | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    if not isinstance(outcome, Call) or outcome.status is not CallStatus.QUEUED:
        return call_answer(outcome, "assigned")
    step = outcome.steps[outcome.step]
    agent = person_id(step.agent_id)
    return call_answer(outcome, f"offered to {agent} only, after {step.seconds:g} s to all others too")


def _dequeued(outcome: Call | Conflict | None, _invocation: Invocation, _router: Router) -> Answer:
    if outcome is None:
        return Answer(200, "No call is waiting in this queue.", {"id": None, "call": None})
    if isinstance(outcome, Conflict):
        return call_answer(outcome, "")
    text = f"{call_title(outcome)}: completed without an agent."
    return Answer(200, text, {"id": outcome.call_id, "call": call_row(outcome)})


_on_a_call = partial(Operation, Subject.CALL, permission=Permission.SUPERVISE)
_danger = partial(Button, look="danger")
ON_CALLS: tuple[Operation, ...] = (
    _on_a_call(
        "priority",
        "Change the priority of a waiting call.",
        ChangingPriority,
        services.call_change_priority,
        tell=partial(_told, "priority changed"),
        buttons=(Button("Change priority"),),
        applies=WAITING,
    ),
    _on_a_call(
        "touch",
        "Move a waiting call to the end of its priority.",
        AtVersion,
        services.call_touch,
        tell=partial(_told, "moved to the end of its priority"),
        buttons=(Button("Move to end", note="Behind all others of its priority"),),
        applies=WAITING,
    ),
    _on_a_call(
        "restore",
        "Put a ringing call or a dead letter back into its queue.",
        Restoring,
        services.call_restore,
        tell=_restored,
        buttons=(
            Button("Return to queue", look="primary", applies=RINGING),
            Button(
                "Restore",
                at=(Place.PAGE, Place.ROW),
                look="primary",
                spoken="Restore {name}",
                applies=FAILED,
            ),
        ),
        applies=RINGING | FAILED,
    ),
    _on_a_call(
        "abandon",
        "Mark a call as abandoned.",
        AtVersion,
        services.call_abandon,
        tell=partial(_told, "marked as abandoned"),
        buttons=(
            _danger(
                "Mark as abandoned",
                question="Mark as abandoned?",
                note="It ends without an answer and cannot be restored.",
            ),
        ),
        applies=UNANSWERED | FAILED,
    ),
    _on_a_call(
        "hand-back",
        "Return a call in progress to its queue.",
        HandingBack,
        services.call_hand_back,
        tell=_handed_back,
        buttons=(_danger("Return to queue", question="Return to queue?", note="{leaving}"),),
        applies=IN_PROGRESS,
    ),
    _on_a_call(
        "dead-letter",
        "Mark a waiting or ringing call as failed (dead letter).",
        WithReason,
        services.call_dead_letter,
        tell=partial(_told, "marked as failed"),
        buttons=(
            _danger(
                "Mark as failed",
                question="Mark as failed?",
                note="It leaves its queue. It can be restored on the Failed tab of Calls.",
            ),
        ),
        applies=UNANSWERED,
    ),
    _on_a_call(
        "remove",
        "Remove a call that was not answered.",
        WithReason,
        services.call_remove,
        tell=partial(_told, "removed"),
        buttons=(
            _danger(
                "Remove",
                at=(Place.PAGE, Place.ROW),
                question="Remove?",
                note="It ends without an answer and cannot be restored.",
                spoken="Remove {name}",
            ),
        ),
        applies=UNANSWERED | FAILED,
    ),
    _on_a_call(
        "assign",
        "Assign a waiting or ringing call to an agent, who is offered it before all others.",
        Assigning,
        services.call_assign,
        tell=_assigned,
        buttons=(Button("Assign"),),
        applies=WAITING | RINGING,
    ),
    _on_a_call(
        "accept",
        "Accept an offered call for its agent.",
        Answering,
        services.call_accept,
        tell=partial(_told, "answered"),
        buttons=(Button("Accept", at=(), desk=Desk("A", "Accept the ringing call", "go", "phone")),),
        applies=RINGING,
    ),
    _on_a_call(
        "decline",
        "Decline an offered call for its agent.",
        Answering,
        services.call_decline,
        tell=partial(_told, "declined"),
        buttons=(Button("Decline", at=(), desk=Desk("D", "Decline it", icon="off")),),
        applies=RINGING,
    ),
    _on_a_call(
        "complete",
        "End a call in progress.",
        Completing,
        services.call_complete,
        tell=partial(_told, "completed"),
        buttons=(Button("Complete", at=(), desk=Desk("C", "Complete the call", "primary", "check")),),
        applies=IN_PROGRESS,
    ),
    Operation(
        Subject.QUEUE,
        "dequeue",
        "Complete the first call of a queue without an agent.",
        Dequeuing,
        services.call_dequeue,
        Permission.SUPERVISE,
        _dequeued,
        (
            _danger(
                "Complete call",
                opens="Complete first call without an agent",
                question="Complete it?",
                note="The first call counts as answered and ends.",
            ),
        ),
        command=("call", "dequeue"),
    ),
)
