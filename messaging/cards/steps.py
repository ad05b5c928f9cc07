"""Steps of cards: the card and the message of its step, in one transaction."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from dynamo.transaction import Transaction
from messaging.cards.card_reads import card_now
from messaging.messenger import Messenger
from messaging.model.card import Card, body_of
from messaging.model.messages import Draft, Head, Kind
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import ROUTING, Party
from messaging.services.reading import head_read
from messaging.services.sending import told_of
from messaging.services.together import MOST_TRIES, put_message
from messaging.storage.card_items import NEW_CARD, card_item, card_unchanged
from messaging.storage.keys import card_key, log_of
from messaging.storage.reads import Participation, read_participation

Decide = Callable[[Card, Participation, Head], Card | Conflict]


class WriteStep(Protocol):
    """Writes a card that was there `before`, with its message behind the head: as `step_written`."""

    def __call__(
        self, messenger: Messenger, part: Participation, card: Card, draft: Draft, head: Head, *, before: Card
    ) -> Card | None: ...


def card_step(
    messenger: Messenger,
    card_id: str,
    decide: Decide,
    *,
    by: Party = ROUTING,
    write: WriteStep | None = None,
) -> Card | Conflict:
    """The card after the step that `decide` answers; the same card is no step.

    It is asked again after a lost race. `write` is for steps that change more than the card and the log.
    Steps leave a conversation open or closed as it is. Raises UnknownCardError.
    """
    for _ in range(MOST_TRIES):
        card = card_now(messenger, card=card_id)
        part = read_participation(messenger.table, card.chat, by)
        head = head_read(messenger, chat=card.chat)
        after = decide(card, part, head)
        if after == card or isinstance(after, Conflict):
            return after
        draft = step_draft(messenger, part, after, part.name_of(by), after.client_id)
        written = (write or step_written)(messenger, part, after, draft, head, before=card)
        if written is not None:
            return written
    return BUSY


def step_draft(messenger: Messenger, part: Participation, card: Card, sender: str, client_id: str) -> Draft:
    """The message of a card's step."""
    return messenger.draft(part.conversation, Kind.CARD, sender, client_id, body_of(card))


def step_written(
    messenger: Messenger,
    part: Participation,
    card: Card,
    draft: Draft,
    head: Head,
    *,
    before: Card | None = None,
) -> Card | None:
    """The card once it is written with its message behind the head; None if another change was first."""
    transaction = Transaction(messenger.new_id())
    message = put_message(transaction, log_of(card.chat), draft, head)
    card = replace(card, number=message.number, expires_at=draft.expires_at)
    item = card_item(card, transaction.operation_id)
    transaction.put(card_key(card.card_id), item, when=card_unchanged(before) if before else NEW_CARD)
    messenger.announcer.mark(card.chat, message.number)
    if not messenger.table.commit(transaction).ok:
        return None
    messenger.announcer.announce(message, told_of(message, part))
    return card
