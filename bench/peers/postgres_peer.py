"""Peer in PostgreSQL: the same agents and calls in tables, matched by one function of the database."""

import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import psycopg

from bench.matchers import Work
from bench.peers.state import Counts, Pair, State

SCHEMA = Path(__file__).with_name("match.sql")
RINGS = timedelta(seconds=20)
TABLES = ("queue", "agent", "agent_entry", "call", "call_entry", "note", "offers")


def create(address: str) -> None:
    """Creates tables and function."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(SCHEMA.read_text(encoding="utf-8"))


def fill(address: str, state: State) -> None:
    """Replaces all rows by those of a state, and has the statistics and the log up to date."""
    rows: dict[str, list[tuple[object, ...]]] = {
        "queue (name, fits, version, depth)": [
            (name, list(state.fits.get(name, ())), counts.version, counts.depth)
            for name, counts in state.queues.items()
        ],
        "agent (agent_id, name, queues, status, status_since, ticket, version)": [
            (one.agent_id, one.name, list(one.queues), "queued", "now", one.ticket, 1)
            for one in state.agents.values()
        ],
        "agent_entry (queue, ticket, agent_id)": [
            (queue, one.ticket, one.agent_id) for one in state.agents.values() for queue in one.queues
        ],
        "call (call_id, queue, band, ticket, status, status_since, attempts, version)": [
            (one.call_id, one.queue, one.band, one.ticket, "queued", "now", 0, 1)
            for one in state.calls.values()
        ],
        "call_entry (queue, band, ticket, call_id)": [
            (one.queue, one.band, one.ticket, one.call_id) for one in state.calls.values()
        ],
    }
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"truncate {', '.join(TABLES)}")
        for table, values in rows.items():
            with connection.cursor().copy(f"copy {table} from stdin") as copy:
                for value in values:
                    copy.write_row(value)
        connection.execute("vacuum analyze")
        connection.execute("checkpoint")


def ready(address: str, *, batch: int, most_seconds: float) -> Callable[[], Work]:
    """A matcher with an open connection; call it to match until nothing more fits or time is up."""
    connection = psycopg.connect(address, autocommit=True)
    matching = "select * from match(%s, %s, %s)"

    def match() -> Work:
        work = Work()
        work.started_at = work.ended_at = time.monotonic()
        with connection:
            while (began := time.monotonic()) < work.started_at + most_seconds:
                made = connection.execute(matching, (batch, uuid.uuid4(), RINGS), prepare=True).fetchall()
                if not made:
                    break
                work.ended_at = time.monotonic()
                work.matches += len(made)
                work.latencies += [work.ended_at - began] * len(made)
        return work

    return match


def read(address: str, state: State) -> State:
    """All that the tables hold; `state` is that before, for what never changes."""
    with psycopg.connect(address) as connection:

        def rows(query: str) -> list[tuple[object, ...]]:
            return connection.execute(query).fetchall()

        agents = {str(one) for (one,) in rows("select agent_id from agent where status = 'queued'")}
        calls = {str(one) for (one,) in rows("select call_id from call where status = 'queued'")}
        entries = rows(
            "select queue, ticket, agent_id from agent_entry"
            " union all select queue, ticket, call_id from call_entry"
        )
        counts = rows("select name, version, depth from queue")
        pairs = rows("select call_id, agent_id, operation_id from call where status = 'offered'")
        calls_of = rows("select agent_id, call_id from agent where status = 'offered'")
    return State(
        state.fits,
        {name: one for name, one in state.agents.items() if name in agents},
        {name: one for name, one in state.calls.items() if name in calls},
        {str(name): Counts(int(str(version)), int(str(depth))) for name, version, depth in counts},
        frozenset((str(queue), int(str(ticket)), str(name)) for queue, ticket, name in entries),
        tuple(Pair(str(call), str(agent), str(operation)) for call, agent, operation in pairs),
        {str(agent): str(call) for agent, call in calls_of},
    )
