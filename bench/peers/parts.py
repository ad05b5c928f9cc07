"""Parts of a match's time in the product: engine, its HTTP, client, planning; by processor time.

Processor time of the engine is that of its process. What of it goes to HTTP and JSON is measured with the
same requests to an engine without the table, which reads and refuses them; the JSON of answers counts as
storage. The client's is that of the threads inside `dynamo`; the rest of the matchers is planning: entries,
plan, change sets.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from bench.centre.contact_centre import router_on, table_on
from bench.centre.engine import own_engine
from bench.centre.processes import Crew
from bench.cost.usage import cpu_seconds
from bench.figures import Row, median
from dynamo.exceptions import TableMissingError
from dynamo.table import Table
from routing.dispatcher.dispatching import drain

Sent = tuple[str, tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True)
class Job:
    """Work of one matcher."""

    endpoint: str


@dataclass(frozen=True)
class Done:
    """Result of one matcher, in processor seconds, and what it asked of the table."""

    matches: int
    started_at: float
    ended_at: float
    cpu_seconds: float
    client_seconds: float
    asked: tuple[Sent, ...]


class TimedTable:
    """A table that keeps what it is asked, and counts the processor time of its answers in every thread."""

    def __init__(self, table: Table) -> None:
        self.seconds = 0.0
        self.asked: list[Sent] = []
        self._table = table
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._table, name)

        def timed(*values: Any, **named: Any) -> Any:
            began = time.thread_time()
            try:
                return method(*values, **named)
            finally:
                took = time.thread_time() - began
                with self._lock:
                    self.seconds += took
                    self.asked.append((name, values, named))

        return timed


PartsCrew = Crew[Job, Done]


def parts_crew(size: int) -> PartsCrew:
    """Processes that match and measure themselves; use as a context manager."""
    return Crew(size, ready)


def ready(job: Job) -> Callable[[], Done]:
    """A matcher with an open connection; call it to match until nothing more fits."""
    router = router_on(job.endpoint)
    router.table.exists()
    table = TimedTable(router.table)
    router = replace(router, table=cast("Table", table))

    def match() -> Done:
        began, cpu = time.monotonic(), time.process_time()
        made = len(drain(router).matches)
        cpu = time.process_time() - cpu
        return Done(made, began, time.monotonic(), cpu, table.seconds, tuple(table.asked))

    return match


def rows(filled: Path, matchers: Sequence[int], *, agents: int, rounds: int) -> list[Row]:
    """One row for each number of matchers, with medians over the rounds."""
    with parts_crew(max(matchers)) as crew:
        return [
            _middle([_measure(crew, filled, number, agents) for _ in range(rounds)]) for number in matchers
        ]


def _measure(crew: PartsCrew, filled: Path, matchers: int, agents: int) -> Row:
    with own_engine(filled) as endpoint:
        before = cpu_seconds()["engine"]
        work = crew.work([Job(endpoint)] * matchers)
        engine = cpu_seconds()["engine"] - before
    return row(work, engine, _http_seconds(work), agents=agents)


def _http_seconds(work: Sequence[Done]) -> float:
    """An engine's processor time for the same requests about a table that it does not have."""
    with own_engine() as endpoint:
        table, before = table_on(endpoint), cpu_seconds()["engine"]
        for name, values, named in (asked for one in work for asked in one.asked):
            with suppress(TableMissingError):
                getattr(table, name)(*values, **named)
        return cpu_seconds()["engine"] - before


def row(work: Sequence[Done], engine: float, http: float, *, agents: int) -> Row:
    """Milliseconds of each match. Pure."""
    matches = max(1, sum(one.matches for one in work))
    wall = max(one.ended_at for one in work) - min(one.started_at for one in work)
    client = sum(one.client_seconds for one in work)
    planning = sum(one.cpu_seconds for one in work) - client
    parts = {
        "wall_ms": wall,
        "engine_storage_ms": engine - http,
        "engine_http_ms": http,
        "client_ms": client,
        "planning_ms": planning,
    }
    shown = {name: round(seconds / matches * 1000, 3) for name, seconds in parts.items()}
    return {"measured": "a match", "matchers": len(work), "agents": agents, **shown}


def _middle(measured: Sequence[Row]) -> Row:
    """The first row with the median of every time. Pure."""
    times = [name for name in measured[0] if name.endswith("_ms")]
    return {**measured[0], **{name: median([one[name] for one in measured], 3) for name in times}}
