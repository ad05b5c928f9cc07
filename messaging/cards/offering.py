"""Offering: a card in a conversation with the service, once for each client id."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from messaging.cards.card_reads import card_now
from messaging.cards.card_services import CardServices
from messaging.cards.catalogue import RATING, CardKind, newest_kind
from messaging.cards.checking import check_values
from messaging.cards.steps import step_draft, step_written
from messaging.exceptions import ClientIdReusedError, InvalidFieldError, NotAllowedError
from messaging.messenger import Messenger
from messaging.model.card import Card, body_read
from messaging.model.conversations import ChatKind
from messaging.model.ids import text_of
from messaging.model.limits import check_client_id
from messaging.model.messages import Draft, Head, Kind, Message, State
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party
from messaging.services.rights import sending
from messaging.services.sending import own_among, read_since
from messaging.services.together import MOST_TRIES
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.reads import Participation, read_participation


def card_offer(
    messenger: Messenger,
    services: CardServices,
    *,
    chat: str,
    by: Party,
    client_id: str,
    base: int,
    kind: str,
    values: Mapping[str, Any],
) -> Card | Conflict:
    """Offers a card, or answers the one that was offered under the same client id, as it is now.

    `base` as in sending. Raises MessagingError and DynamoError; after OutcomeUnknownError it is safe to send
    the same again.
    """
    check_client_id(client_id)
    if by.is_customer:
        raise NotAllowedError("by", "customers can't send cards")
    of = newest_kind(kind)
    if of.asks_service and kind not in services:
        raise InvalidFieldError("kind", kind, "CARD_SERVICES has no service for it")
    part = read_participation(messenger.table, chat, by)
    if part.conversation.kind is not ChatKind.SERVICE:
        raise InvalidFieldError("chat", chat, "cards are for conversations with the service")
    about = _present(messenger, chat) if of.name == RATING else ""
    card = card_new(messenger, of, chat, by=str(by), values=check_values(values, of.values), about=about)
    draft = step_draft(messenger, part, card, str(by), client_id)
    return _offered(messenger, part, card, draft, base, allowed=sending(part, by))


def _present(messenger: Messenger, chat: str) -> str:
    """The routed chat of a conversation; empty before the first."""
    last = read_head(messenger.table, log_of(chat))
    return last.head.state.contact if last else ""


def card_new(
    messenger: Messenger, kind: CardKind, chat: str, *, by: str, values: Mapping[str, Any], about: str = ""
) -> Card:
    """A card of now, with an id of its own."""
    until = messenger.clock() + timedelta(days=kind.valid_days)
    return Card(
        card_id=text_of(messenger.ids()),
        chat=chat,
        kind=kind.name,
        version=kind.version,
        offered_by=by,
        valid_until=until,
        values=values,
        about=about,
        due_at=until,
    )


def _offered(
    messenger: Messenger,
    part: Participation,
    card: Card,
    draft: Draft,
    base: int,
    *,
    allowed: Callable[[Head], State],
) -> Card | Conflict:
    start = part.conversation.start
    for _ in range(MOST_TRIES):
        since = read_since(messenger, log_of(card.chat), base, start=start)
        own = own_among(since, draft)
        if own is not None:
            return _there(messenger, own, card)
        head = since[-1].head if since else start
        allowed(head)
        written = step_written(messenger, part, card, draft, head)
        if written is not None:
            return written
    return BUSY


def _there(messenger: Messenger, own: Message, card: Card) -> Card:
    """The card of a message sent before. Raises ClientIdReusedError."""
    told = body_read(own.body) if own.kind is Kind.CARD else {}
    if (told.get("kind"), told.get("values")) != (card.kind, card.values):
        raise ClientIdReusedError(own.client_id, own.number)
    return card_now(messenger, card=str(told["card"]))
