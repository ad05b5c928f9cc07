"""Chats on the real engine, by many at once; and a process killed between commit and announcement."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.retry import Retry
from messaging.chats.agreement import disagreements
from messaging.chats.centre import Chats, with_companions
from messaging.exceptions import ChatClosedError, TransferredError
from messaging.inbox.opening import inbox_open
from messaging.inbox.source import Source
from messaging.model.messages import Message
from messaging.model.outcomes import Conflict
from routing import selectors, services
from routing.model.events import nobody_listens
from tests.builders import unique_id
from tests.contracts.chats.chat_life import CHATS
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.memory.table import MemoryTable
from tests.messengers import ANA, KIM

ROUNDS = 12


@pytest.fixture
def centre(table: DynamoTable) -> Iterator[Centre]:
    messages = DynamoTable(table._sender._client, f"{table.name}-messages", retry=Retry())
    table.delete()
    yield a_centre(table, messages)
    messages.delete()


def spoken_without_the_chat(log: list[Message]) -> list[str]:
    """The agents' messages that stand behind the loss of the chat."""
    return [
        after.body
        for before, after in pairwise(log)
        if after.sender.startswith("agent:") and before.state.agent != after.sender
    ]


def test_of_20_first_messages_at_once_one_opens(centre: Centre) -> None:
    centre.begun()

    def send(number: int) -> object:
        return centre.sent(f"message {number % 10}")  # each from two devices

    with ThreadPoolExecutor(20) as devices:
        sent = list(devices.map(send, range(20)))

    assert all(isinstance(one, Message) for one in sent)
    log = centre.log()
    assert sorted(one.body for one in log) == [f"message {number}" for number in range(10)]
    assert [one.number for one in log] == [*range(1, 11)]
    assert [call.call_id for call in selectors.all_calls(centre.chats.router)] == ["talk.1"]
    assert disagreements(centre.chats.router) == set()


def test_whoever_is_first_a_close_passes_over_no_message(centre: Centre) -> None:
    centre.begun()
    centre.sent("hello")
    centre.taken()
    with ThreadPoolExecutor(2) as both:
        for number in range(ROUNDS):
            seen = centre.head().number
            message = both.submit(centre.sent, f"wait {number}", base=seen)
            closed = both.submit(centre.closed, ANA, seen).result()
            assert isinstance(message.result(), Message)
            if not isinstance(closed, Conflict):  # the message came after it, and has opened the chat again
                assert [one.body for one in centre.log()[seen : seen + 1]] == ["closed agent:ana"]
                centre.accepted()
    assert disagreements(centre.chats.router) == set()


def test_an_agent_who_writes_during_a_transfer_is_before_it_or_refused(centre: Centre) -> None:
    centre.begun()
    centre.sent("hello")
    centre.taken()
    router = centre.chats.router

    def speak(number: int, base: int) -> None:
        with suppress(TransferredError, ChatClosedError):
            centre.sent(f"answer {number}", by=ANA, base=base)

    with ThreadPoolExecutor(2) as both:
        for number in range(ROUNDS):
            base = centre.head().number
            spoken = both.submit(speak, number, base)
            services.call_hand_back(router, call_id="talk.1", reason="away", keep_available=True)
            spoken.result()
            centre.accepted()
    assert spoken_without_the_chat(centre.log()) == []
    assert disagreements(router) == set()


def test_the_checker_finds_a_message_that_passed_a_transfer(centre: Centre) -> None:
    """The control: a message decided outside of the put, which follows what it has not seen."""
    centre.begun()
    centre.sent("hello")
    centre.taken()
    read = centre.head()
    services.call_transfer(centre.chats.router, call_id="talk.1", to_queue=CHATS)
    draft = replace(centre.log()[0], sender=str(ANA), body="too late", client_id="late")
    late = replace(draft, number=read.number + 2, state=read.state)

    assert spoken_without_the_chat([*centre.log(), late]) == ["too late"]


def test_what_a_killed_process_committed_is_announced_by_the_sweep(redis_url: str) -> None:
    first = MemoryTable()
    centre = a_centre(first, first.beside("messages"))
    parts = inbox_open(redis_url, Source(centre.messenger.table), clock=centre.life.clock, new_id=unique_id)
    messenger = replace(centre.messenger, announcer=parts.announcer)
    router = with_companions(centre.chats.router, messenger, centre.chats.scenes)
    centre.chats = Chats(messenger, replace(router, emit=nobody_listens))
    centre.begun()
    before = parts.inbox.since(str(KIM), 0)
    centre.sent("hello")
    services.call_remove(centre.chats.router, call_id="talk.1", reason="spam")  # killed after its commit
    after = parts.inbox.since(str(KIM), before.stamp, epoch=before.epoch)
    assert [row.head.number for row in after.rows if row.head] == [1]

    centre.life.clock.advance(3)
    assert parts.announcer.sweep() > 0

    rows = parts.inbox.since(str(KIM), before.stamp, epoch=before.epoch).rows
    assert [row.head.number for row in rows if row.head] == [2]
