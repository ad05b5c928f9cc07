"""An agent's chats at the desk: those that ring or are in progress, slots."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from api.access.acting import acting_by
from api.access.allowed import Allowed, caller_of
from api.access.kept_answers import change_of_key
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem, also
from api.endpoints.chat_fields import Body
from api.endpoints.conversing import STAFF, agent_in
from messaging.chats.centre import Chats
from messaging.chats.desk import Desk, desk_chats
from messaging.chats.waits import Wait
from messaging.model.parties import Party, party_of
from messaging.runtime import chats, messenger
from messaging.services import profile_read
from messaging.shown import is_customer
from operations.operation import Permission
from routing.model.agents import MOST_SLOTS, AgentStatus, Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.services import agent_slots_choose
from routing.services.outcome_saving import lacks_outcome

router = Router(tags=["conversations"])
AGENTS = Allowed(Scope.OPERATE, Permission.CHOOSE)
WITHOUT_A_DESK = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)
NO_CHATS = "Chat is not enabled for this agent; a supervisor can set its slots."


class WaitOut(Schema):
    """Who waits for a reply, `customer` or `agent`, and since when."""

    by: str
    since: Moment


class DeskChatOut(Schema):
    """A chat that rings or is in progress at a desk. `until` is when the ringing ends; one with
    `needs_outcome` cannot be closed before one is saved.
    """

    chat: str
    call_id: str
    scene: str
    language: str
    customer: str
    name: str
    since: Moment
    until: Moment | None
    queued_at: Moment | None
    waiting_since: Moment | None
    wait: WaitOut | None
    outcome: str
    outcome_note: str
    needs_outcome: bool


class DeskOut(Schema):
    """The chats of an agent, and how many the agent takes at once: `slots`, at most `most_slots`."""

    status: AgentStatus
    choice: Choice
    pause_reason: str
    slots: int
    most_slots: int
    offered: DeskChatOut | None
    held: list[DeskChatOut]
    version: int


class SlotsIn(Body):
    """How many chats to take at once, at most as many slots as a supervisor has set."""

    slots: Annotated[int, Field(strict=True, ge=1, le=MOST_SLOTS)]


@router.get("/desk/chats", auth=STAFF, response=DeskOut, openapi_extra=also(*WITHOUT_A_DESK))
def desk(request: HttpRequest) -> dict[str, object]:
    """Returns the chats at the caller's desk: the one that rings and those in progress."""
    return _desk(agent_in(request))


@router.post("/desk/chats/slots", auth=AGENTS, response=DeskOut, openapi_extra=also(*WITHOUT_A_DESK))
def slots(request: HttpRequest, found: SlotsIn) -> dict[str, object]:
    """Sets how many chats the caller takes at once, at most as many slots as a supervisor has set."""
    agent, by = agent_in(request), caller_of(request).name
    centre = acting(request).router
    outcome = agent_slots_choose(centre, agent_id=agent.name, slots=found.slots, by=by)
    if isinstance(outcome, Conflict):
        raise Problem(409, outcome.reason)
    return _desk(agent)


def acting(request: HttpRequest) -> Chats:
    """The chats, with the caller in the history and the audit trail; a change is kept under its key."""
    found = chats()
    router = replace(acting_by(request, found.router), command=change_of_key(request))
    return replace(found, router=router)


def _desk(agent: Party) -> dict[str, object]:
    found = desk_chats(chats(), agent=agent)
    if found is None:
        raise Problem(404, NO_CHATS, "no_chats")
    return _shown(found)


def _shown(found: Desk) -> dict[str, object]:
    row = found.row
    return {
        "status": row.status,
        "choice": row.choice,
        "pause_reason": row.pause_reason,
        "slots": row.slots,
        "most_slots": row.most_slots,
        "offered": _contact(found.offered, None) if found.offered else None,
        "held": [_contact(one, found.waits.get(one.chat_id)) for one in found.held],
        "version": row.version,
    }


def _contact(call: Call, wait: Wait | None) -> dict[str, object]:
    return {
        "chat": call.chat_id,
        "call_id": call.call_id,
        "scene": call.scene,
        "language": call.language,
        "customer": call.caller,
        "name": _name(call.caller),
        "since": call.status_since,
        "until": call.until,
        "queued_at": call.queued_at,
        "waiting_since": call.waiting_since,
        "wait": wait and {"by": "customer" if wait.by_customer else "agent", "since": wait.since},
        "outcome": call.outcome,
        "outcome_note": call.outcome_note,
        "needs_outcome": lacks_outcome(chats().router, call),
    }


def _name(customer: str) -> str:
    """The customer's name, as given by its site; empty without one."""
    if not is_customer(customer):
        return ""
    return profile_read(messenger(), contact=party_of(customer)).name
