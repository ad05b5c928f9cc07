"""Companions: what is written beside a chat in the same transaction, or keeps it as it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from dynamo.conditions import Absent, Condition
from dynamo.items import Attributes, Key
from dynamo.table import Table
from routing import services
from routing.model.agents import Choice
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.router import Put
from tests.builders import a_waiting_call, as_call, as_conflict
from tests.centres import agent_now, call_now, match_all, table_now
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import a_chat, a_chat_life, a_row, held

NEW = Condition("message_is_new", Absent())


@dataclass
class Log:
    """Writes a line into the log of a conversation for each change; `seen` are the changes asked about."""

    table: Table
    last: int = 0
    refusal: str = ""
    seen: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    before_put: Callable[[], object] = lambda: None

    def beside(
        self, before: Call | None, after: Call, notes: Sequence[Note], *, operation_id: str
    ) -> Sequence[Put] | Conflict:
        self.seen.append((before.status if before else "", tuple(note.kind for note in notes)))
        if self.refusal:
            return Conflict(self.refusal, after)
        while self.table.get(self.key(self.last + 1)._replace(table="")):
            self.last += 1
        self.before_put()
        if not notes:
            return ()
        attributes: Attributes = {"Body": notes[-1].kind, "By": operation_id}
        return [Put(self.key(self.last + 1), attributes, NEW)]

    def key(self, number: int) -> Key:
        return Key("Log#talk", f"{number:010}", self.table.name)

    def lines(self) -> list[str]:
        return [str(item["Body"]) for item in self.table.query("Log#talk")]


@pytest.fixture
def log(second_table: Table) -> Log:
    return Log(second_table)


@pytest.fixture
def life(either_table: Table, log: Log) -> Life:
    life = a_chat_life(either_table)
    life.router = replace(life.router, companions=log)
    return life


def talking(life: Life) -> Call:
    """A chat of a conversation, in progress with ana."""
    a_row(life.router)
    a_chat(life.router, "h1", chat_id="talk", scene="car")
    assert match_all(life.router) == [("h1", "ana~chat")]
    return as_call(services.call_accept(life.router, call_id="h1", agent_id="ana~chat"))


def test_each_change_of_a_chat_has_its_line_in_the_log(life: Life, log: Log) -> None:
    call = talking(life)
    services.call_complete(life.router, call_id="h1")

    assert (call.chat_id, call.scene) == ("talk", "car")
    assert log.lines() == [EventKind.CALL_QUEUED, EventKind.CALL_ACCEPTED, EventKind.CALL_COMPLETED]
    assert log.seen[0] == ("", (EventKind.CALL_QUEUED,))


def test_a_repeat_writes_no_second_line(life: Life, log: Log) -> None:
    talking(life)

    services.call_accept(life.router, call_id="h1", agent_id="ana~chat")
    a_chat(life.router, "h1", chat_id="talk", scene="car")

    assert len(log.lines()) == 2


def test_nothing_stands_beside_a_call_without_a_conversation(life: Life, log: Log) -> None:
    a_waiting_call(life.router, "c1")
    a_chat(life.router, "h1")

    assert (log.seen, log.lines()) == ([], [])


def test_a_line_that_another_took_is_written_after_it(life: Life, log: Log) -> None:
    talking(life)

    def another() -> None:
        log.before_put = lambda: None
        assert log.table.put_new(log.key(3)._replace(table=""), {"Body": "wait!"}) is None

    log.before_put = another
    done = as_call(services.call_complete(life.router, call_id="h1"))

    assert done.status is CallStatus.COMPLETED
    assert log.lines()[2:] == ["wait!", EventKind.CALL_COMPLETED]
    assert held(life.router) == ()


def test_a_change_that_the_conversation_does_not_allow_changes_nothing(life: Life, log: Log) -> None:
    talking(life)
    log.refusal = "there is a message that you have not seen"
    life.told.clear()
    before = table_now(life.router), log.lines()

    refused = as_conflict(services.call_complete(life.router, call_id="h1"))

    assert refused.reason == "there is a message that you have not seen"
    assert (table_now(life.router), log.lines()) == before
    assert life.told == []


@pytest.mark.parametrize("name", ["release", "hand back", "transfer", "reset", "remove", "dequeue"])
def test_every_operation_takes_the_refusal_for_its_answer(life: Life, log: Log, name: str) -> None:
    talking(life)
    a_chat(life.router, "h2", chat_id="talk")
    router, chats = life.router, life.router.skills.queue_named("W.chat#Spanish#Any")
    log.refusal = "not now"
    before = table_now(router)
    operations: dict[str, Callable[[], object]] = {
        "release": lambda: services.agent_release(router, agent_id="ana~chat", reason="stuck"),
        "hand back": lambda: services.call_hand_back(router, call_id="h1", reason="left"),
        "transfer": lambda: services.call_transfer(router, call_id="h1", to_queue=chats),
        "reset": lambda: services.agents_reset(router),
        "remove": lambda: services.call_remove(router, call_id="h2", reason="spam"),
        "dequeue": lambda: services.call_dequeue(router, queue=chats),
    }

    answer = operations[name]()

    row = {key for key in before if key.sk == "Agent#ana~chat" or key.pk.startswith("Call#")}
    assert {key: table_now(router)[key] for key in row} == {key: before[key] for key in row}
    assert name == "reset" or as_conflict(answer).reason == "not now"


def test_a_change_of_the_row_alone_asks_nobody(life: Life, log: Log) -> None:
    talking(life)
    log.seen.clear()

    services.agent_choose(life.router, agent_id="ana~chat", choice=Choice.PAUSED)

    assert log.seen == []
    assert agent_now(life.router, "ana~chat").held == (call_now(life.router, "h1").call_id,)
