"""Stores beside one another: how each is filled, matched by a crew of processes, and read for the audit."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from subprocess import CalledProcessError
from typing import Protocol

from bench import matchers
from bench.centre.engine import own_engine
from bench.centre.processes import Crew
from bench.matchers import Measurement, Work
from bench.peers import product, redis_peer
from bench.peers.audit import audit
from bench.peers.state import State

OURS, POSTGRESQL, REDIS = "callcenter", "postgresql", "redis"
# Matches in one transaction at most: more than a hundred gain nothing; 15 is what 100 items hold.
MANY, AS_OURS = 100, 15


class Ready(Protocol):
    """A matcher with an open connection to a store; call it to match until nothing fits or time is up."""

    def __call__(self, address: str, *, batch: int, most_seconds: float) -> Callable[[], Work]: ...


@dataclass(frozen=True)
class Peer:
    """One store and way of matching; `filled` answers its address, filled, for one measurement."""

    name: str
    filled: Callable[[], AbstractContextManager[str]]
    ready: Ready
    read: Callable[[str], State]
    batch: int = MANY


@dataclass(frozen=True)
class Job:
    """Work of one matcher: its store, and its limits."""

    ready: Ready
    address: str
    batch: int
    most_seconds: float


PeerCrew = Crew[Job, Work]


def peer_crew(size: int) -> PeerCrew:
    """Processes that match in any of the stores; use as a context manager."""
    return Crew(size, ready_in_a_store)


def ready_in_a_store(job: Job) -> Callable[[], Work]:
    """A matcher in the job's store."""
    return job.ready(job.address, batch=job.batch, most_seconds=job.most_seconds)


def measure(crew: PeerCrew, peer: Peer, before: State, *, matchers: int, most_seconds: float) -> Measurement:
    """Has the matchers empty the store, up to a time limit, and audits the result.

    Raises RuntimeError if a matcher failed or the result is wrong.
    """
    with peer.filled() as address:
        work = crew.work([Job(peer.ready, address, peer.batch, most_seconds)] * matchers)
        measured = Measurement(tuple(work))
        findings = audit(before, peer.read(address), is_complete=measured.seconds < most_seconds)
    if findings:
        raise RuntimeError(f"{peer.name} with {matchers} matchers made a wrong result: {findings[0]}")
    return measured


def ready_for_the_product(address: str, *, batch: int, most_seconds: float) -> Callable[[], Work]:  # noqa: ARG001 - it knows its batch
    """A matcher by the default strategy; its transactions hold what DynamoDB allows."""
    return matchers.ready_to_match(matchers.Job(address, "batched", most_seconds))


@contextmanager
def all_peers(filled: Path, before: State) -> Iterator[list[Peer]]:
    """The product, PostgreSQL in three ways if it is here, and Redis; the servers stop with the block."""
    with ExitStack() as servers:
        yield [
            Peer(OURS, partial(own_engine, filled), ready_for_the_product, product.read),
            *_in_postgres(servers, before),
            _in_redis(servers, before),
        ]


def _in_redis(servers: ExitStack, before: State) -> Peer:
    address = servers.enter_context(redis_peer.own_redis())
    filled = partial(_filled, redis_peer.fill, address, before)
    return Peer(REDIS, filled, redis_peer.ready, partial(redis_peer.read, state=before))


def _in_postgres(servers: ExitStack, before: State) -> list[Peer]:
    """Its client is a requirement of development only, its server one of nobody."""
    try:
        from bench.peers import postgres_peer, postgres_server  # noqa: PLC0415

        address = servers.enter_context(postgres_server.own_postgres())
    except (ImportError, FileNotFoundError, CalledProcessError) as error:
        why = error.stderr.decode().strip() if isinstance(error, CalledProcessError) else error
        print(f"POSTGRESQL IS NOT MEASURED: {why}", file=sys.stderr)
        return []
    postgres_peer.create(address)
    peer = Peer(
        POSTGRESQL,
        partial(_filled, postgres_peer.fill, address, before),
        postgres_peer.ready,
        partial(postgres_peer.read, state=before),
    )
    batches = (
        (POSTGRESQL, MANY),
        (f"{POSTGRESQL}, {AS_OURS} a commit", AS_OURS),
        (f"{POSTGRESQL}, 1 a commit", 1),
    )
    return [replace(peer, name=name, batch=batch) for name, batch in batches]


@contextmanager
def _filled(fill: Callable[[str, State], None], address: str, state: State) -> Iterator[str]:
    fill(address, state)
    yield address
