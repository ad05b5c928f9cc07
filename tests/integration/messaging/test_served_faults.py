"""Fault matrix of chats: what changes both tables is done once and whole in both, whatever happens to it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import uuid4

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.retry import Retry
from messaging.chats.agreement import disagreements
from messaging.chats.centre import Chats
from messaging.chats.serving import chat_accept, chat_transfer
from messaging.model.card import Card, body_read
from messaging.model.messages import Message
from routing import selectors
from tests.cards import rated
from tests.centres import match_all
from tests.contracts.chats.chat_life import CHATS, a_row
from tests.contracts.messaging.chats.chat_centre import SCENES, Centre, a_centre
from tests.faults.line import Line, line_to_engine
from tests.faults.proxy import Fault
from tests.integration.messaging.writes import COMMIT
from tests.messengers import ANA

Act = Callable[[Centre], object]


def _ringing(centre: Centre) -> None:
    centre.sent("hello")
    a_row(centre.chats.router)
    match_all(centre.chats.router)


def _taken(centre: Centre) -> None:
    centre.sent("hello")
    centre.taken()


def _closed(centre: Centre) -> None:
    _taken(centre)
    centre.closed(ANA, seen=2)


# Before it, the operation, and the log after it.
WRITES: dict[str, tuple[Act, Act, list[str]]] = {
    "open": (lambda _: None, lambda centre: centre.sent("hello"), ["hello"]),
    "accept": (
        _ringing,
        lambda centre: chat_accept(centre.chats, chat="talk", agent=ANA),
        ["hello", "accepted agent:ana"],
    ),
    "transfer": (
        _taken,
        lambda centre: chat_transfer(centre.chats, chat="talk", by=ANA),
        ["hello", "accepted agent:ana", f"transferred agent:ana queue:{CHATS}"],
    ),
    "first response": (
        _taken,
        lambda centre: centre.sent("it is not", by=ANA, base=2),
        ["hello", "accepted agent:ana", "it is not"],
    ),
    "to_robot": (
        _taken,
        lambda centre: chat_transfer(centre.chats, chat="talk", by=ANA, to_robot="clerk"),
        ["hello", "accepted agent:ana", "transferred agent:ana program:clerk"],
    ),
    "close": (
        _taken,
        lambda centre: centre.closed(ANA, seen=2),
        ["hello", "accepted agent:ana", "closed agent:ana", "rating offered"],
    ),
    "rate": (
        _closed,
        lambda centre: rated(centre.chats),
        ["hello", "accepted agent:ana", "closed agent:ana", "rating offered", "rating done"],
    ),
}
ASKING = {name: {**scene, "ask_rating": True} for name, scene in SCENES.items()}


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    with line_to_engine(tmp_path_factory.mktemp("engine")) as ready:
        yield ready


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("name", WRITES)
def test_it_is_done_once_in_both_tables(line: Line, name: str, fault: Fault) -> None:
    fill, run, lines = WRITES[name]
    first, second = f"matrix-{uuid4().hex}", f"matrix-{uuid4().hex}"
    tables = (DynamoTable(line.calm, one, retry=Retry()) for one in (first, second))
    calm = a_centre(*tables, scenes=ASKING)
    calm.begun()
    fill(calm)
    line.proxy.happened.clear()
    line.proxy.harms = frozenset({COMMIT})
    line.proxy.next(fault)

    answer = run(_over(line, calm, first, second))

    assert line.proxy.happened == [fault]
    assert [words(one) for one in calm.log()] == lines
    assert disagreements(calm.chats.router) == set()
    assert getattr(answer, "number", None) == len(lines)
    assert isinstance(answer, Message | Card) or answer == calm.head()
    (contact,) = selectors.all_calls(calm.chats.router)
    assert contact.rating == (4 if name == "rate" else 0)
    assert (contact.responded_at is not None) == (name == "first response")


def words(message: Message) -> str:
    """The text of a message; of a card its kind and state."""
    found = body_read(message.body)
    return f"{found['kind']} {found['state']}" if found else message.body


def _over(line: Line, calm: Centre, first: str, second: str) -> Centre:
    """The same centre over the line with the faults."""
    router_table, messages = (DynamoTable(line.client, one, retry=Retry()) for one in (first, second))
    messenger = replace(calm.messenger, table=messages)
    beside = replace(calm.chats.beside, messenger=messenger)
    router = replace(
        calm.chats.router, table=router_table, companions=beside, last_activity=beside.last_activity
    )
    return replace(calm, chats=Chats(messenger, router))
