"""Serving: agents accept and decline chats; the party that serves a chat closes or transfers it.

Each repeat answers what holds. A message or change of somebody who no longer serves the chat is refused.
"""

from dataclasses import replace

from messaging.chats.centre import Chats
from messaging.exceptions import InvalidFieldError, NotAllowedError, NotAMemberError, TransferredError
from messaging.model.conversations import ChatKind
from messaging.model.limits import check_number
from messaging.model.messages import Head
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party, PartyKind
from messaging.services.together import maybe_done
from messaging.storage.reads import read_participation
from routing import selectors
from routing.model.agents import row_id
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict as RoutingConflict
from routing.model.queues import CHAT, QueueKey
from routing.services import (
    call_abandon,
    call_accept,
    call_complete,
    call_decline,
    call_enqueue,
    call_remove,
    call_to_robot,
    call_transfer,
)

NO_CONTACT = Conflict("no chat is open in this conversation")
BEFORE_ITS_QUEUE = (CallStatus.CREATED, CallStatus.IN_PROGRESS)
UNANSWERED = (CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.DEAD_LETTERED)
BY_SUPERVISOR = "closed by a supervisor"


def chat_accept(chats: Chats, *, chat: str, agent: Party) -> Head | Conflict:
    """The agent with the offer accepts the chat. Raises MessagingError."""
    contact = _contact(chats, chats.head(chat))
    if contact is None:
        _check_part(chats, chat, agent)
        return NO_CONTACT
    outcome = call_accept(chats.router, call_id=contact.call_id, agent_id=row_id(agent.name))
    return _after(chats, chat, outcome)


def chat_decline(chats: Chats, *, chat: str, agent: Party) -> Head | Conflict:
    """The agent with the offer declines the chat. Raises MessagingError."""
    contact = _contact(chats, chats.head(chat))
    if contact is None:
        _check_part(chats, chat, agent)
        return NO_CONTACT
    outcome = call_decline(chats.router, call_id=contact.call_id, agent_id=row_id(agent.name))
    return _after(chats, chat, outcome)


def chat_close(chats: Chats, *, chat: str, by: Party, seen: int) -> Head | Conflict:
    """Closes the chat, unless there is a message beyond `seen`, the last one that `by` has seen.

    Who serves it may, and its customer: one who still waits has abandoned. A supervisor may too, and removes
    one that nobody has answered. Raises MessagingError.
    """
    check_number(seen, field="seen")
    head = chats.head(chat)
    _check_part(chats, chat, by)
    contact = _contact(chats, head)
    if not head.state.open:
        _check_served(contact, by)
        return head
    if contact is None:
        return NO_CONTACT
    _check_serves(head, by)
    router = chats.routed(replace(chats.beside, seen=seen))
    if by.is_customer and contact.status not in BEFORE_ITS_QUEUE:
        return _after(chats, chat, call_abandon(router, call_id=contact.call_id))
    if by.kind is PartyKind.USER and contact.status in UNANSWERED:
        return _after(chats, chat, call_remove(router, call_id=contact.call_id, reason=BY_SUPERVISOR))
    row = row_id(by.name) if by.kind is PartyKind.AGENT else None
    return _after(chats, chat, call_complete(router, call_id=contact.call_id, agent_id=row))


def chat_transfer(
    chats: Chats,
    *,
    chat: str,
    by: Party,
    to_agent: str = "",
    to_queue: QueueKey | None = None,
    to_robot: str = "",
    reason: str = "",
) -> Head | Conflict:
    """Returns the chat to its queue or another one; with `to_agent` for that colleague first. With `to_robot`
    that robot serves it.

    Who serves it may, a robot too, and a supervisor. The history stays, and the place in line: that of its
    first wait; after a robot, the end of its priority. Raises MessagingError and RoutingError.
    """
    if to_robot:
        _check_robot(chats, to_robot)
    head = chats.head(chat)
    _check_part(chats, chat, by)
    contact = _contact(chats, head)
    if contact is None or not head.state.open:
        return NO_CONTACT
    if by.is_customer:
        raise NotAllowedError("by", "customers can't transfer chats")
    _check_serves(head, by)
    row = row_id(by.name) if by.kind is PartyKind.AGENT else None
    if to_robot:
        outcome = call_to_robot(
            chats.router, call_id=contact.call_id, robot=to_robot, agent_id=row, reason=reason
        )
        return _after(chats, chat, outcome)
    if contact.status is CallStatus.CREATED:
        return _after(chats, chat, handed_over(chats, contact, to_agent=to_agent, to_queue=to_queue))
    outcome = call_transfer(
        chats.router,
        call_id=contact.call_id,
        to_agent=to_agent,
        to_queue=to_queue or (None if to_agent else chats.router.queue_of(contact)),
        agent_id=row,
        reason=reason,
    )
    return _after(chats, chat, outcome)


def _check_robot(chats: Chats, name: str) -> None:
    """Raises InvalidFieldError for a program that is the robot of no scene."""
    robots = chats.scenes.robots
    if name not in robots:
        known = f"choose one of {', '.join(robots)}" if robots else "no scene has a robot"
        raise InvalidFieldError("to_robot", name[:40], known)


def handed_over(
    chats: Chats, contact: Call, *, to_agent: str = "", to_queue: QueueKey | None = None
) -> Call | RoutingConflict:
    """A chat that a robot has served waits for agents, from now on: it was served until then."""
    queue = to_queue or chats.router.queue_of(contact)
    return call_enqueue(
        chats.router,
        call_id=contact.call_id,
        channel=CHAT,
        chat_id=contact.chat_id,
        scene=contact.scene,
        language=queue.language,
        gender=queue.gender,
        topic=queue.topic or contact.topic,
        priority=contact.priority,
        preferred_agent=to_agent,
    )


def _contact(chats: Chats, head: Head) -> Call | None:
    """The chat that a conversation has, or had last."""
    name = head.state.contact
    return selectors.call(chats.router, name) if name else None


def _check_part(chats: Chats, chat: str, by: Party) -> None:
    """Raises NotAMemberError for customers of other conversations, and for staff who are not in a group."""
    part = read_participation(chats.messenger.table, chat, by)
    if part.own is None and (by.is_customer or part.conversation.kind is not ChatKind.SERVICE):
        raise NotAMemberError(str(by))


def _check_serves(head: Head, by: Party) -> None:
    """Raises TransferredError for agents and programs that do not serve the conversation."""
    if by.kind in (PartyKind.AGENT, PartyKind.PROGRAM) and head.state.agent != str(by):
        raise TransferredError(head.state.agent)


def _check_served(contact: Call | None, by: Party) -> None:
    """Raises TransferredError for an agent who did not serve the chat that has ended."""
    if by.kind is PartyKind.AGENT and (contact is None or contact.agent_id != row_id(by.name)):
        raise TransferredError("")


def _after(chats: Chats, chat: str, outcome: Call | RoutingConflict) -> Head | Conflict:
    """The head after an operation on the chat, or why it was refused."""
    if isinstance(outcome, RoutingConflict):
        return Conflict(outcome.reason)
    with maybe_done(chat):
        return chats.head(chat)
