"""Place of a waiting chat in line."""

from messaging.chats.centre import Chats
from routing import selectors
from routing.model.calls import Call, CallStatus
from routing.model.queues import CallEntry


def waiting_contact(chats: Chats, *, chat: str) -> Call | None:
    """The contact of a conversation while it waits or rings; None if somebody serves it, or it is closed.

    Raises UnknownChatError.
    """
    state = chats.head(chat).state
    if not state.open or state.agent or not state.contact:
        return None
    found = selectors.call(chats.router, state.contact)
    return found if found and found.status in (CallStatus.QUEUED, CallStatus.OFFERED) else None


def number_ahead(chats: Chats, contact: Call) -> int | None:
    """How many waiting contacts are ahead of this one, including those of queues with the same agents.

    None if it is not among the first `MOST_AHEAD` of its queue.
    """
    if contact.status is CallStatus.OFFERED:
        return 0
    queue = chats.router.queue_of(contact)
    found = selectors.queue_entries(chats.router, queue, limit=selectors.MOST_AHEAD)
    entries = [entry for entry in found if isinstance(entry, CallEntry)]
    place = next((at for at, one in enumerate(entries) if one.call_id == contact.call_id), None)
    return None if place is None else selectors.calls_ahead(chats.router, entries[: place + 1])[place]
