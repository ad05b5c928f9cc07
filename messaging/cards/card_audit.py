"""Audit of cards that wait for something: compared with the messages of their steps, and repaired.

Both change in one transaction, so only damage from outside makes them differ. The card is the truth: the log
gets a message with its present step.
"""

from collections.abc import Iterator

from messaging.cards.steps import step_draft, step_written
from messaging.exceptions import MessagingError
from messaging.messenger import Messenger
from messaging.model.card import Card, body_read
from messaging.model.parties import ROUTING
from messaging.services.reading import head_read
from messaging.storage.card_items import card_from
from messaging.storage.keys import CARDS, chat_key, log_of
from messaging.storage.log_items import message_key, shown_message_from
from messaging.storage.reads import read_participation
from routing.exceptions import UnreadableItemError
from routing.repair.audit import Finding
from routing.repair.recounting import Repaired

READABLE = "a card can be read"
AGREES = "a card agrees with its conversation"
NO_CHAT = "not repaired: its conversation is gone; delete the card"
Found = tuple[Finding, Card | None]


def card_findings(messenger: Messenger) -> set[Finding]:
    """The cards that cannot be read, or contradict their conversation."""
    return {finding for finding, _ in _found(messenger)}


def cards_mended(messenger: Messenger) -> Iterator[Repaired]:
    """Writes each missing message, and yields its card after the commit."""
    for _, card in _found(messenger):
        if card is not None and _told(messenger, card):
            yield Repaired(card.card_id, (f"message added: step {card.step}, {card.state}",))


def _found(messenger: Messenger) -> list[Found]:
    """The findings, each with its card if it can be repaired. Three reads of many items."""
    items = messenger.table.get_many(messenger.table.pending(CARDS))
    found, cards = list[Found](), list[Card]()
    for item in items.values():
        try:
            cards.append(card_from(item))
        except UnreadableItemError as error:
            found.append((Finding(READABLE, error.subject, error.why, error.remedy), None))
    chats = messenger.table.get_many({chat_key(card.chat) for card in cards})
    steps = messenger.table.get_many({message_key(log_of(card.chat), card.number) for card in cards})
    for card in cards:
        if chat_key(card.chat) not in chats:
            found.append((Finding(AGREES, card.card_id, f"there is no {card.chat}", NO_CHAT), None))
            continue
        item = steps.get(message_key(log_of(card.chat), card.number), {})
        told = body_read(shown_message_from(item).body) if item else {}
        if (told.get("card"), told.get("step"), told.get("state")) != (card.card_id, card.step, card.state):
            said = f"is {card.state} at step {card.step}; message {card.number} does not say so"
            found.append((Finding(AGREES, card.card_id, said), card))
    return found


def _told(messenger: Messenger, card: Card) -> bool:
    """Writes the message of the present step; False if somebody else has written first."""
    try:
        part = read_participation(messenger.table, card.chat, ROUTING)
        head = head_read(messenger, chat=card.chat)
    except (MessagingError, UnreadableItemError):
        return False
    draft = step_draft(messenger, part, card, str(ROUTING), card.client_id)
    return step_written(messenger, part, card, draft, head, before=card) is not None
