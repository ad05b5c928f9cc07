"""Services of cards over real HTTP: asked at least once, done once, away, slow, wrong, and back."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from bench.ports import free_port
from dynamo.changes import Change
from dynamo.conditions import Condition
from dynamo.items import Key
from dynamo.transaction import Failure
from messaging.cards import sweeping
from messaging.cards.card_services import CardService
from messaging.cards.settling import card_settle
from messaging.cards.sweeping import MOST_ATTEMPTS, PAUSES, cards_sweep
from messaging.messenger import Messenger
from messaging.model.card import Card, CardState
from tests.builders import FakeClock
from tests.cards import BOOKING, SECRET, VISIT, a_served_chat, booked, card_in, clicked, offered, states_in
from tests.examples import example, serving
from tests.integration.reporting.receiver import Receiver, status
from tests.messengers import a_messenger
from tests.tables import PassingTable

Answer = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def messenger() -> Messenger:
    """With ana and kim in a conversation; its clock begins now, as those of services do."""
    made = a_messenger(clock=FakeClock(datetime.now(UTC)))
    a_served_chat(made)
    return made


@pytest.fixture
def bookings(tmp_path: Path) -> Path:
    return tmp_path / "bookings.sqlite3"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as ready:
        yield ready


def at(url: str, *, private: bool = True, timeout_seconds: float = 5.0) -> dict[str, CardService]:
    service = CardService(SECRET, url, private_network=private, timeout_seconds=timeout_seconds)
    return {"visit": service}


def later(messenger: Messenger, seconds: float) -> None:
    assert isinstance(messenger.clock, FakeClock)
    messenger.clock.advance(seconds)


def swept(messenger: Messenger, services: dict[str, CardService], card: Card) -> Card:
    """The card after its next attempt is due and made."""
    due = card_in(messenger, card).due_at
    assert due is not None
    later(messenger, max(0.0, (due - messenger.clock()).total_seconds()))
    cards_sweep(messenger, services)
    return card_in(messenger, card)


def rows(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as bookings:
        return bookings.execute("SELECT slot, name FROM bookings").fetchall()


def answering(found: Any, code: int = 200) -> Answer:
    """Answers with this JSON."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps(found).encode()
        handler.send_response(code)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


class RacedTable(PassingTable):
    """Another process sweeps just before this one counts its attempt."""

    def __init__(self, messenger: Messenger, services: dict[str, CardService]) -> None:
        super().__init__(messenger.table)
        self.other = messenger, services

    def change(self, key: Key, *changes: Change, when: Condition | None = None) -> Failure | None:
        cards_sweep(*self.other)
        return self.behind.change(key, *changes, when=when)


def test_a_visit_is_booked_and_one_that_is_taken_by_then_is_chosen_again(
    messenger: Messenger, bookings: Path
) -> None:
    server = example("booking/visits.py").made(SECRET, bookings)
    with serving(server) as url:
        first, second = booked(messenger), offered(messenger, "visit", client_id="c2")
        done = swept(messenger, at(url), first)
        assert (done.state, done.result) == (CardState.DONE, {"reference": "V-1", "slot": BOOKING["slot"]})

        asked = clicked(messenger, second, "book")
        assert isinstance(asked, Card)
        failed = swept(messenger, at(url), asked)
        assert (failed.state, failed.result["text"][:24]) == (CardState.FAILED, "This time has just been ")
        again = clicked(messenger, failed, "book", values={**BOOKING, "slot": VISIT["slots"][0]})
        assert isinstance(again, Card)
        assert swept(messenger, at(url), again).result["reference"] == "V-2"

        assert cards_sweep(messenger, at(url)) == 0
    assert rows(bookings) == [(BOOKING["slot"], "Kim"), (VISIT["slots"][0], "Kim")]
    assert states_in(messenger) == [
        *("offered", "pending", "offered", "done"),
        *("pending", "failed", "pending", "done"),
    ]


def test_a_forged_request_books_nothing(messenger: Messenger, bookings: Path) -> None:
    server = example("booking/visits.py").made("x" * 32, bookings)
    with serving(server) as url:
        card = swept(messenger, at(url), booked(messenger))
    assert (card.state, card.reason, rows(bookings)) == (CardState.FAILED, "refused", [])


def test_a_service_that_is_away_is_asked_until_it_is_back(messenger: Messenger, bookings: Path) -> None:
    port = free_port()
    services = at(f"http://127.0.0.1:{port}/")
    card = booked(messenger)
    for attempt in range(1, 4):
        waiting = swept(messenger, services, card)
        assert (waiting.state, waiting.attempts) == (CardState.PENDING, attempt)
        assert cards_sweep(messenger, services) == 0, "not before its pause is over"
    with serving(example("booking/visits.py").made(SECRET, bookings, port=port)):
        assert swept(messenger, services, card).state is CardState.DONE
    assert states_in(messenger) == ["offered", "pending", "done"]


def test_one_that_stays_away_fails_the_card_and_a_person_tries_again(
    messenger: Messenger, bookings: Path
) -> None:
    services = at(f"http://127.0.0.1:{free_port()}/")
    card = booked(messenger)
    for _ in range(MOST_ATTEMPTS):
        failed = swept(messenger, services, card)
    assert (failed.state, failed.reason) == (CardState.FAILED, "unanswered")
    assert states_in(messenger) == ["offered", "pending", "failed"]

    again = clicked(messenger, failed, "book")
    assert isinstance(again, Card)
    with serving(example("booking/visits.py").made(SECRET, bookings)) as url:
        assert swept(messenger, at(url), again).state is CardState.DONE


def test_a_lost_answer_books_once(messenger: Messenger, bookings: Path, receiver: Receiver) -> None:
    visits = example("booking/visits.py")
    with serving(visits.made(SECRET, bookings)) as url:

        def books_and_breaks_off(_handler: BaseHTTPRequestHandler) -> None:
            visits.booked(bookings, json.loads(receiver.posts[-1].body))
            raise ConnectionResetError

        receiver.answer = books_and_breaks_off
        card = booked(messenger)
        assert swept(messenger, at(receiver.url), card).state is CardState.PENDING
        assert swept(messenger, at(url), card).result["reference"] == "V-1"
    assert rows(bookings) == [(BOOKING["slot"], "Kim")]


def test_a_worker_killed_while_it_asks_leaves_a_card_that_is_asked_for_again(
    messenger: Messenger, bookings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise SystemExit

    card = booked(messenger)
    monkeypatch.setattr(sweeping, "service_asked", killed)
    with pytest.raises(SystemExit):
        cards_sweep(messenger, at("http://127.0.0.1:9/"))
    monkeypatch.undo()
    assert card_in(messenger, card).attempts == 1
    with serving(example("booking/visits.py").made(SECRET, bookings)) as url:
        assert swept(messenger, at(url), card).state is CardState.DONE


def test_of_two_sweeps_one_asks(messenger: Messenger, receiver: Receiver) -> None:
    receiver.answer = status(503)
    card, services = booked(messenger), at(receiver.url)
    cards_sweep(replace(messenger, table=RacedTable(messenger, services)), services)
    assert (len(receiver.posts), card_in(messenger, card).attempts) == (1, 1)
    assert receiver.posts[0].headers["Idempotency-Key"] == card.card_id
    assert json.loads(receiver.posts[0].body)["given"] == BOOKING

    receiver.answer = answering({"state": "done", "values": {}})
    assert swept(messenger, services, card).state is CardState.DONE
    assert states_in(messenger) == ["offered", "pending", "done"]


@pytest.mark.parametrize(
    "answer",
    [
        status(302),
        status(503),
        status(429),
        answering([]),
        answering({"state": "offered"}),
        answering({"state": "done", "values": {"colour": "red"}}),
        answering({"state": "done", "values": {"text": "x" * 100_000}}),
    ],
)
def test_an_answer_that_cannot_be_used_is_none(
    messenger: Messenger, receiver: Receiver, answer: Answer
) -> None:
    receiver.answer = answer
    card = swept(messenger, at(receiver.url), booked(messenger))
    assert (card.state, card.attempts, len(receiver.posts)) == (CardState.PENDING, 1, 1)


def test_one_that_hangs_or_trickles_is_cut_off(messenger: Messenger, receiver: Receiver) -> None:
    card = booked(messenger)
    for answer in (receiver.hangs, receiver.trickles):
        receiver.answer = answer
        assert swept(messenger, at(receiver.url, timeout_seconds=0.2), card).state is CardState.PENDING
    assert len(receiver.posts) == 2


def test_one_that_reports_later_is_not_asked_again(messenger: Messenger, receiver: Receiver) -> None:
    receiver.answer = answering({}, code=202)
    card = swept(messenger, at(receiver.url), booked(messenger))
    assert card.state is CardState.PENDING
    later(messenger, sum(PAUSES) * 10)
    assert cards_sweep(messenger, at(receiver.url)) == 0
    assert isinstance(card_settle(messenger, card=card, state=CardState.DONE, values={}), Card)
    assert len(receiver.posts) == 1


def test_a_late_report_counts_after_a_failure_for_want_of_an_answer(messenger: Messenger) -> None:
    services: dict[str, CardService] = {}
    card = booked(messenger)
    assert swept(messenger, services, card).state is CardState.PENDING
    assert swept(messenger, services, card).reason == "unanswered"
    done = card_settle(messenger, card=card, state=CardState.DONE, values={"reference": "B-7"})
    assert isinstance(done, Card)
    assert (done.state, done.reason) == (CardState.DONE, "")


def test_a_name_that_leads_into_a_private_network_gets_nothing(
    messenger: Messenger, receiver: Receiver
) -> None:
    url = receiver.url.replace("127.0.0.1", "localhost")
    card = booked(messenger)
    assert swept(messenger, at(url, private=False), card).state is CardState.PENDING
    assert receiver.posts == []
    receiver.answer = answering({"state": "done"})
    assert swept(messenger, at(url), card).state is CardState.DONE


def test_offers_and_failures_expire(messenger: Messenger) -> None:
    price, visit = offered(messenger), offered(messenger, "visit", client_id="c2")
    assert [swept(messenger, {}, card).state for card in (price, visit)] == [CardState.EXPIRED] * 2
    late = clicked(messenger, price)
    assert not isinstance(late, Card)
    assert late.reason == "the card is expired at step 2"
    assert cards_sweep(messenger, {}) == 0
