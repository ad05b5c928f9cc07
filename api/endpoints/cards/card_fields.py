"""Fields of cards and their kinds in requests and responses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from ninja import Path, Schema
from pydantic import Field

from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Base, Body, ClientId
from api.endpoints.conversing import settled
from messaging.cards.card_reads import card_now
from messaging.cards.catalogue import CardKind, newest_kind
from messaging.model.card import Card, CardState
from messaging.model.outcomes import Conflict
from messaging.runtime import card_services, messenger
from messaging.shown import party_shown

LONGEST_KIND = 40
KindName = Annotated[str, Field(min_length=1, max_length=LONGEST_KIND, examples=["visit"])]
CardId = Annotated[str, Path(max_length=40)]
Values = Annotated[dict[str, Any], Field(default_factory=dict, description="fields of the kind's schema")]


class ActionOut(Schema):
    """What a person can do: `by` customer or staff; `done` says what was done; `values` is a JSON schema."""

    name: str
    title: str
    done: str
    by: list[str]
    asks_service: bool
    declines: bool
    values: dict[str, Any]


class CardKindOut(Schema):
    """A kind of card: its JSON schemas, and whether it can be offered."""

    kind: str
    version: int
    title: str
    valid_days: int
    offered: bool
    values: dict[str, Any]
    actions: list[ActionOut]
    result: dict[str, Any]


class CardKindsOut(Schema):
    """Every kind in every version."""

    items: list[CardKindOut]


class CardIn(Body):
    """A card to offer. Sending the same `client_id` again returns the same card."""

    client_id: ClientId
    base: Base
    kind: KindName
    values: Values


class ActIn(Body):
    """A click. `step` is the last step of the card that the user has seen: a click counts once."""

    step: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
    action: KindName
    values: Values


class ReportIn(Body):
    """What became of a card, signed by the service of its kind."""

    card: Annotated[str, Field(min_length=1, max_length=40)]
    kind: KindName
    state: Literal["done", "failed"]
    values: Values


class CardOut(Schema):
    """A card: `values` were offered, `given` came with the `action`, `result` is from its service.

    `number` is that of the message of its last `step`; `by` is who acted last, or offered it.
    """

    card: str
    chat: str
    kind: str
    version: int
    state: CardState
    step: int
    number: int
    values: dict[str, Any]
    action: str
    given: dict[str, Any]
    result: dict[str, Any]
    reason: str
    by: str
    valid_until: Moment


def answered(outcome: Card | Conflict, card: str, *, to_customer: bool = False) -> Mapping[str, Any]:
    """The card. Raises Problem: 409 with the card as it is now, after a lost race."""
    try:
        return card_shown(settled(outcome), to_customer=to_customer)
    except Problem as problem:
        present = card_shown(card_now(messenger(), card=card), to_customer=to_customer)
        raise replace(problem, present=CardOut(**present).model_dump(mode="json")) from None


def card_shown(card: Card, *, to_customer: bool = False) -> dict[str, Any]:
    by = party_shown(card.clicked_by or card.offered_by, to_customer=to_customer)
    fields = {name: getattr(card, name) for name in CardOut.model_fields if name not in ("card", "by")}
    return {**fields, "card": card.card_id, "by": by}


def kind_shown(kind: CardKind) -> dict[str, Any]:
    can_be_asked = not kind.asks_service or kind.name in card_services()
    return {
        "kind": kind.name,
        "version": kind.version,
        "title": kind.title,
        "valid_days": kind.valid_days,
        "offered": can_be_asked and kind == newest_kind(kind.name),
        "actions": [
            {
                "name": action.name,
                "title": action.title,
                "done": action.done,
                "by": list(action.by),
                "asks_service": action.asks_service,
                "declines": action.declines,
                "values": dict(action.values),
            }
            for action in kind.actions.values()
        ],
        "values": dict(kind.values),
        "result": dict(kind.result),
    }
