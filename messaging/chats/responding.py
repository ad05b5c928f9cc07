"""First response: the first message of a person in a chat, written together with its moment on the chat.

Figures of first responses come from the chats, so board and history need not read the log. Other messages
cost nothing more: the state of the previous message says whether a customer waits.
"""

from messaging.chats.centre import Chats
from messaging.chats.message_puts import message_put, with_once
from messaging.model.messages import Head, Message
from messaging.services.sending import PutBehind, log_put
from messaging.services.together import MOST_TRIES
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from routing.exceptions import RoutingError
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.services import call_respond


def put_responding(chats: Chats) -> PutBehind:
    """Puts messages; one that ends the customer's wait is a first response."""
    alone = log_put(chats.messenger)

    def put(head: Head, message: Message) -> Message | None:
        if head.state.waits and not message.state.waits:
            for _ in range(MOST_TRIES):
                outcome = _responded(chats, message)
                if isinstance(outcome, Call):
                    return None
                there = _message_at(chats, message)
                if there is not None:
                    return there
                if outcome is None or outcome.is_rule:
                    break
        return alone(head, message)

    return put


def _responded(chats: Chats, message: Message) -> Call | Conflict | None:
    """The chat with its first response, and the message in the log; None if the chat cannot be changed.

    A damaged chat does not hold a message back.
    """
    router = with_once(
        chats.router, lambda operation_id: [message_put(chats.messenger, message, operation_id)]
    )
    try:
        return call_respond(router, call_id=message.state.contact)
    except RoutingError:
        return None


def _message_at(chats: Chats, message: Message) -> Message | None:
    found = read_from(chats.messenger.table, log_of(message.chat), message.number, limit=1)
    return found[0] if found else None
