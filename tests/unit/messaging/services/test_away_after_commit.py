"""A table that is away just after a commit: nobody is told that nothing was changed."""

from typing import Any

import pytest

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from dynamo.items import Attributes
from dynamo.transaction import Outcome, Transaction
from messaging.chats.serving import chat_transfer
from messaging.model.messages import Message
from tests.contracts.chats.chat_life import CHATS
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.memory.table import MemoryTable
from tests.messengers import ANA
from tests.tables import PassingTable


class Messages(PassingTable):
    """The table of messages, which may be away."""

    is_away = False

    def query(self, pk: str, **options: Any) -> list[Attributes]:
        if self.is_away:
            raise EngineUnavailableError("the test")
        return self.behind.query(pk, **options)


class Routing(PassingTable):
    """The routing table; after its next commit of chats, the other is away."""

    messages: Messages
    is_armed = False

    def commit(self, transaction: Transaction) -> Outcome:
        outcome = self.behind.commit(transaction)
        self.messages.is_away = self.is_armed
        return outcome


@pytest.fixture
def tables() -> tuple[Routing, Messages]:
    store = MemoryTable()
    routing, messages = Routing(store), Messages(store.beside("memory-messages"))
    routing.messages = messages
    return routing, messages


@pytest.fixture
def centre(tables: tuple[Routing, Messages]) -> Centre:
    """Kim may write."""
    centre = a_centre(*tables)
    centre.begun()
    return centre


def test_a_message_that_has_opened_a_chat_is_not_said_to_have_failed(
    centre: Centre, tables: tuple[Routing, Messages]
) -> None:
    routing, messages = tables
    routing.is_armed = True
    with pytest.raises(OutcomeUnknownError):
        centre.sent("is it sold")
    routing.is_armed = messages.is_away = False
    assert isinstance(again := centre.sent("is it sold"), Message)
    assert (again.number, centre.lines()) == (1, ["is it sold"])


@pytest.mark.parametrize("name", ["close", "transfer"])
def test_a_change_of_a_chat_is_not_said_to_have_failed(
    centre: Centre, tables: tuple[Routing, Messages], name: str
) -> None:
    routing, messages = tables
    centre.sent("is it sold")
    centre.taken()
    routing.is_armed = True
    with pytest.raises(OutcomeUnknownError):
        _change(centre, name)
    routing.is_armed = messages.is_away = False
    said = {"close": "closed agent:ana", "transfer": f"transferred agent:ana queue:{CHATS}"}
    assert centre.lines()[2:] == [said[name]]


def _change(centre: Centre, name: str) -> None:
    if name == "close":
        centre.closed(ANA, seen=2)
    else:
        chat_transfer(centre.chats, chat="talk", by=ANA)


def test_before_a_commit_it_has_failed(centre: Centre, tables: tuple[Routing, Messages]) -> None:
    tables[1].is_away = True
    with pytest.raises(EngineUnavailableError):
        centre.sent("is it sold")
