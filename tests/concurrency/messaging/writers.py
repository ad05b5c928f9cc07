"""Writers of one conversation at once, over a table that loses replies; a reader who watches the log grow."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from dynamo.exceptions import OutcomeUnknownError
from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.messages import Message
from messaging.model.parties import Party, party_of
from messaging.services import group_create, message_send
from messaging.storage.keys import log_of
from messaging.storage.log import read_from, read_range
from tests.builders import unique_id
from tests.concurrency.messaging.log_rules import Sent, flaws
from tests.messengers import ids_by
from tests.tables import PassingTable

T = TypeVar("T")
WRITERS, EACH, MOST_TRIES = 20, 5, 50


class LossyTable(PassingTable):
    """Loses some requests and some replies of puts, and lets others act before each.

    `guarded` is false for the control: then a put replaces what is there.
    """

    def __init__(self, behind: Table, random: Random, *, losses: float, guarded: bool = True) -> None:
        super().__init__(behind)
        self._random = random
        self._losses = losses
        self._guarded = guarded

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        time.sleep(self._random.random() / 1000)
        if self._random.random() < self._losses:
            raise OutcomeUnknownError("put_item", 1)
        there = super().put_new(key, attributes) if self._guarded else self._overwritten(key, attributes)
        if self._random.random() < self._losses:
            raise OutcomeUnknownError("put_item", 1)
        return there

    def _overwritten(self, key: Key, attributes: Attributes) -> Attributes | None:
        transaction = Transaction(unique_id())
        transaction.put(key, attributes)
        assert self.commit(transaction).ok
        return None


@dataclass
class Crowd:
    """Writers who repeat until they are told; `names_kept` is false for the control without client ids."""

    messenger: Messenger
    chat: str
    names_kept: bool = True
    sent: list[Sent] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)

    def run(self) -> list[str]:
        """What is wrong in the end, with what a reader saw meanwhile."""
        over = threading.Event()
        reader = threading.Thread(target=self._watch, args=(over,))
        writers = [threading.Thread(target=self._write, args=(number,)) for number in range(WRITERS)]
        for thread in (reader, *writers):
            thread.start()
        for thread in writers:
            thread.join()
        over.set()
        reader.join()
        log = read_from(self.messenger.table, log_of(self.chat), 1, limit=WRITERS * EACH * MOST_TRIES)
        return [*flaws(log, self.sent), *self.torn]

    def _write(self, number: int) -> None:
        party, base = writer(number), 0
        for message in range(EACH):
            began, body = time.monotonic(), f"{number}.{message}"
            told = self._until_told(party, body, base)
            self.sent.append(Sent(str(party), body, told.number if told else None, began, time.monotonic()))
            base = told.number if told else base

    def _until_told(self, party: Party, body: str, base: int) -> Message | None:
        name = unique_id()
        for _ in range(MOST_TRIES):
            with suppress(OutcomeUnknownError):
                return message_send(
                    self.messenger,
                    chat=self.chat,
                    sender=party,
                    client_id=name if self.names_kept else unique_id(),
                    base=base,
                    body=body,
                )
        return None

    def _watch(self, over: threading.Event) -> None:
        """Each look continues the one before: no number appears below one that was seen."""
        last = 0
        while not over.is_set():
            log = log_of(self.chat)
            found = read_range(self.messenger.table, log, last + 1, last + 200, limit=200)
            numbers = [message.number for message in found]
            if numbers != list(range(last + 1, last + 1 + len(found))):
                self.torn.append(f"after {last} a reader saw {numbers}")
            last += len(found)


def writer(number: int) -> Party:
    """One of the writers."""
    return party_of(f"agent:w{number}")


def a_crowd(
    table: Table, clock: Callable[[], T], *, seed: int, losses: float = 0.1, guarded: bool = True
) -> Crowd:
    """Writers on a table that exists."""
    calm = Messenger(table, ids_by(clock), clock, unique_id)  # type: ignore[arg-type]  # a clock of moments
    members = [writer(number) for number in range(1, WRITERS)]
    chat = group_create(calm, by=writer(0), members=members).chat_id
    lossy = LossyTable(table, Random(seed), losses=losses, guarded=guarded)  # noqa: S311 - chance, no secret
    lock, ids = threading.Lock(), calm.ids

    def next_id() -> int:
        with lock:
            return ids()

    return Crowd(replace(calm, table=lossy, ids=next_id), chat)
