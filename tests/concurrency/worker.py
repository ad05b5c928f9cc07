"""Process of a storm: its clients, its threads, the record it returns."""

import secrets
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from messaging.chats.centre import with_companions
from messaging.messenger import Messenger
from messaging.services.leased_ids import LeasedIds
from routing.model.queues import CHAT
from routing.router import Router
from tests.concurrency import people, roles
from tests.concurrency.actor import Actor
from tests.concurrency.agreement import POLICIES, SCENES, SKILLS, broken
from tests.concurrency.chats import chatters
from tests.concurrency.history import History
from tests.concurrency.mishaps import Luck, Mishaps
from tests.concurrency.sabotage import Sabotage, spoiled
from tests.concurrency.witness import Witness, WitnessTable, clock, time_of_day

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Tables: TypeAlias = tuple[DynamoTable, Messenger]

# After this time a process that requested a kill goes on, so that a storm without a killer does not stop.
KILL_SECONDS = 2.0

# How early a sweep is that ignores deadlines.
HASTE = timedelta(seconds=2)
MISUNDERSTOOD = {
    Sabotage.EARLY_BURIAL: broken(offers_too_few=1),
    Sabotage.NO_PROMOTION: broken(promotes=False),
}

BACKWARDS = {
    Sabotage.LAST_FIRST: SKILLS.agent_queues,
    Sabotage.LAST_CHAT_FIRST: SKILLS.agent_queues_of(CHAT),
}

ROLES: dict[str, Callable[..., None]] = {
    "callers": roles.callers,
    "agents": people.agents_at_work,
    "supervisors": people.supervisors,
    "desks": people.desks,
    "customers": chatters.customers,
    "chat_agents": chatters.chat_agents,
    "chat_supervisors": chatters.chat_supervisors,
    "matchers": roles.matchers,
    "sweepers": roles.sweepers,
    "observer": roles.observer,
}


@dataclass(frozen=True)
class Place:
    """The place of a storm, and its mishaps.

    After `longest_seconds` a worker stops even without a signal.
    """

    endpoint_url: str
    table: str
    seed: str
    strategy: str = "batched"
    luck: Luck = field(default_factory=Luck)
    sabotage: Sabotage = Sabotage.NONE
    longest_seconds: float = 600.0


@dataclass(frozen=True)
class Part:
    """One actor: its name, its role by name, what the role takes, and how long it tries, in seconds."""

    name: str
    role: str
    facts: dict[str, Any] = field(default_factory=dict)
    deadline_seconds: float = 5.0


@dataclass(frozen=True)
class Signals:
    """Signals between coordinator and workers: ready, go, stop, kill request, killed."""

    ready: Any
    stop: Event
    kill: Event
    killed: Any


@dataclass(frozen=True)
class Record:
    """The result of one worker. `failures` are errors that escaped a role: there should be none."""

    history: History
    forged: int
    lost: int
    failures: list[str]


def an_actor(
    place: Place,
    part: Part,
    tables: Tables,
    history: History,
    stop: Callable[[float], bool],
) -> Actor:
    """An actor with a recording table; `stop(seconds)` waits for the end of the storm."""
    table, messenger = tables
    witness = WitnessTable(spoiled(table, place.sabotage), actor=part.name, history=history)
    ahead = HASTE if place.sabotage is Sabotage.HASTY_SWEEP and part.role == "sweepers" else timedelta()
    bare = Router(
        table=witness,
        skills=SKILLS,
        clock=lambda: time_of_day() + ahead,
        new_id=lambda: uuid.uuid4().hex,
        strategy=place.strategy,
        policies=MISUNDERSTOOD.get(place.sabotage, POLICIES),
        newest_first=frozenset(BACKWARDS.get(place.sabotage, ())),
    )
    router = with_companions(bare, messenger, SCENES)
    random = Random(f"{place.seed}/{part.name}")  # noqa: S311 - a workload, no secret
    return Actor(router, messenger, Witness(witness), random, stopping=partial(stop, 0), pause=stop)


def calm_tables(place: Place) -> Tables:
    """The storm's tables over their own client, with ids of its own."""
    client = connect(
        endpoint_url=place.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    return the_tables(client, place, deadline_seconds=30)


def the_tables(
    client: "DynamoDBClient", place: Place, *, deadline_seconds: float, ids: Callable[[], int] | None = None
) -> Tables:
    """The storm's tables, the second one in a messenger."""
    table, messages = (
        DynamoTable(client, name, retry=Retry(deadline_seconds=deadline_seconds), tokens=False)
        for name in (place.table, f"{place.table}-messages")
    )
    ids = ids or LeasedIds(messages, time_of_day, owner=uuid.uuid4().hex, choose=secrets.randbelow)
    messenger = Messenger(table=messages, ids=ids, clock=time_of_day, new_id=lambda: uuid.uuid4().hex)
    return table, messenger


def work(place: Place, parts: list[Part], signals: Signals, home: Connection) -> None:
    """Plays the parts, each in a thread, until the stop signal; sends the record back."""
    history, failures = History(fitting={}), list[str]()
    latest = clock() + place.longest_seconds

    def stop(seconds: float) -> bool:
        return signals.stop.wait(seconds) or clock() > latest

    client = connect(
        endpoint_url=place.endpoint_url,
        region="eu-central-1",
        access_key="local",
        secret_key="local",
        max_connections=8 * len(parts),
    )
    chance = Random(f"{place.seed}/luck/{parts[0].name}")  # noqa: S311 - as above
    ids = calm_tables(place)[1].ids
    with Mishaps(client, place.luck, chance, kill_engine=partial(ask_for_kill, signals)) as mishaps:
        threads = []
        for part in parts:
            tables = the_tables(client, place, deadline_seconds=part.deadline_seconds, ids=ids)
            actor = an_actor(place, part, tables, history, stop)
            threads.append(threading.Thread(target=_play, args=(part, actor, failures), daemon=True))
        signals.ready.wait()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    home.send(Record(history, mishaps.forged, mishaps.lost, failures))


def _play(part: Part, actor: Actor, failures: list[str]) -> None:
    try:
        ROLES[part.role](actor, **part.facts)
    except Exception as error:  # noqa: BLE001 - the storm goes on, and the test fails at its end
        failures.append(f"{part.name}: {error!r}")


def ask_for_kill(signals: Signals) -> None:
    """Requests an engine kill and waits until another engine runs."""
    before = signals.killed.value
    signals.kill.set()
    for _ in range(int(KILL_SECONDS / 0.005)):
        if signals.killed.value > before or signals.stop.wait(0.005):
            return
