"""Rating: the card with which customers rate the service after a close."""

from messaging.cards.catalogue import RATING, newest_kind
from messaging.cards.offering import card_new
from messaging.messenger import Messenger
from messaging.model.card import Card
from messaging.model.parties import ROUTING


def rating_card(messenger: Messenger, *, chat: str, about: str) -> Card:
    """A card of now for a chat (`about`) that is closed; `given` will have `score` and `comment`."""
    return card_new(messenger, newest_kind(RATING), chat, by=str(ROUTING), values={}, about=about)
