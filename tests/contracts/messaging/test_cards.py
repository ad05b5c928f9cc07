"""Cards: each step with its message in one transaction, and each click once."""

from functools import partial

import pytest

from dynamo.table import Table
from messaging import exceptions
from messaging.cards.settling import card_settle
from messaging.messenger import Messenger
from messaging.model.card import Card, CardState, body_read
from messaging.model.messages import Kind, State
from messaging.model.outcomes import Conflict
from messaging.model.parties import ROUTING, party_of
from messaging.services import head_read, message_recall, message_send, messages_read
from messaging.storage.keys import log_of
from messaging.storage.reads import read_conversation
from tests.cards import (
    BOOKING,
    PRICE,
    VISIT,
    a_served_chat,
    booked,
    card_in,
    clicked,
    messages_of,
    offered,
    states_in,
)
from tests.messengers import ANA, BOSS, EVA, KIM, ROBOT, a_messenger, sent, state_set
from tests.tables import InterruptedTable


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    made = a_messenger(either_table)
    a_served_chat(made)
    return made


def settled(messenger: Messenger, card: Card, state: str = "done", **values: str) -> Card | Conflict:
    return card_settle(messenger, card=card, state=CardState(state), values=values)


def test_an_offer_is_a_message_that_counts_and_a_repeat_is_the_same(messenger: Messenger) -> None:
    card = offered(messenger)
    assert offered(messenger) == offered(messenger, base=2) == card == card_in(messenger, card)

    (message,) = messages_of(messenger)
    assert (message.number, message.count, message.sender, message.client_id) == (2, 1, str(ANA), "c1")
    assert message.state == State(contact="talk.1", agent=str(ANA))
    told = body_read(message.body)
    assert told == {
        "card": card.card_id,
        "kind": "price",
        "version": 1,
        "state": "offered",
        "step": 1,
        "values": PRICE,
        "by": str(ANA),
    }


def test_a_client_id_is_for_one_card(messenger: Messenger) -> None:
    offered(messenger)
    sent(messenger, "talk", "text", base=2, client_id="c2")
    for wrong in (partial(offered, values={**PRICE, "amount": 1}), partial(offered, client_id="c2")):
        with pytest.raises(exceptions.ClientIdReusedError):
            wrong(messenger)
    assert len(messages_of(messenger)) == 1


def test_who_loses_the_number_to_a_message_goes_behind_it(either_table: Table) -> None:
    messenger = a_messenger(either_table)
    a_served_chat(messenger)
    interrupted = InterruptedTable(either_table)
    interrupted.before_commits.append(lambda: sent(messenger, "talk", "first", by=KIM, base=1))
    assert offered(a_messenger(interrupted)).number == 3
    assert [one.body for one in messages_read(messenger, chat="talk", party=ANA)][1] == "first"


def test_a_click_without_a_service_is_done_and_counts_once(messenger: Messenger) -> None:
    card = offered(messenger)
    done = clicked(messenger, card)
    assert isinstance(done, Card)
    assert (done.state, done.step, done.action, done.clicked_by) == (CardState.DONE, 2, "confirm", str(KIM))
    assert clicked(messenger, card) == done == card_in(messenger, card)
    other = clicked(messenger, card, "decline")
    assert other == Conflict("the card is done at step 2")
    assert states_in(messenger) == ["offered", "done"]
    assert [one.sender for one in messages_of(messenger)] == [str(ANA), str(KIM)]
    assert head_read(messenger, chat="talk").state == State(contact="talk.1", agent=str(ANA))


def test_a_click_between_the_reads_of_another_is_not_passed_over(either_table: Table) -> None:
    messenger = a_messenger(either_table)
    a_served_chat(messenger)
    card = offered(messenger)
    interrupted = InterruptedTable(either_table)
    interrupted.before_queries[log_of("talk")] = lambda: clicked(messenger, card, "decline")
    assert clicked(a_messenger(interrupted), card) == Conflict("the card is done at step 2")
    assert states_in(messenger) == ["offered", "done"]


def test_a_click_waits_for_its_service_whose_word_counts_once(messenger: Messenger) -> None:
    card = booked(messenger)
    assert (card.state, card.given) == (CardState.PENDING, BOOKING)
    done = settled(messenger, card, reference="B-7")
    assert isinstance(done, Card)
    assert settled(messenger, card, reference="B-7") == done
    for state, values in (("failed", {}), ("done", {"reference": "B-8"})):
        assert settled(messenger, card, state, **values) == Conflict("the card is done at step 3")
    assert states_in(messenger) == ["offered", "pending", "done"]
    last = messages_of(messenger)[-1]
    assert (last.sender, body_read(last.body)["result"]) == (str(ROUTING), {"reference": "B-7"})
    assert body_read(last.body)["values"] == VISIT


def test_a_person_repeats_what_has_failed_and_no_late_click_does(messenger: Messenger) -> None:
    card = booked(messenger)
    failed = settled(messenger, card, "failed", text="taken")
    assert isinstance(failed, Card)
    first = offered(messenger, "visit")
    assert first == failed, "the offer answers the card as it is now"
    late = clicked(messenger, Card(**{**vars(card), "step": 1}), "book")
    assert late == failed, "the first click, sent again after its reply was lost"

    again = clicked(messenger, failed, "book", values={**BOOKING, "slot": VISIT["slots"][0]})
    assert isinstance(again, Card)
    assert (again.state, again.step, again.result) == (CardState.PENDING, 4, {})
    assert states_in(messenger) == ["offered", "pending", "failed", "pending"]


def test_who_may_offer_and_act(messenger: Messenger) -> None:
    other = party_of("contact:other")
    with pytest.raises(exceptions.NotAllowedError, match="customers can't send cards"):
        offered(messenger, by=KIM)
    with pytest.raises(exceptions.TransferredError):
        offered(messenger, by=EVA)
    card, visit = offered(messenger), offered(messenger, "visit", client_id="c2", by=ROBOT)
    with pytest.raises(exceptions.NotAMemberError):
        clicked(messenger, card, by=other)
    with pytest.raises(exceptions.NotAllowedError, match="'confirm' is for customer only"):
        clicked(messenger, card, by=BOSS)
    with pytest.raises(exceptions.TransferredError):
        clicked(messenger, visit, "book", by=EVA)
    assert isinstance(clicked(messenger, visit, "book", by=ANA), Card)
    with pytest.raises(exceptions.InvalidFieldError, match="only texts and attachments"):
        message_recall(messenger, chat="talk", number=card.number, by=BOSS)
    assert states_in(messenger) == ["offered", "offered", "pending"]


def test_a_card_in_a_closed_conversation_is_acted_on_and_leaves_it_closed(messenger: Messenger) -> None:
    card = offered(messenger)
    closed = State(open=False, contact="talk.1")
    state_set(messenger, read_conversation(messenger.table, "talk"), closed)
    assert isinstance(clicked(messenger, card), Card)
    head = head_read(messenger, chat="talk")
    assert (head.number, head.state) == (4, closed)
    with pytest.raises(exceptions.ChatClosedError):
        offered(messenger, client_id="c2", base=4)


def test_a_message_of_that_kind_cannot_be_sent(messenger: Messenger) -> None:
    with pytest.raises(exceptions.InvalidFieldError, match="attachment, text"):
        message_send(messenger, chat="talk", sender=ANA, client_id="x", base=1, body="{}", kind=Kind.CARD)
