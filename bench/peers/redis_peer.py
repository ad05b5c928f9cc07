"""Peer in Redis: the same agents and calls in hashes and sorted sets, matched by one Lua script.

It writes its log to the disk before it answers, as the others do. What it does not keep: the script's writes
are not undone if it fails in the middle, its keys cannot be spread over servers, and everything is in memory.
"""

import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from bench.centre.engine import running, temporary_folder
from bench.matchers import Work
from bench.peers.state import Counts, Pair, State
from bench.ports import free_port
from localservices.redis_server import redis_binary, redis_program, redis_url

SCRIPT = Path(__file__).with_name("match.lua")
RINGS_SECONDS = 20
# Rank of a call as one number: bands are far apart.
BAND = 10**12


@contextmanager
def own_redis() -> Iterator[str]:
    """The address of a new server that syncs its log before each answer; it stops with the block."""
    with temporary_folder() as folder:
        port, password = free_port(), secrets.token_hex()
        program = redis_program(
            binary=redis_binary(), port=port, password=password, data=folder, log=folder / "log"
        )
        with running(program):
            address = redis_url(port, password)
            with _connect(address) as connection:
                connection.config_set("appendfsync", "always")
            yield address


def fill(address: str, state: State) -> None:
    """Replaces everything by a state."""
    with _connect(address) as connection, connection.pipeline(transaction=False) as pipe:
        pipe.flushall()
        for queue, counts in state.queues.items():
            pipe.hset(f"queue:{queue}", mapping={"version": counts.version, "depth": counts.depth})
        for queue, fits in state.fits.items():
            pipe.sadd("call-queues", queue)
            pipe.sadd(f"fits:{queue}", *fits)
        for agent in state.agents.values():
            pipe.hset(
                f"agent:{agent.agent_id}", mapping={"status": "queued", "name": agent.name, "version": 1}
            )
            pipe.sadd(f"queues:{agent.agent_id}", *agent.queues)
            for queue in agent.queues:
                pipe.zadd(f"entries:{queue}", {agent.agent_id: agent.ticket})
        for call in state.calls.values():
            pipe.hset(f"call:{call.call_id}", mapping={"status": "queued", "attempts": 0, "version": 1})
            pipe.zadd(f"entries:{call.queue}", {call.call_id: call.band * BAND + call.ticket})
        pipe.execute()


def ready(address: str, *, batch: int, most_seconds: float) -> Callable[[], Work]:
    """A matcher with an open connection; call it to match until nothing more fits or time is up."""
    connection = _connect(address)
    script = connection.register_script(SCRIPT.read_text(encoding="utf-8"))
    connection.script_load(script.script)

    def match() -> Work:
        work = Work()
        work.started_at = work.ended_at = time.monotonic()
        with connection:
            while (began := time.monotonic()) < work.started_at + most_seconds:
                now = time.time()
                made = script(args=[batch, uuid.uuid4().hex, now, now + RINGS_SECONDS])
                if not made:
                    break
                work.ended_at = time.monotonic()
                work.matches += len(made) // 2
                work.latencies += [work.ended_at - began] * (len(made) // 2)
        return work

    return match


def read(address: str, state: State) -> State:
    """All that the server holds; `state` is that before, for what never changes."""
    with _connect(address) as connection:
        agents = {name: connection.hgetall(f"agent:{name}") for name in state.agents}
        calls = {name: connection.hgetall(f"call:{name}") for name in state.calls}
        queues = {name: connection.hgetall(f"queue:{name}") for name in state.queues}
        entries = {
            (name, int(rank) % BAND, one)
            for name in state.queues
            for one, rank in connection.zrange(f"entries:{name}", 0, -1, withscores=True)
        }
    return State(
        state.fits,
        {name: one for name, one in state.agents.items() if agents[name]["status"] == "queued"},
        {name: one for name, one in state.calls.items() if calls[name]["status"] == "queued"},
        {name: Counts(int(counts["version"]), int(counts["depth"])) for name, counts in queues.items()},
        frozenset(entries),
        tuple(
            Pair(name, call["agent"], call["operation"])
            for name, call in calls.items()
            if call["status"] == "offered"
        ),
        {name: agent["call"] for name, agent in agents.items() if agent["status"] == "offered"},
    )


def _connect(address: str) -> redis.Redis:
    return redis.Redis.from_url(address, decode_responses=True)
