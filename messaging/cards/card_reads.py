"""Reading of cards: their current state, for those who may read their conversation."""

from messaging.exceptions import UnknownCardError
from messaging.messenger import Messenger
from messaging.model.card import Card
from messaging.model.parties import Party
from messaging.services.reading import head_read
from messaging.services.rights import first_visible
from messaging.storage.reads import read_card, read_participation


def card_now(messenger: Messenger, *, card: str) -> Card:
    """Raises UnknownCardError."""
    found = read_card(messenger.table, card)
    if 0 < found.expires_at <= messenger.clock().timestamp():
        raise UnknownCardError(card)
    return found


def card_read(messenger: Messenger, *, card: str, party: Party) -> Card:
    """As a party may read it. Raises UnknownCardError and NotAMemberError."""
    found = card_now(messenger, card=card)
    part = read_participation(messenger.table, found.chat, party)
    first_visible(part, party, lambda: head_read(messenger, chat=found.chat))
    return found
