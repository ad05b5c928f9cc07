"""Ratings: asked for with the close, given after it, read by statistics; nothing opens again."""

import pytest

from dynamo.changes import Remove, Set
from dynamo.items import INDEX_PK, Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.cards.sweeping import cards_sweep
from messaging.chats.agreement import agreed, disagreements
from messaging.model.card import Card, CardState, body_read
from messaging.model.messages import State
from messaging.model.outcomes import Conflict
from messaging.services import purge
from messaging.storage.keys import CARDS, card_key, log_of, number_text
from routing.repair.audit import MENDED
from routing.services.sweeping import sweep
from tests.cards import card_in, card_of, clicked, messages_of, offered, states_in
from tests.contracts.messaging.chats.chat_centre import SCENES, Centre, a_centre
from tests.messengers import ANA, KIM, ROBOT

ASKING = {name: {**scene, "ask_rating": True} for name, scene in SCENES.items()}
FIVE = {"score": 5, "comment": "quick,\nand kind"}


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Kim has written, and ana has taken the chat."""
    centre = a_centre(either_table, second_table, scenes=ASKING)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    return centre


def rated(centre: Centre) -> Card | Conflict:
    return clicked(centre.messenger, card_of(centre.messenger), "rate", values=FIVE)


def test_a_close_asks_for_a_rating_that_does_not_open_it_again(centre: Centre) -> None:
    head = centre.closed(ANA, seen=2)
    assert head == centre.closed(ANA, seen=2) == centre.head()
    closed = State(open=False, contact="talk.1")
    assert (centre.head().number, centre.head().state) == (4, closed)
    assert centre.announced() == [1, 2, 3, 4]

    assert isinstance(rated(centre), Card)
    assert (centre.head().number, centre.head().state) == (5, closed)
    told = body_read(messages_of(centre.messenger)[-1].body)
    assert (told["kind"], told["state"], told["about"], told["given"]) == ("rating", "done", "talk.1", FIVE)
    assert centre.messenger.table.pending(CARDS) == []
    assert disagreements(centre.chats.router) == set()


def test_it_can_be_given_when_the_customer_has_written_again(centre: Centre) -> None:
    centre.closed(ANA, seen=2)
    centre.sent("one more thing", base=4)
    assert centre.head().state.contact == "talk.5"
    assert isinstance(rated(centre), Card)
    assert centre.head().state.open
    assert body_read(messages_of(centre.messenger)[-1].body)["about"] == "talk.1"


def test_an_idle_chat_is_rated_too_and_one_that_its_customer_left_is_not(centre: Centre) -> None:
    centre.life.clock.advance(61)
    sweep(centre.chats.router)
    assert (centre.head().state.open, states_in(centre.messenger)) == (False, ["offered"])

    centre.begun("other")
    centre.sent("hello", chat="other")
    centre.closed(KIM, seen=1, chat="other")
    assert states_in(centre.messenger, "other") == []


def test_one_that_nobody_gives_expires(centre: Centre) -> None:
    centre.closed(ANA, seen=2)
    centre.life.clock.advance(15 * 86_400)
    assert cards_sweep(centre.messenger, {}) == 1
    assert states_in(centre.messenger) == ["offered", "expired"]
    assert isinstance(rated(centre), Conflict)


def test_cards_go_with_their_conversation_and_those_with_a_later_step_stay(centre: Centre) -> None:
    centre.closed(ANA, seen=2)
    old, clock = card_of(centre.messenger), centre.life.clock
    clock.advance(390 * 86_400)
    centre.sent("hello", base=4)
    centre.accepted()
    young = offered(centre.messenger, base=6)
    clock.advance(11 * 86_400)

    purge(centre.messenger)
    assert centre.messenger.table.get(card_key(old.card_id)) is None
    assert card_in(centre.messenger, young) == young
    assert disagreements(centre.chats.router) == set()


def test_a_card_whose_message_is_gone_is_named_and_told_again(centre: Centre) -> None:
    centre.closed(ANA, seen=2)
    card = card_of(centre.messenger)
    transaction = Transaction("damage")
    transaction.delete(Key(log_of("talk"), number_text(card.number)))
    assert centre.messenger.table.commit(transaction).ok

    (finding,) = disagreements(centre.chats.router)
    assert (finding.subject, finding.remedy) == (card.card_id, MENDED)
    assert finding.detail == "is offered at step 1; message 4 does not say so"
    (repaired,) = agreed(centre.chats.router)
    assert repaired.changes == ("message added: step 1, offered",)
    assert disagreements(centre.chats.router) == set()
    assert isinstance(rated(centre), Card)


def test_a_damaged_card_is_named_and_holds_up_no_other(centre: Centre) -> None:
    centre.closed(ANA, seen=2)
    card, table = card_of(centre.messenger), centre.messenger.table
    table.change(card_key(card.card_id), Set("Step", "x"))
    (finding,) = disagreements(centre.chats.router)
    assert "Step 'x' is not a whole number" in finding.detail
    assert [*agreed(centre.chats.router)] == []
    centre.life.clock.advance(15 * 86_400)
    assert [cards_sweep(centre.messenger, {}) for _ in range(2)] == [1, 0]
    table.change(card_key(card.card_id), Set("Step", 1), Remove(INDEX_PK))


def test_the_word_of_a_service_hides_no_question_of_a_customer(
    either_table: Table, second_table: Table
) -> None:
    centre = a_centre(either_table, second_table)
    centre.begun(scene="hours")
    centre.sent("hello")
    price = offered(centre.messenger, by=ROBOT, base=1)
    assert isinstance(clicked(centre.messenger, price), Card)
    activity = centre.chats.beside.last_activity(centre.contact())
    assert activity is not None
    assert activity.of_customer
    centre.life.clock.advance(10)
    visit = offered(centre.messenger, "visit", by=ROBOT, client_id="c2", base=1)
    centre.life.clock.advance(15 * 86_400)
    cards_sweep(centre.messenger, {})
    assert card_in(centre.messenger, visit).state is CardState.EXPIRED
    last = centre.chats.beside.last_activity(centre.contact())
    assert last is not None
    assert last.at < centre.log()[-1].at
