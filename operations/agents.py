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
from operations.buttons import Button, Desk, Effect, Place, Reasons
from operations.fields import AtVersion, Fields, Input, OfQueue, ReasonGiven, WithReason
from operations.operation import Found, Invocation, Operation, Permission, Subject
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import MAX_TEXT_LENGTH
from routing.model.outcomes import Conflict, Match
from routing.model.queues import CallEntry
from routing.model.settings.pause_reasons import USUAL
from routing.model.words import agent_word
from routing.router import Router

END_WRAP_UP_REASONS = ("Callers wait", "Notes are done", "Left the desk")
RELEASE_REASONS = ("Left the desk", "Line is dead", "Stuck", "Technical problem")
WITH_A_CALL = (AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
PAUSES_LATER = "with a call: the pause starts after the call and wrap-up"
RELEASED_FROM = (
    Effect((AgentStatus.ATTENDING_CALL,), "call in progress ends", "calls in progress end"),
    Effect(
        (AgentStatus.OFFERED,), "ringing call returns to its place", "ringing calls return to their places"
    ),
    Effect(
        (AgentStatus.WRAP_UP, AgentStatus.AVAILABLE),
        "agent leaves wrap-up or rest",
        "agents leave wrap-up or rest",
    ),
)
CHOSEN = {Choice.READY: "available", Choice.PAUSED: "paused", Choice.OFFLINE: "offline"}


class Choosing(AtVersion):
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
    text = f"Next call for {agent}: {call}, in {router.names.of_queue(entry.queue)}."
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


_EVERYWHERE = (Place.PAGE, Place.ROW, Place.MANY)
CHOOSE = Operation(
    Subject.AGENT,
    "choice",
    "Set an agent's status: ready, paused or offline; after its call and wrap-up, if any.",
    Choosing,
    services.agent_choose,
    Permission.CHOOSE,
    partial(_told, _chosen),
    (
        Button(
            "Available",
            {"choice": Choice.READY},
            (*_EVERYWHERE, Place.TROUBLE),
            desk=Desk("1", "Available", "tone-green", "check"),
        ),
        Button(
            "Pause",
            {"choice": Choice.PAUSED},
            _EVERYWHERE,
            reasons=Reasons(
                tuple(USUAL),
                "Reason to pause {name}",
                "for",
                "This agent has a call: the pause starts after the call and wrap-up.",
                is_note_for_busy=True,
                are_of_pauses=True,
                effects=(Effect(WITH_A_CALL, f"agent {PAUSES_LATER}", f"agents {PAUSES_LATER}"),),
            ),
            desk=Desk("2", "Pause", "tone-orange", "pause"),
        ),
        Button(
            "Offline", {"choice": Choice.OFFLINE}, _EVERYWHERE, desk=Desk("3", "Offline", "tone-grey", "off")
        ),
    ),
    form="Set status of {name}",
    command=("agent", "choose"),
)
_in_wrap_up = partial(
    Operation,
    Subject.AGENT,
    permission=Permission.CHOOSE,
    applies=frozenset({AgentStatus.WRAP_UP}),
    form="Wrap-up of {name}",
)
END_WRAP_UP = _in_wrap_up(
    "end-wrap-up",
    "End an agent's wrap-up.",
    EndingWrapUp,
    services.agent_end_wrap_up,
    tell=partial(_told, _ended),
    buttons=(
        Button(
            "End wrap-up",
            at=_EVERYWHERE,
            brief="End",
            spoken="End wrap-up of {name}",
            reasons=Reasons(END_WRAP_UP_REASONS, "Reason to end the wrap-up of {name}", is_needed=False),
            desk=Desk("E", "End the wrap-up", "primary", "check"),
        ),
    ),
)
EXTEND_WRAP_UP = _in_wrap_up(
    "extend-wrap-up",
    "Give an agent in wrap-up more time.",
    ExtendingWrapUp,
    services.agent_extend_wrap_up,
    tell=partial(_told, _extended),
    buttons=(
        Button("30 s more", {"seconds": 30}, (), desk=Desk("H", "30 s more wrap-up", word="+30 s")),
        Button(
            "60 s more",
            {"seconds": 60},
            (Place.PAGE, Place.TIMELY_ROW),
            brief="+60 s",
            spoken="+60 s of wrap-up for {name}",
            desk=Desk("M", "60 s more wrap-up", word="+60 s"),
        ),
    ),
)
RELEASE = Operation(
    Subject.AGENT,
    "release",
    "Release an agent from its call, wrap-up or rest to the status it chose.",
    WithReason,
    services.agent_release,
    Permission.SUPERVISE,
    partial(_told, _released),
    (
        Button(
            "Release",
            at=(Place.PAGE, Place.STUCK_ROW, Place.MANY),
            look="danger",
            note="A call in progress ends; a ringing call returns to its queue.",
            spoken="Release {name}",
            reasons=Reasons(
                RELEASE_REASONS,
                "Reason to release {name}",
                note="A ringing call returns to its place; a call in progress ends. "
                "The agent returns to the status they chose.",
                effects=RELEASED_FROM,
                afterwards="Agents return to the status they chose.",
            ),
        ),
    ),
    applies=frozenset(WITH_A_CALL),
    ends_rest=True,
    form="Release of {name}",
)
_on_the_next_call = partial(
    Operation, Subject.AGENT, applies=frozenset({AgentStatus.QUEUED}), form="Next call for {name}"
)
PEEK = _on_the_next_call(
    "peek",
    "Show an agent's next call without offering it.",
    OfQueue,
    services.call_peek,
    Permission.VIEW_BOARD,
    _peeked,
    (Button("Which call is next?"),),
    found=Found.NOWHERE,
    command=("call", "peek"),
    takes_by=False,
)
OFFER = _on_the_next_call(
    "offer",
    "Offer an agent the next matching call.",
    OfQueue,
    services.call_offer,
    Permission.SUPERVISE,
    _offered,
    (
        Button("Offer next call"),
        Button("Offer now", at=(Place.MATCH,), look="quiet", spoken="Offer now: {caller} to {name}"),
    ),
    command=("call", "offer"),
)
ON_AGENTS: tuple[Operation, ...] = (CHOOSE, END_WRAP_UP, EXTEND_WRAP_UP, RELEASE, PEEK, OFFER)
