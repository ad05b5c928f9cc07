"""Rights in a conversation: who may send, read, write notes."""

from collections.abc import Callable
from dataclasses import replace

from messaging.exceptions import ChatClosedError, NotAllowedError, NotAMemberError, TransferredError
from messaging.model.conversations import ChatKind
from messaging.model.messages import Head, State
from messaging.model.parties import ROUTING, Party, PartyKind
from messaging.storage.reads import Participation

STAFF = frozenset({PartyKind.AGENT, PartyKind.PROGRAM, PartyKind.USER})


def sending(part: Participation, sender: Party, *, robot: str = "") -> Callable[[Head], State]:
    """The state after a message of the sender, for each head it may follow; raises where it may not.

    Raises NotAMemberError at once. In a service conversation agents and the `robot` of its scene write while
    they serve it; colleagues and robots that are members, supervisors and other programs while it is open.
    Its customer waits for no first response behind a message of a person.
    """
    serves = part.conversation.kind is ChatKind.SERVICE and sender.kind in STAFF
    if part.own is None and not serves and sender != ROUTING:
        raise NotAMemberError(str(sender))

    is_robot = sender == Party(PartyKind.PROGRAM, robot)
    responds = serves and sender.kind is not PartyKind.PROGRAM
    while_serving = serves and part.own is None and (sender.kind is PartyKind.AGENT or is_robot)

    def allowed(head: Head) -> State:
        if not head.state.open:
            raise ChatClosedError(part.conversation.chat_id)
        if while_serving and head.state.agent != str(sender):
            raise TransferredError(head.state.agent)
        return replace(head.state, waits=False) if responds else head.state

    return allowed


def first_visible(part: Participation, reader: Party, head: Callable[[], Head]) -> int:
    """The first number that a reader sees. Raises NotAMemberError.

    Besides the members, supervisors and programs read service conversations, and so does the agent who serves
    one: only for an agent the head is asked for.
    """
    if part.own is not None:
        return part.own.first_number
    if part.is_open_to(reader):
        return 1
    may_serve = part.conversation.kind is ChatKind.SERVICE and reader.kind is PartyKind.AGENT
    if may_serve and head().state.agent == str(reader):
        return 1
    raise NotAMemberError(str(reader))


def check_staff(party: Party) -> None:
    """Raises NotAllowedError for customers: notes are internal."""
    if party.kind not in STAFF:
        raise NotAllowedError("party", f"{str(party)!r} cannot see internal notes")
