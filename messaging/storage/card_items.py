"""Items of cards: to items and back. Pure."""

from dynamo.conditions import Absent, Condition, Equals
from dynamo.items import INDEX_PK, INDEX_SK, Attributes, key_of
from dynamo.transaction import OPERATIONS
from messaging.model.card import Card, CardState
from messaging.storage import keys
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

STEP, ATTEMPTS = "Step", "Attempts"
A_MAP = record.Kind(
    shapes.Shape("a map", lambda value: isinstance(value, dict)), write=lambda found: dict(found) or None
)
CARD_HELD = Record(
    {
        "Chat": ("chat", record.ID),
        "Kind": ("kind", record.ID),
        "Version": ("version", record.WHOLE),
        "State": ("state", record.one_of(CardState)),
        STEP: ("step", record.WHOLE),
        "Number": ("number", record.WHOLE),
        "OfferedBy": ("offered_by", record.ID),
        "ValidUntil": ("valid_until", record.MOMENT),
    },
    {
        "Values": ("values", A_MAP),
        "About": ("about", record.TEXT),
        "Action": ("action", record.TEXT),
        "Given": ("given", A_MAP),
        "ClickedBy": ("clicked_by", record.TEXT),
        "ClickedStep": ("clicked_step", record.COUNT),
        "Result": ("result", A_MAP),
        "Reason": ("reason", record.TEXT),
        ATTEMPTS: ("attempts", record.COUNT),
        INDEX_SK: ("due_at", record.MOMENT),
        keys.EXPIRES_AT: ("expires_at", record.COUNT),
    },
)
CARD = Form(
    "card",
    keys.CARD_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=lambda item: keys.card_key(key_of(item).pk.removeprefix(keys.CARD_PREFIX)),
    required=shapes_of(CARD_HELD.required),
    optional={**shapes_of(CARD_HELD.optional), OPERATIONS: shapes.TEXTS, INDEX_PK: shapes.TEXT},
)
NEW_CARD = Condition("card_is_new", Absent())


def card_item(card: Card, operation_id: str) -> Attributes:
    """A card's attributes, without its key; in the index while it has a next change."""
    index = {INDEX_PK: keys.CARDS} if card.due_at else {}
    return {**CARD_HELD.written(card), **index, OPERATIONS: [operation_id]}


def card_from(item: Attributes) -> Card:
    """The card that an item holds. Raises UnreadableItemError."""
    CARD.check(item)
    return Card(key_of(item).pk.removeprefix(keys.CARD_PREFIX), **CARD_HELD.fields(item))


def card_unchanged(card: Card) -> Condition:
    """The card is at the step that was read."""
    return Condition("card_is_unchanged", Equals(STEP, card.step))
