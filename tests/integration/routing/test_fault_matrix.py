"""Fault matrix: each writing operation under each fault is done once, whole, and truly answered.

By default each pair of operation, fault and forged answer is tried, with `--exhaustive` all three together.
Without time for another try each operation is tried under one fault.

What is right is what the same operation does in memory, where nothing is ever lost: the whole table, the
answer and the events must be the same, so versions and depths are too.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import uuid4

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.exceptions import ContendedError, DynamoError, OutcomeUnknownError, ThrottledError
from dynamo.items import Attributes, Key
from dynamo.retry import Retry
from dynamo.table import Table
from routing import services
from routing.model.events import Event
from routing.model.skills import Skills
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import NOON, FakeClock, counting_ids
from tests.faults.answers import Answer, conflict, in_progress, throttled_transaction
from tests.faults.line import Line, copy, items_of, line_to_engine
from tests.faults.proxy import Fault
from tests.integration.routing.writes import WRITES, WriteCase
from tests.integration.routing.writes_keyed import COMMAND, FORGETTING, KEYED_WRITES, RUN_AGAIN
from tests.integration.routing.writes_of_chats import CHAT_WRITES
from tests.integration.routing.writes_of_erasing import BEGINNING, ERASING
from tests.integration.routing.writes_of_life import LIFE_WRITES
from tests.integration.routing.writes_seen import SEEN_WRITES
from tests.memory.table import MemoryTable
from tests.thorough import every

SKILLS = Skills(("English", "Spanish"))
COMMIT, RESERVATION = "TransactWriteItems", "UpdateItem"
FORGED: dict[str, Answer | None] = {
    "nothing": None,
    "conflict": conflict(3),
    "throttled": throttled_transaction(3),
    "in-progress": in_progress(),
}
CASES = (*WRITES, *LIFE_WRITES, *KEYED_WRITES, *SEEN_WRITES, *CHAT_WRITES, RUN_AGAIN, BEGINNING)
each_fault = pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.name.lower())


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
    ids: str = field(default_factory=lambda: uuid4().hex[:20])
    memory: MemoryTable = field(default_factory=MemoryTable)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line.proxy.happened.clear()
        self.line.proxy.harms = frozenset({COMMIT})
        filling = self.router(self.memory, ids="fill")
        services.table_create(filling)
        self.case.fill(filling)
        self.events.clear()
        self.engine = DynamoTable(self.line.calm, f"matrix-{uuid4().hex}", retry=Retry(), tokens=False)
        self.engine.create()
        copy(self.memory, self.engine)

    def router(self, table: Table, *, ids: str, later_seconds: float = 0) -> Router:
        """A router whose ids and moments are the same each time it is made."""
        return Router(
            table,
            SKILLS,
            FakeClock(NOON + timedelta(seconds=later_seconds)),
            counting_ids(ids),
            self.events.extend,
            strategy=self.case.strategy,
            policies=self.case.policies,
        )

    def run(self, table: Table) -> tuple[object, list[Event]]:
        """The answer and the events of the operation on one of the tables."""
        self.events.clear()
        router = self.router(table, ids=self.ids, later_seconds=self.case.later_seconds)
        answer = self.case.run(router)
        return answer, list(self.events)

    def faulty(self, *, deadline_seconds: float = 10.0) -> DynamoTable:
        """The engine's table over the line with the faults."""
        return DynamoTable(
            self.line.client, self.engine.name, retry=Retry(deadline_seconds=deadline_seconds), tokens=False
        )

    def check_same(self) -> None:
        """The engine holds what memory holds, item by item, and is sound."""
        assert items_of(self.engine) == items_of(self.memory)
        assert audit(self.router(self.engine, ids="audit")) == []


@pytest.fixture
def play(line: Line, case: WriteCase) -> Iterator[Play]:
    prepared = Play(case, line)
    yield prepared
    line.forger.clear()
    prepared.engine.delete()


# Removals keep no id to find.
@pytest.mark.parametrize(
    ("case", "fault", "forged"),
    every(len(Fault), (*CASES, FORGETTING, *ERASING), Fault, FORGED),
    ids=lambda one: one.name.lower() if isinstance(one, WriteCase | Fault) else one,
)
def test_it_is_done_once_and_told_so(play: Play, fault: Fault, forged: str) -> None:
    answer = FORGED[forged]
    if answer is not None:
        play.line.forger.next(COMMIT, answer)
    play.line.proxy.next(fault)

    told = play.run(play.faulty())

    assert play.line.proxy.happened == [fault]
    assert told == play.run(play.memory)
    play.check_same()


@pytest.mark.parametrize(("case", "fault"), every(len(Fault), CASES, Fault), ids=lambda one: one.name.lower())
def test_without_time_for_another_try_it_says_what_it_knows(play: Play, fault: Fault) -> None:
    play.line.proxy.next(fault)
    before = items_of(play.engine)

    if fault is Fault.LOSE_REQUEST:
        with pytest.raises(OutcomeUnknownError):
            play.run(play.faulty(deadline_seconds=0))
        assert not play.events
        assert living(items_of(play.engine)) == living(before)
        assert audit(play.router(play.engine, ids="audit")) == []
    else:
        assert play.run(play.faulty(deadline_seconds=0)) == play.run(play.memory)
        play.check_same()


@pytest.mark.parametrize(
    ("case", "forged"),
    every(4, CASES, ("conflict", "throttled")),
    ids=lambda one: one.name if isinstance(one, WriteCase) else one,
)
def test_who_is_told_that_it_failed_has_changed_nothing(play: Play, forged: str) -> None:
    told: type[DynamoError] = ContendedError if forged == "conflict" else ThrottledError
    answer = FORGED[forged]
    assert answer is not None
    play.line.forger.next(COMMIT, answer)
    before = items_of(play.engine)

    with pytest.raises(told):
        play.run(play.faulty(deadline_seconds=0))

    assert not play.events
    assert living(items_of(play.engine)) == living(before)


@pytest.mark.parametrize(
    ("case", "fault"),
    every(2, [case for case in CASES if case.takes_ticket], Fault),
    ids=lambda one: one.name.lower(),
)
def test_a_ticket_taken_under_a_fault_costs_a_gap_at_most(play: Play, fault: Fault) -> None:
    play.line.proxy.harms = frozenset({RESERVATION})
    play.line.proxy.next(fault)

    _, events = play.run(play.faulty())

    assert play.line.proxy.happened == [fault]
    assert events == play.run(play.memory)[1]
    assert infos(items_of(play.engine)) == infos(items_of(play.memory))
    assert audit(play.router(play.engine, ids="audit")) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.name.startswith("sweep")], ids=["sweep"])
@each_fault
def test_a_sweep_whose_last_word_is_lost_is_brought_to_its_end_by_the_next(play: Play, fault: Fault) -> None:
    answers = iter([None, fault])
    play.line.proxy.always(lambda: next(answers, None))
    with suppress(OutcomeUnknownError):  # the item that is forgotten keeps no operation id
        play.run(play.faulty())
    assert play.line.proxy.happened == [fault]
    play.line.proxy.reset()

    play.run(play.engine)
    play.run(play.memory)

    assert living(items_of(play.engine)) == living(items_of(play.memory))


@pytest.mark.parametrize("case", KEYED_WRITES, ids=lambda case: case.name)
@each_fault
def test_sent_again_by_its_sender_it_has_one_effect_and_one_answer(play: Play, fault: Fault) -> None:
    play.line.proxy.next(fault)
    with suppress(DynamoError):
        play.run(play.faulty(deadline_seconds=0))
    assert play.line.proxy.happened == [fault]
    play.ids = uuid4().hex[:20]
    again, _ = play.run(play.engine)
    play.ids = uuid4().hex[:20]
    once_more, told = play.run(play.engine)
    play.run(play.memory)

    assert (once_more, told) == (again, [])
    assert effects(play.engine) == effects(play.memory)
    assert audit(play.router(play.engine, ids="audit")) == []


@pytest.mark.parametrize("case", [RUN_AGAIN], ids=["run"])
@each_fault
def test_a_request_runs_once_under_its_key_and_its_reply_is_kept(play: Play, fault: Fault) -> None:
    router = replace(play.router(play.faulty(), ids=play.ids), command=replace(COMMAND, key="another"))
    play.line.proxy.harms = frozenset({"PutItem", "UpdateItem"})
    play.line.proxy.next(fault)
    run = services.reply_claim(router)
    assert isinstance(run, services.Run)
    play.line.proxy.next(fault)
    services.reply_keep(router, run, "done")

    assert play.line.proxy.happened == [fault, fault]
    assert services.reply_claim(replace(router, table=play.engine)) == "done"
    assert audit(play.router(play.engine, ids="audit")) == []


def living(items: dict[Key, Attributes]) -> dict[Key, Attributes]:
    """The table without the ticket counters, of which a failed operation may have taken."""
    return {key: item for key, item in items.items() if key.pk != "Tickets"}


def infos(items: dict[Key, Attributes]) -> dict[Key, Attributes]:
    """Versions and depths of all queues."""
    return {key: item for key, item in items.items() if key.pk in ("AllQueues", "AllCallQueues")}


def effects(table: Table) -> dict[str, object]:
    """Versions of agents, calls and queues, and numbers of entries and keys, whatever their ids."""
    items = items_of(table)
    return {
        "versions": sorted(str(item["Version"]) for item in items.values() if "Version" in item),
        "queues": infos(items),
        "kinds": Counter(key.pk.partition("#")[0] for key in items),
    }
