"""Cards for tests: a conversation with the service, its agent, and cards offered in it."""

from typing import Any

from messaging.cards.acting import card_act
from messaging.cards.card_services import CardServices, read_services
from messaging.cards.offering import card_offer
from messaging.chats.centre import Chats
from messaging.chats.rated import write_rated
from messaging.messenger import Messenger
from messaging.model.card import Card, body_read
from messaging.model.messages import Kind, Message, State
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party
from messaging.services import service_create
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from messaging.storage.reads import read_card, read_conversation
from tests.messengers import ANA, KIM, state_set

SECRET = "shared with the service of visits"
SERVICES: CardServices = read_services({"visit": {"secret": SECRET}, "deposit": {"secret": SECRET[::-1]}})
PRICE = {"subject": "Clio", "amount": 8_900.5, "currency": "EUR"}
VISIT = {"subject": "Clio", "place": "Lyon", "slots": ["2027-03-01T14:30", "2027-03-02T09:00"]}
VALUES: dict[str, dict[str, Any]] = {"price": PRICE, "visit": VISIT, "rating": {}, "deposit": PRICE}
BOOKING = {"slot": "2027-03-02T09:00", "name": "Kim"}


def a_served_chat(messenger: Messenger, chat: str = "talk") -> str:
    """A conversation of kim with the service, served by ana; its log has one event."""
    service_create(messenger, contact=KIM, chat=chat)
    state_set(messenger, read_conversation(messenger.table, chat), State(contact=f"{chat}.1", agent=str(ANA)))
    return chat


def offered(
    messenger: Messenger,
    kind: str = "price",
    *,
    by: Party = ANA,
    client_id: str = "c1",
    base: int = 1,
    values: dict[str, Any] | None = None,
    services: CardServices = SERVICES,
) -> Card:
    """A card in the conversation `talk`."""
    answer = card_offer(
        messenger,
        services,
        chat="talk",
        by=by,
        client_id=client_id,
        base=base,
        kind=kind,
        values=VALUES[kind] if values is None else values,
    )
    assert isinstance(answer, Card)
    return answer


def clicked(
    messenger: Messenger,
    card: Card,
    action: str = "confirm",
    *,
    by: Party = KIM,
    values: dict[str, Any] | None = None,
) -> Card | Conflict:
    """A click by somebody who sees the card as given."""
    given = BOOKING if action == "book" else {}
    found = given if values is None else values
    return card_act(messenger, card=card.card_id, by=by, step=card.step, action=action, values=found)


def rated(chats: Chats, chat: str = "talk", score: int = 4, *, card: Card | None = None) -> Card | Conflict:
    """A rating that kim gives on a card, else on the last one."""
    return card_act(
        chats.messenger,
        card=(card or card_of(chats.messenger, chat)).card_id,
        by=KIM,
        step=1,
        action="rate",
        values={"score": score},
        write=write_rated(chats),
    )


def booked(messenger: Messenger) -> Card:
    """A visit that kim has asked for."""
    card = clicked(messenger, offered(messenger, "visit"), "book")
    assert isinstance(card, Card)
    return card


def card_in(messenger: Messenger, card: Card) -> Card:
    """The card as it is in the table."""
    return read_card(messenger.table, card.card_id)


def card_of(messenger: Messenger, chat: str = "talk") -> Card:
    """The card of the last message of a card."""
    return read_card(messenger.table, body_read(messages_of(messenger, chat)[-1].body)["card"])


def messages_of(messenger: Messenger, chat: str = "talk") -> list[Message]:
    """The messages of cards in a conversation."""
    found = read_from(messenger.table, log_of(chat), 1, limit=1000)
    return [message for message in found if message.kind is Kind.CARD]


def states_in(messenger: Messenger, chat: str = "talk") -> list[str]:
    """The states of the cards of a conversation, step by step, as its log tells."""
    return [str(body_read(message.body)["state"]) for message in messages_of(messenger, chat)]
