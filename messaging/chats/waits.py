"""Wait: who waits for a reply in a conversation, and since when. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from messaging.chats.events import is_word
from messaging.model.messages import Message
from messaging.model.parties import party_of


@dataclass(frozen=True)
class Wait:
    """The customer waits for the agent, or the agent for the customer."""

    by_customer: bool
    since: datetime


def wait_of(messages: Sequence[Message]) -> Wait | None:
    """The wait after these messages, the newest last; None if nobody has written.

    A customer waits since the first message without an answer, an agent since the last answer.
    """
    wait: Wait | None = None
    for message in messages:
        if not is_word(message):
            continue
        by_customer = party_of(message.sender).is_customer
        if not (wait and wait.by_customer and by_customer):
            wait = Wait(by_customer, message.at)
    return wait
