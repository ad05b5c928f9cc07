"""Fault matrix of messaging: each write under each fault is done once, whole, and truly answered.

What is right is what the same operation does in memory, where nothing is ever lost. By default each pair of
operation, fault and forged answer is tried, with `--exhaustive` all three together.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.exceptions import ContendedError, DynamoError, ThrottledError
from dynamo.items import Attributes, Key
from dynamo.retry import Retry
from dynamo.table import Table
from messaging.messenger import Messenger
from messaging.services import message_table_create
from tests.builders import NOON, FakeClock, counting_ids
from tests.faults.answers import (
    Answer,
    conflict,
    in_progress,
    refusal,
    throttled_transaction,
    throttling,
)
from tests.faults.line import Line, copy, items_of, line_to_engine
from tests.faults.proxy import Fault
from tests.integration.messaging.writes import COMMIT, PUT, WRITES, WriteCase
from tests.memory.table import MemoryTable
from tests.messengers import Listener, a_direct_chat, ids_by, sent
from tests.thorough import every

# An answer to a transaction, and one to a write of one item.
FORGED: dict[str, tuple[Answer | None, Answer | None]] = {
    "nothing": (None, None),
    "conflict": (conflict(3), refusal("TransactionConflictException")),
    "throttled": (throttled_transaction(3), throttling()),
    "in-progress": (in_progress(), refusal("RequestLimitExceeded")),
}
# What differs each time an operation is carried out.
OF_THE_TIME = frozenset({"Operations", "MessageID"})


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    """One engine and one proxy for the whole matrix."""
    with line_to_engine(tmp_path_factory.mktemp("engine")) as ready:
        yield ready


@dataclass
class Play:
    """One operation twice: in memory, where it goes well, and on the engine, where it may not."""

    case: WriteCase
    line: Line
    memory: MemoryTable = field(default_factory=MemoryTable)

    def __post_init__(self) -> None:
        self.line.proxy.happened.clear()
        self.line.proxy.harms = frozenset({self.case.request})
        filling = self.messenger(self.memory, at=NOON)
        message_table_create(filling)
        self.case.fill(filling)
        self.engine = DynamoTable(self.line.calm, f"matrix-{uuid4().hex}", retry=Retry())
        self.engine.create()
        copy(self.memory, self.engine)

    def messenger(self, table: Table, *, at: datetime | None = None, ids: str = "") -> Messenger:
        """A messenger whose ids and moments are the same each time it is made."""
        clock = FakeClock(at or NOON + self.case.later)
        new_id = counting_ids(ids or uuid4().hex[:20])
        return Messenger(table, ids_by(clock), clock, new_id, announcer=Listener())

    def run(self, table: Table, *, ids: str = "") -> object:
        """The answer of the operation on one of the tables."""
        return self.case.run(self.messenger(table, ids=ids))

    def faulty(self, *, deadline_seconds: float = 10.0) -> DynamoTable:
        """The engine's table over the line with the faults."""
        return DynamoTable(self.line.client, self.engine.name, retry=Retry(deadline_seconds=deadline_seconds))


@pytest.fixture
def play(line: Line, case: WriteCase) -> Iterator[Play]:
    prepared = Play(case, line)
    yield prepared
    line.forger.clear()
    prepared.engine.delete()


def forged_for(case: WriteCase, name: str) -> Answer | None:
    return FORGED[name][case.request != COMMIT]


def named(one: Any) -> str:
    return one.name.lower() if isinstance(one, WriteCase | Fault) else str(one)


@pytest.mark.parametrize(("case", "fault", "forged"), every(len(Fault), WRITES, Fault, FORGED), ids=named)
def test_it_is_done_once_and_told_so(play: Play, fault: Fault, forged: str) -> None:
    answer = forged_for(play.case, forged)
    if answer is not None:
        play.line.forger.next(play.case.request, answer)
    play.line.proxy.next(fault)
    ids = uuid4().hex[:20]

    told = play.run(play.faulty(), ids=ids)

    assert play.line.proxy.happened == [fault]
    assert told == play.run(play.memory, ids=ids)
    assert items_of(play.engine) == items_of(play.memory)


@pytest.mark.parametrize(("case", "fault"), every(2, WRITES, Fault), ids=named)
def test_sent_again_by_its_sender_it_has_one_effect(play: Play, fault: Fault) -> None:
    play.line.proxy.next(fault)
    with suppress(DynamoError):
        play.run(play.faulty(deadline_seconds=0))
    assert play.line.proxy.happened == [fault]

    play.run(play.engine)
    play.run(play.memory)

    assert lasting(play.engine) == lasting(play.memory)


@pytest.mark.parametrize(("case", "forged"), every(2, WRITES, ("conflict", "throttled")), ids=named)
def test_who_is_told_that_it_failed_has_changed_nothing(play: Play, forged: str) -> None:
    answer = forged_for(play.case, forged)
    assert answer is not None
    play.line.forger.next(play.case.request, answer)
    before = items_of(play.engine)

    with pytest.raises(ContendedError if forged == "conflict" else ThrottledError):
        play.run(play.faulty(deadline_seconds=0))

    if "look" not in play.case.name:  # what has expired may be removed before
        assert items_of(play.engine) == before


def test_a_forged_refusal_is_not_taken_for_a_message(line: Line) -> None:
    play = Play(WRITES[0], line)
    chat = a_direct_chat(play.messenger(play.engine))
    line.forger.next(PUT, refusal("ConditionalCheckFailedException"))
    with pytest.raises(ContendedError):
        sent(play.messenger(play.faulty()), chat, "news", base=2)
    assert sent(play.messenger(play.faulty()), chat, "news", base=2).number == 3
    line.forger.clear()
    play.engine.delete()


def lasting(table: Table) -> dict[Key, Attributes]:
    """The whole table without what differs each time."""
    return {key: _lasting(item) for key, item in items_of(table).items()}


def _lasting(item: Attributes) -> Attributes:
    of_the_time = OF_THE_TIME | ({"ClientID"} if item.get("Kind") == "event" else set())
    return {name: value for name, value in item.items() if name not in of_the_time}
