"""Sweep of cards: sends clicks to their services, gives up after a time, lets offers expire.

Safe at any time, also several at once: each attempt is counted before its request is sent, so a killed
process leaves a card whose request is sent again, with the same id.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from dynamo.changes import Set
from dynamo.conditions import Absent, Condition, Equals, Exists
from dynamo.items import INDEX_SK, Key
from dynamo.transaction import OPERATIONS, names_operation
from messaging.cards.calling import Word, service_asked
from messaging.cards.card_services import CardService, CardServices
from messaging.cards.settling import card_settle
from messaging.cards.steps import card_step
from messaging.exceptions import MessagingError
from messaging.messenger import Messenger
from messaging.model.card import ACTIONABLE, REFUSED, UNANSWERED, Card, CardState
from messaging.storage.card_items import ATTEMPTS, STEP, card_from
from messaging.storage.keys import CARDS, card_key
from routing.exceptions import UnreadableItemError
from routing.storage.attributes import to_text

log = logging.getLogger(__name__)

PAUSES = (2, 5, 15, 40, 60)
"""Seconds between attempts; then the card has failed."""
MOST_ATTEMPTS = len(PAUSES) + 1
# Services that hang hold a worker for at most two timeouts.
THREADS, MOST_DUE = 8, 16
TOMORROW = timedelta(days=1)
THERE = Condition("card_is_there", Exists())


def cards_sweep(messenger: Messenger, services: CardServices) -> int:
    """Moves on the cards that are due, at most `MOST_DUE`; how many were due. Raises DynamoError."""
    due = messenger.table.pending(CARDS, until=to_text(messenger.clock()), limit=MOST_DUE)
    if due:
        with ThreadPoolExecutor(min(THREADS, len(due))) as pool:
            list(pool.map(lambda key: _moved_on(messenger, services, key), due))
    return len(due)


def _moved_on(messenger: Messenger, services: CardServices, key: Key) -> None:
    """One card; one that cannot be moved on is due again tomorrow, and holds up no other."""
    try:
        item = messenger.table.get(key)
        card = card_from(item) if item else None
        if card is None or card.due_at is None or card.due_at > messenger.clock():
            return
        if card.state is CardState.PENDING:
            _ask(messenger, services.get(card.kind), card)
        elif card.state in ACTIONABLE:
            card_step(messenger, card.card_id, lambda now, *_: now.expired() if now == card else now)
    except (UnreadableItemError, MessagingError) as error:
        log.warning("a card cannot be processed: %s: %s", key.pk, error)
        messenger.table.change(key, Set(INDEX_SK, to_text(messenger.clock() + TOMORROW)), when=THERE)


def _ask(messenger: Messenger, service: CardService | None, card: Card) -> None:
    if card.attempts >= MOST_ATTEMPTS:
        _give_up(messenger, card, UNANSWERED)
    elif service is None or not service.url:
        _wait_for_report(messenger, card)
    elif _attempt_counted(messenger, service, card):
        _heard(messenger, card, service_asked(service, card, at=messenger.clock().timestamp()))


def _heard(messenger: Messenger, card: Card, word: Word | None) -> None:
    """What follows from an answer, or from none, to the next attempt of a card."""
    if word is None:
        if card.attempts + 1 >= MOST_ATTEMPTS:
            _give_up(messenger, card, UNANSWERED)
    elif word.refused:
        _give_up(messenger, card, REFUSED)
    elif word.state is CardState.PENDING:
        _wait_for_report(messenger, card, counted=1)
    else:
        try:
            card_settle(messenger, card=card, state=word.state, values=word.values, asked_at=card.step)
        except MessagingError as error:
            log.warning("card service %s: its response cannot be used: %s", card.kind, error)
            _heard(messenger, card, None)


def _attempt_counted(messenger: Messenger, service: CardService, card: Card) -> bool:
    """Counts an attempt before it is made; False if another process does so."""
    mine = messenger.new_id()
    pause = PAUSES[min(card.attempts, len(PAUSES) - 1)] + service.timeout_seconds
    blocked = messenger.table.change(
        card_key(card.card_id),
        Set(ATTEMPTS, card.attempts + 1),
        Set(INDEX_SK, to_text(messenger.clock() + timedelta(seconds=pause))),
        Set(OPERATIONS, [mine]),
        when=_as_read(card, card.attempts),
    )
    return blocked is None or names_operation(blocked.image, mine)


def _wait_for_report(messenger: Messenger, card: Card, *, counted: int = 0) -> None:
    """Its service reports by itself: no further attempts until it is due."""
    until = card.waiting(messenger.clock()).due_at
    assert until is not None
    messenger.table.change(
        card_key(card.card_id),
        Set(ATTEMPTS, MOST_ATTEMPTS),
        Set(INDEX_SK, to_text(until)),
        when=_as_read(card, card.attempts + counted),
    )


def _as_read(card: Card, attempts: int) -> Condition:
    clause = Equals(ATTEMPTS, attempts) if attempts else Absent(ATTEMPTS)
    return Condition("card_is_due", Equals(STEP, card.step), clause)


def _give_up(messenger: Messenger, card: Card, reason: str) -> None:
    def decide(now: Card, *_: object) -> Card:
        is_same = (now.step, now.state) == (card.step, CardState.PENDING)
        return now.given_up(reason, at=messenger.clock()) if is_same else now

    card_step(messenger, card.card_id, decide)
