"""Events of chats: what a change of a chat tells its conversation, and the state after it. Pure."""

from collections.abc import Sequence

from messaging.model.messages import COUNTED, Head, Message, State, What, event_body
from messaging.model.parties import Party, PartyKind, party_of
from routing.model.agents import person_id
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
from routing.model.hours.opening import CLOSED

ENDS = {
    CallStatus.COMPLETED: What.CLOSED,
    CallStatus.ABANDONED: What.ABANDONED,
    CallStatus.REMOVED: What.REMOVED,
    CallStatus.REJECTED: What.REJECTED,
    CallStatus.DEAD_LETTERED: What.DEAD_LETTERED,
    CallStatus.IN_PROGRESS: What.ACCEPTED,
}
# Before it waits, by where it comes from; an unanswered offer is nothing to tell.
QUEUED_AGAIN = {
    CallStatus.CREATED: What.TRANSFERRED,
    CallStatus.IN_PROGRESS: What.HANDED_BACK,
    CallStatus.DEAD_LETTERED: What.RESTORED,
}


def state_of(contact: Call) -> State:
    """The state of a conversation with this chat."""
    if contact.is_ended:
        return State(open=False, contact=contact.call_id)
    waits = contact.awaits_response
    return State(open=True, contact=contact.call_id, agent=serving(contact), waits=waits)


def serving(contact: Call) -> str:
    """The robot with a chat that is created, the agent with one in progress, as a party; else empty."""
    if contact.status is CallStatus.CREATED and contact.robot:
        return str(Party(PartyKind.PROGRAM, contact.robot))
    if contact.status is not CallStatus.IN_PROGRESS or not contact.agent_id:
        return ""
    return str(Party(PartyKind.AGENT, person_id(contact.agent_id)))


def event_of(before: Call, after: Call, notes: Sequence[Note]) -> What | None:
    """The event of a change for those who read the conversation; None for no event."""
    if before.status is after.status:
        return None
    if any(note.kind == EventKind.CALL_TRANSFERRED for note in notes):
        return What.TRANSFERRED
    if after.status is not CallStatus.QUEUED:
        return ENDS.get(after.status)
    return QUEUED_AGAIN.get(before.status)


def event_text(what: What, was: State, is_now: State) -> str:
    """The body of an event: who serves the conversation now, or did so before; the routing if nobody."""
    return event_body(what, is_now.agent or was.agent or str(PartyKind.ROUTING))


def transfer_text(was: State, contact: Call) -> str:
    """The body of a transfer: who served the conversation, and where it goes."""
    return f"{event_body(What.TRANSFERRED, was.agent or str(PartyKind.ROUTING))} {sent_to(contact)}"


def rejected_text(was: State, contact: Call) -> str:
    """The body of a rejection; `closed` at its end if it was outside opening hours."""
    body = event_text(What.REJECTED, was, state_of(contact))
    is_closed = bool(contact.notes) and CLOSED in contact.notes[-1].reason
    return f"{body} closed" if is_closed else body


def sent_to(contact: Call) -> str:
    """The robot or the agent that a chat goes to, as a party; else its queue, `queue:W.chat#English#Any`."""
    if robot := serving(contact):
        return robot
    if contact.preferred_agent:
        return str(Party(PartyKind.AGENT, person_id(contact.preferred_agent)))
    return f"queue:{contact.queue(topics=bool(contact.topic))}"


def is_word(message: Message) -> bool:
    """Whether a person or a program sent it; what the service of a card reports answers no customer."""
    return message.kind in COUNTED and message.sender != PartyKind.ROUTING


def answered(newest: Sequence[Message]) -> Head:
    """The head of the last message of the service, or of the end of the chat before, if one is among the
    newest messages; else the head before them.
    """
    for one in reversed(newest):
        by_service = is_word(one) and not party_of(one.sender).is_customer
        if by_service or not one.state.open:
            return one.head
    if not newest:
        return Head()
    return Head(newest[0].number - 1, newest[0].count - (newest[0].kind in COUNTED))
