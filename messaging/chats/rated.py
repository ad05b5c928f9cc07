"""Rating: the click on its card, written together with the score on the rated chat."""

from dataclasses import replace

from messaging.cards.catalogue import RATING
from messaging.cards.steps import WriteStep, step_written
from messaging.chats.centre import Chats
from messaging.chats.message_puts import in_table, message_put, with_once
from messaging.messenger import Messenger
from messaging.model.card import Card, CardState
from messaging.model.messages import Draft, Head, Message
from messaging.services.sending import told_of
from messaging.storage.card_items import card_item, card_unchanged
from messaging.storage.keys import card_key
from messaging.storage.reads import Participation
from routing.exceptions import RoutingError
from routing.model.outcomes import Conflict
from routing.router import Put
from routing.services import call_rate


def write_rated(chats: Chats) -> WriteStep:
    """Writes steps of cards; that of a rating also on its chat."""

    def write(
        messenger: Messenger, part: Participation, card: Card, draft: Draft, head: Head, *, before: Card
    ) -> Card | None:
        if card.kind == RATING and card.state is CardState.DONE and card.about:
            message = draft.after(head)
            rated = replace(card, number=message.number, expires_at=message.expires_at)
            outcome = _rated(chats, part, rated, message, before)
            if outcome is None or isinstance(outcome, Card):
                return outcome
        return step_written(messenger, part, card, draft, head, before=before)

    return write


def _rated(
    chats: Chats, part: Participation, card: Card, message: Message, before: Card
) -> Card | Conflict | None:
    """The card once it is written; None if another change was first; a Conflict if its chat takes no rating,
    since it is rated, gone, or damaged.
    """
    messenger = chats.messenger

    def puts(operation_id: str) -> list[Put]:
        key = in_table(messenger, card_key(card.card_id))
        item = card_item(card, operation_id)
        return [message_put(messenger, message, operation_id), Put(key, item, card_unchanged(before))]

    router = with_once(chats.router, puts)
    try:
        outcome = call_rate(router, call_id=card.about, rating=int(card.given["score"]))
    except RoutingError as error:
        return Conflict(str(error))
    if isinstance(outcome, Conflict):
        return outcome if outcome.is_rule else None
    messenger.announcer.announce(message, told_of(message, part))
    return card
