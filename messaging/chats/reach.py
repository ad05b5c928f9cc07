"""Reach in conversations: who supervises some teams only acts on the chats of their agents."""

from messaging.chats.centre import Chats
from routing import selectors
from routing.exceptions import OutOfReachError
from routing.services import call_check_reach

UNKNOWN = "it is no longer known who served this conversation; only supervisors of all teams may read it"


def chat_check_reach(chats: Chats, *, chat: str) -> None:
    """Raises OutOfReachError if the chat of a conversation is, or was last, with an agent beyond the reach of
    the router. One that waits, or is with a robot, is within every reach. Raises UnknownChatError.
    """
    if not chats.router.reach.is_limited:
        return
    name = chats.head(chat).state.contact
    contact = selectors.call(chats.router, name) if name else None
    if name and contact is None:
        raise OutOfReachError(UNKNOWN)
    if contact is not None:
        call_check_reach(chats.router, contact)
