"""Process of a storm of messages: its client with mishaps, its people in threads, what they saw."""

import secrets
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from unittest.mock import patch

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.items import Attributes, Key
from dynamo.retry import Retry
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.messages import Draft
from messaging.model.parties import Party, PartyKind
from messaging.services.leased_ids import LeasedIds
from routing.runtime import new_id
from tests.concurrency.messaging.storm.happened import Happened
from tests.concurrency.messaging.storm.people import Device, Supervisor, Writer
from tests.concurrency.messaging.storm.plan import MessagePlan, Spoiled
from tests.concurrency.mishaps import Mishaps
from tests.concurrency.worker import Signals, ask_for_kill
from tests.tables import PassingTable

BOSS = Party(PartyKind.USER, "boss")


@dataclass(frozen=True)
class Place:
    """The table of a storm and its conversations."""

    endpoint_url: str
    table: str
    plan: MessagePlan
    chats: dict[str, tuple[str, ...]]
    group: str

    def chats_of(self, party: Party) -> list[str]:
        """The conversations of a user, the group last."""
        return [chat for chat, members in self.chats.items() if str(party) in members]


@dataclass(frozen=True)
class Record:
    """The result of one process."""

    happened: Happened
    forged: int
    lost: int


def messenger_at(place: Place, *, deadline_seconds: float) -> Messenger:
    """A messenger with a client of its own."""
    client = connect(
        endpoint_url=place.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    table = DynamoTable(client, place.table, retry=Retry(deadline_seconds=deadline_seconds), tokens=False)
    return messenger_on(table, table)


def messenger_on(table: Table, leases: Table) -> Messenger:
    """A messenger with ids of its own."""
    ids = LeasedIds(leases, now, owner=new_id(), choose=secrets.randbelow)
    return Messenger(table=table, ids=ids, clock=now, new_id=new_id)


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(UTC)


def write(place: Place, number: int, signals: Signals, home: Connection) -> None:
    """Plays one device of each user, in the first process also a supervisor, until the stop signal."""
    plan, happened = place.plan, Happened()
    client = connect(
        endpoint_url=place.endpoint_url,
        region="eu-central-1",
        access_key="local",
        secret_key="local",
        max_connections=4 * plan.users,
    )
    chance = Random(f"{plan.seed}/luck/{number}")  # noqa: S311 - a workload, no secret
    with Mishaps(client, plan.luck, chance, kill_engine=partial(ask_for_kill, signals)) as mishaps:
        retry = Retry(deadline_seconds=plan.deadline_of(number))
        table = spoiled(DynamoTable(client, place.table, retry=retry, tokens=False), plan.spoiled)
        messenger = messenger_on(table, messenger_at(place, deadline_seconds=30).table)
        people = _people(place, number, messenger, happened, signals)
        threads = [threading.Thread(target=one.work, daemon=True) for one in people]
        signals.ready.wait()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    home.send(Record(happened, mishaps.forged, mishaps.lost))


def _people(
    place: Place, number: int, messenger: Messenger, seen: Happened, signals: Signals
) -> list[Writer]:
    plan, people = place.plan, list[Writer]()
    for one in plan.parties:
        name = f"{one.name}-{number}"
        random = Random(f"{plan.seed}/{name}")  # noqa: S311 - as above
        chats = place.chats_of(one)
        people.append(
            Device(messenger, one, name, random, signals.stop.wait, seen, plan.rest_seconds, chats=chats)
        )
    if number == 0:
        random = Random(f"{plan.seed}/boss")  # noqa: S311 - as above
        movers = plan.parties[1:]
        people.append(
            Supervisor(
                messenger,
                BOSS,
                "boss",
                random,
                signals.stop.wait,
                seen,
                plan.rest_seconds,
                chats=list(place.chats),
                group=place.group,
                movers=movers,
            )
        )
    return people


class UnguardedTable(PassingTable):
    """Puts a message whether its number is free or not."""

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        transaction = Transaction(new_id())
        transaction.put(key, attributes)
        self.commit(transaction)
        return None


def spoiled(table: Table, how: Spoiled) -> Table:
    """The table without its guard; some of it affects the whole process for good."""
    if how is Spoiled.NO_CLIENT_ID:
        patch.object(Draft, "is_same_as", lambda _self, _message: False).start()
    return UnguardedTable(table) if how is Spoiled.UNCONDITIONAL_PUT else table
