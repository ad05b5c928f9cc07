"""Operations on one agent: status, wrap-up, release, and its next call."""

from collections.abc import Callable
from contextlib import suppress
from datetime import tzinfo
from functools import partial
from typing import Annotated

from pydantic import Field

from dynamo.exceptions import DynamoError
from live.board.frames import Row
from live.board.rows import agent_row, call_row, to_iso
from operations.answers import Answer, agent_answer, call_title
from operations.fields import AtVersion, Fields, Input, OfQueue, ReasonGiven, WithReason
from operations.operation import Found, Invocation, Many, Operation, Permission, Subject
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import MAX_TEXT_LENGTH
from routing.model.outcomes import Conflict, Match
from routing.model.queues import CallEntry
from routing.model.words import agent_word, queue_name
from routing.router import Router

CHOSEN = {Choice.READY: "available", Choice.PAUSED: "paused", Choice.OFFLINE: "offline"}


class Choosing(AtVersion):
    """The status that an agent chooses."""

    choice: Annotated[Choice, Input(f"choose one of {', '.join(Choice)}", is_positional=True)]
    reason: Annotated[ReasonGiven, Field(description="reason, shown while the agent is paused")] = ""


class EndingWrapUp(Fields):
    """The end of a wrap-up; with a call, only the wrap-up of that call, so a late click ends no later one."""

    call_id: Annotated[
        str | None,
        Field(alias="call", max_length=MAX_TEXT_LENGTH, description="only the wrap-up of this call"),
        Input("a call ID", too_long="a call ID", metavar="ID"),
    ] = None
    reason: ReasonGiven = ""


class ExtendingWrapUp(AtVersion):
    """More time for a wrap-up; the policy has the limits."""

    seconds: Annotated[
        float,
        Field(allow_inf_nan=False, description="how much longer"),
        Input("a number of seconds", is_positional=True),
    ]


def _told(
    said: Callable[[Agent, tzinfo], str], outcome: Agent | Conflict, invocation: Invocation, _router: Router
) -> Answer:
    return agent_answer(outcome, lambda agent: said(agent, invocation.zone))


def _chosen(agent: Agent, _zone: tzinfo) -> str:
    later = "" if agent.is_free else " after the current call and wrap-up"
    return f"{agent.name}: {CHOSEN[agent.choice]}{later}."


def _released(agent: Agent, _zone: tzinfo) -> str:
    return f"{agent.name} is released: {agent_word(agent)} now."


def _ended(agent: Agent, _zone: tzinfo) -> str:
    return f"{agent.name}: {agent_word(agent)} now."


def _extended(agent: Agent, zone: tzinfo) -> str:
    until = agent.until.astimezone(zone) if agent.until else None
    return f"{agent.name}: in wrap-up until {until:%H:%M:%S %Z}."


def _peeked(entry: CallEntry | None, invocation: Invocation, router: Router) -> Answer:
    rows, agent, call = _rows(entry, invocation.one, router)
    if entry is None:
        return Answer(200, f"No matching call is waiting for {agent}.", {"next": None})
    text = f"Next call for {agent}: {call}, in {queue_name(entry.queue)}."
    return Answer(200, text, {"next": rows["offered"]})


def _offered(outcome: Match | Conflict | None, invocation: Invocation, router: Router) -> Answer:
    if isinstance(outcome, Conflict):
        return agent_answer(outcome, lambda _agent: "")
    rows, agent, call = _rows(outcome.call if outcome else None, invocation.one, router)
    if outcome is None:
        return Answer(200, f"No matching call is waiting for {agent}.", rows)
    return Answer(200, f"{call} is offered to {agent}.", rows)


def _rows(entry: CallEntry | None, agent_id: str, router: Router) -> tuple[dict[str, Row | None], str, str]:
    """Rows and names of an agent and a call as they are now.

    The command has been carried out by then: what cannot be read is left out of the answer.
    """
    agent, call = None, None
    with suppress(DynamoError):
        agent = selectors.agent(router, agent_id)
        call = selectors.call(router, entry.call_id) if entry else None
    rows = {
        "offered": _entry_row(entry) if entry else None,
        "agent": agent_row(agent) if agent else None,
        "call": call_row(call) if call else None,
    }
    title = call_title(call) if call else f"Call {entry.call_id if entry else ''}"
    return rows, agent.name if agent else "the agent", title


def _entry_row(entry: CallEntry) -> Row:
    return {
        "call": entry.call_id,
        "queue": str(entry.queue),
        "priority": entry.priority,
        "ticket": entry.ticket,
        "queued_at": to_iso(entry.queued_at),
    }


CHOOSE = Operation(
    Subject.AGENT,
    "choice",
    "Set an agent's status: ready, paused or offline; after its call and wrap-up, if any.",
    Choosing,
    services.agent_choose,
    Permission.CHOOSE,
    partial(_told, _chosen),
    command=("agent", "choose"),
    at_desks=True,
    many=(
        Many("ready", "Available", {"choice": Choice.READY}),
        Many("paused", "Pause", {"choice": Choice.PAUSED}, asks="pause"),
        Many("offline", "Offline", {"choice": Choice.OFFLINE}),
    ),
)
END_WRAP_UP = Operation(
    Subject.AGENT,
    "end-wrap-up",
    "End an agent's wrap-up.",
    EndingWrapUp,
    services.agent_end_wrap_up,
    Permission.CHOOSE,
    partial(_told, _ended),
    applies=frozenset({AgentStatus.WRAP_UP}),
    at_desks=True,
    many=(Many("end-wrap-up", "End wrap-up"),),
)
EXTEND_WRAP_UP = Operation(
    Subject.AGENT,
    "extend-wrap-up",
    "Give an agent in wrap-up more time.",
    ExtendingWrapUp,
    services.agent_extend_wrap_up,
    Permission.CHOOSE,
    partial(_told, _extended),
    applies=frozenset({AgentStatus.WRAP_UP}),
    at_desks=True,
)
RELEASE = Operation(
    Subject.AGENT,
    "release",
    "Release an agent from its call, wrap-up or rest to the status it chose.",
    WithReason,
    services.agent_release,
    Permission.SUPERVISE,
    partial(_told, _released),
    applies=frozenset({AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP}),
    many=(Many("release", "Release", asks="release", is_danger=True),),
)
PEEK = Operation(
    Subject.AGENT,
    "peek",
    "Show an agent's next call without offering it.",
    OfQueue,
    services.call_peek,
    Permission.VIEW_BOARD,
    _peeked,
    found=Found.NOWHERE,
    command=("call", "peek"),
    takes_by=False,
)
OFFER = Operation(
    Subject.AGENT,
    "offer",
    "Offer an agent the next matching call.",
    OfQueue,
    services.call_offer,
    Permission.SUPERVISE,
    _offered,
    command=("call", "offer"),
)
ON_AGENTS: tuple[Operation, ...] = (CHOOSE, END_WRAP_UP, EXTEND_WRAP_UP, RELEASE, PEEK, OFFER)
