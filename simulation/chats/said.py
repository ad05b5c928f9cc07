"""What was said in a chat: how long its customer waited for each reply, from the messages in the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from messaging.model.limits import MOST_AT_ONCE
from messaging.model.messages import COUNTED, Message
from messaging.model.parties import party_of
from messaging.services import messages_read
from routing.model.calls import Call
from routing.router import Router
from simulation.chats.speaking import chats_of, customer_of


@dataclass(frozen=True)
class Said:
    """Waits in seconds of the clock: for the first reply from the arrival, for each from its message.

    `lacks_reply`: the customer had the last word.
    """

    first: float | None
    replies: tuple[float, ...]
    lacks_reply: bool


def said_in(router: Router, chat: Call) -> Said:
    """What was said in an answered chat of a run. Raises DynamoError."""
    return said(chat, [*_words(router, chat.chat_id)])


def said(chat: Call, words: Sequence[Message]) -> Said:
    """The waits for replies in a chat. Pure."""
    asked, replies, first = chat.answered_at, list[float](), None
    for word in words:
        if party_of(word.sender).is_customer:
            # The first message waits for its reply since the agent has accepted the chat.
            asked = max(word.at, chat.answered_at or word.at)
        elif asked is not None:
            replies.append(max(0.0, (word.at - asked).total_seconds()))
            first = (word.at - chat.created_at).total_seconds() if first is None else first
            asked = None
    return Said(first, tuple(replies), lacks_reply=asked is not None)


def _words(router: Router, chat: str) -> Iterator[Message]:
    """What was written before the close: the rating comes after it."""
    messenger, after = chats_of(router).messenger, 0
    while found := messages_read(
        messenger, chat=chat, party=customer_of(chat), after=after, limit=MOST_AT_ONCE
    ):
        yield from (one for one in found if one.kind in COUNTED and one.state.open)
        after = found[-1].number
        if len(found) < MOST_AT_ONCE:
            return
