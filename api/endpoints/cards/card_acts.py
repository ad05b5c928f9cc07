"""Cards: their kinds, offered in conversations, read, acted on."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from ninja import Router

from api.endpoints.cards.card_fields import (
    ActIn,
    CardId,
    CardIn,
    CardKindsOut,
    CardOut,
    answered,
    card_shown,
    kind_shown,
)
from api.endpoints.chat_fields import Chat
from api.endpoints.conversing import ALL, ALL_SENDERS, STAFF_SENDERS, party_in, settled
from messaging.cards.acting import card_act
from messaging.cards.card_reads import card_read
from messaging.cards.catalogue import all_kinds
from messaging.cards.offering import card_offer
from messaging.chats.rated import write_rated
from messaging.runtime import card_services, chats, messenger

router = Router(tags=["cards"])


@router.get("/card-kinds", auth=ALL, response=CardKindsOut)
def card_kinds(request: HttpRequest) -> dict[str, Any]:
    """Lists the kinds of cards with their schemas."""
    return {"items": [kind_shown(one) for one in all_kinds().values()]}


@router.post("/chats/{chat}/cards", auth=STAFF_SENDERS, response=CardOut)
def card_post(request: HttpRequest, chat: Chat, found: CardIn) -> Mapping[str, Any]:
    """Offers a card to the customer, once for each `client_id`."""
    by = party_in(request)
    offered = card_offer(
        messenger(),
        card_services(),
        chat=chat,
        by=by,
        client_id=found.client_id,
        base=found.base,
        kind=found.kind,
        values=found.values,
    )
    return card_shown(settled(offered))


@router.get("/cards/{card}", auth=ALL, response=CardOut)
def card_get(request: HttpRequest, card: CardId) -> Mapping[str, Any]:
    """Returns the current state of a card."""
    party = party_in(request)
    return card_shown(card_read(messenger(), card=card, party=party), to_customer=party.is_customer)


@router.post("/cards/{card}/act", auth=ALL_SENDERS, response=CardOut)
def act(request: HttpRequest, card: CardId, found: ActIn) -> Mapping[str, Any]:
    """Acts on a card; of two clicks only one counts. A failed card can be acted on again."""
    by = party_in(request)
    outcome = card_act(
        messenger(),
        card=card,
        by=by,
        step=found.step,
        action=found.action,
        values=found.values,
        write=write_rated(chats()),
    )
    return answered(outcome, card, to_customer=by.is_customer)
