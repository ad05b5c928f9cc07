"""`python -m bench.reporting`: events a second into and out of the buffers, beside two plainer ways.

produce: events over 20 keys, in commits of 50, by one process. consume: the same events into a sink that
keeps nothing, by one process. commit: the time reporting adds to one commit of three events. age: the age of
events of a steady stream from one process, delivered by another. Redis gone, hangs: the time reporting adds
to commits while Redis is killed or stopped, in the quietest of five rounds. Redis is a separate one that
keeps every write. Figures are medians over the rounds, in which the ways take turns.
"""

import argparse
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import redis

from bench.centre.engine import running, temporary_folder
from bench.figures import Row, median, printed, quantile
from bench.options import positive
from bench.ports import free_port
from bench.reporting.age import Stream, ages_of, an_event
from bench.reporting.ways import Ours, Streams, TwoCalls, Way
from localservices.child import Child
from localservices.redis_server import redis_binary, redis_program, redis_url
from reporting.buffers.in_redis import connect
from reporting.buffers.producer import TIMEOUT_SECONDS
from routing.runtime import new_id

KEYS, COMMIT = 20, 50
SMALL_COMMIT, COMMITS = 3, 1_000
AWAY_ROUNDS, AWAY_SECONDS = 5, 1.0
RATE, RATE_KEYS = 5_000, 200
# A tenth of the events is enough for a way that takes them one by one.
SLOWER = 10


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    rows = run(events=options.events, rounds=options.rounds, seconds=options.seconds)
    print(printed(rows, as_json=options.json))


def run(*, events: int, rounds: int, seconds: int) -> list[Row]:
    """A row for each way, one for a commit, and one for the steady stream."""
    with own_redis() as url:
        ways: dict[str, tuple[int, Callable[[redis.Redis], Way]]] = {
            Ours.name: (events, lambda client: Ours(client, new_id)),
            Streams.name: (events, Streams),
            TwoCalls.name: (max(COMMIT, events // SLOWER), TwoCalls),
        }
        measured: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, (count, make) in ways.items():
                measured[name].append(_both_sides(url, make, count))
                print(name, *(f"{rate:,.0f}/s" for rate in measured[name][-1]), file=sys.stderr)
        rows = [_way_row(name, measured[name]) for name in ways]
        rows += [_commit_row(url), _age_row(Stream(url, RATE, RATE_KEYS, seconds))]
    return [*rows, *(_away_row(how) for how in ("gone", "hangs"))]


def _both_sides(url: str, make: Callable[["redis.Redis"], Way], count: int) -> tuple[float, float]:
    """Events a second produced, and consumed."""
    events = [an_event(number, number % KEYS) for number in range(count)]
    with redis.Redis.from_url(url) as client:
        client.flushall()
        way = make(client)
        began = time.perf_counter()
        for start in range(0, count, COMMIT):
            way.produce(events[start : start + COMMIT])
        produced = time.perf_counter()
        consumed = way.consume()
        ended = time.perf_counter()
    if consumed != count:
        raise RuntimeError(f"{way.name}: {consumed} of {count} events came out")
    return count / (produced - began), count / (ended - produced)


def _way_row(name: str, measured: Sequence[tuple[float, float]]) -> Row:
    return {
        "way": name,
        "produced_per_s": median([one[0] for one in measured], 0),
        "consumed_per_s": median([one[1] for one in measured], 0),
    }


def _commit_row(url: str) -> Row:
    with redis.Redis.from_url(url) as client:
        client.flushall()
        way = Ours(client, new_id)
        took = []
        for commit in range(COMMITS):
            events = [an_event(commit, commit % KEYS) for _ in range(SMALL_COMMIT)]
            began = time.perf_counter()
            way.produce(events)
            took.append((time.perf_counter() - began) * 1000)
    return {
        "measured": "commit",
        "events": SMALL_COMMIT,
        "p50_ms": round(quantile(sorted(took), 0.5), 3),
        "p99_ms": round(quantile(sorted(took), 0.99), 3),
    }


def _age_row(stream: Stream) -> Row:
    with redis.Redis.from_url(stream.url) as client:
        client.flushall()
    ages, share = ages_of(stream)
    return {
        "measured": "age",
        "rate": stream.rate,
        "keys": stream.keys,
        "not_delivered": stream.events - len(ages),
        "p50_ms": round(quantile(ages, 0.5) * 1000, 1),
        "p99_ms": round(quantile(ages, 0.99) * 1000, 1),
        "core_percent": round(share * 100, 1),
    }


def _away_row(how: str) -> Row:
    """The quietest of some rounds: other load on the machine only adds to it."""
    took = min((_commits_while_away(how) for _ in range(AWAY_ROUNDS)), key=max)
    most = {"p99_ms": round(quantile(sorted(took), 0.99), 3), "most_ms": round(max(took), 3)}
    return {"measured": f"Redis {how}", "commits": len(took), **most}


def _commits_while_away(how: str) -> list[float]:
    """Milliseconds of each commit while Redis is killed, or stopped: then it accepts connections silently."""
    took = []
    with own_redis_process() as (url, process):
        way = Ours(connect(url, timeout_seconds=TIMEOUT_SECONDS), new_id)
        way.produce([an_event(0, 0)])
        os.kill(process.pid, signal.SIGKILL if how == "gone" else signal.SIGSTOP)
        until = time.perf_counter() + AWAY_SECONDS
        while (began := time.perf_counter()) < until:
            way.produce([an_event(0, number) for number in range(SMALL_COMMIT)])
            took.append((time.perf_counter() - began) * 1000)
            time.sleep(0.001)
        if how == "hangs":
            os.kill(process.pid, signal.SIGCONT)
    return took


@contextmanager
def own_redis() -> Iterator[str]:
    """The address of a separate Redis, which stops with the block."""
    with own_redis_process() as (url, _):
        yield url


@contextmanager
def own_redis_process() -> Iterator[tuple[str, Child]]:
    """The same, with its process."""
    with temporary_folder() as folder:
        port, password, log = free_port(), secrets.token_hex(), folder / "redis.log"
        program = redis_program(binary=redis_binary(), port=port, password=password, data=folder, log=log)
        with running(program) as child:
            yield redis_url(port, password), child


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.reporting", description="Compare ways to hand on events within one run."
    )
    parser.add_argument("--events", type=positive, default=50_000, help="events a round (50,000)")
    parser.add_argument("--rounds", type=positive, default=3, help="interleaved rounds, of which medians (3)")
    parser.add_argument("--seconds", type=positive, default=20, help="how long the steady stream is (20)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
