"""Ratings of simulated customers, given on the card that the close of a chat offers."""

from collections.abc import Sequence

from messaging.cards.acting import card_act
from messaging.cards.catalogue import RATING
from messaging.chats.centre import Chats
from messaging.chats.rated import write_rated
from messaging.exceptions import MessagingError
from messaging.model.card import CardState, body_read
from messaging.model.messages import Kind, Message
from messaging.model.parties import Party, PartyKind
from messaging.services import messages_read

SCORES = (5, 4, 5, 3, 0)  # of the customers in turn; 0: none is given
LOOKED_AT = 5  # newest messages: the close, its card, and what somebody wrote meanwhile


def score_of(chat: str) -> int:
    """How the simulated customer of a conversation rates it, from 1 to 5; 0 for one who does not."""
    return SCORES[sum(chat.encode()) % len(SCORES)]


def chat_rate(chats: Chats, *, chat: str) -> None:
    """The customer of a closed conversation rates it, if asked to. Safe to repeat. Raises DynamoError."""
    customer, score = Party(PartyKind.CONTACT, chat), score_of(chat)
    if not score:
        return
    try:
        newest = messages_read(chats.messenger, chat=chat, party=customer, limit=LOOKED_AT)
        if card := asked_rating(newest):
            card_act(
                chats.messenger,
                card=card,
                by=customer,
                step=1,
                action="rate",
                values={"score": score},
                write=write_rated(chats),
            )
    except MessagingError:  # it is gone, or expired: its customer rates nothing
        return


def asked_rating(messages: Sequence[Message]) -> str:
    """The card that asks for a rating, by id; empty without one that waits for it."""
    cards = (body_read(one.body) for one in messages if one.kind is Kind.CARD)
    states = {card["card"]: card["state"] for card in cards if card["kind"] == RATING}
    return next((card for card, state in states.items() if state == CardState.OFFERED), "")
