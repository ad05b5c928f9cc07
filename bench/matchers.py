"""Owns one measurement of matching: so many matcher processes empty a filled table, and what that took."""

import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

from bench.contact_centre import fill, router_on
from routing import services
from routing.audit import audit
from routing.dispatch import drain
from routing.events import Event

LONGEST_RUN_SECONDS = 300.0


@dataclass
class Work:
    """What one matcher did: moments are of the machine's monotonic clock, latencies in seconds.

    The latency of a match is the time from the start of the round that made it to its commit.
    """

    started_at: float = 0.0
    ended_at: float = 0.0
    matches: int = 0
    retries: int = 0
    read_units: float = 0.0
    write_units: float = 0.0
    latencies: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Measurement:
    """All matchers of one run together."""

    work: tuple[Work, ...]

    @property
    def matches(self) -> int:
        """Matches committed by all."""
        return sum(one.matches for one in self.work)

    @property
    def seconds(self) -> float:
        """From the first start to the last commit."""
        return max(one.ended_at for one in self.work) - min(one.started_at for one in self.work)

    @property
    def latencies(self) -> list[float]:
        """Every match's latency, ascending."""
        return sorted(latency for one in self.work for latency in one.latencies)

    def per_match(self, name: str) -> float:
        """A count or cost of all matchers for each match."""
        return float(sum(getattr(one, name) for one in self.work)) / max(1, self.matches)


def measure(
    endpoint: str, table: str, *, strategy: str, matchers: int, agents: int, seed: int
) -> Measurement:
    """Fills a new table, lets the matchers empty it, audits it, deletes it.

    Raises RuntimeError if a matcher failed or the table is not sound afterwards.
    """
    router = router_on(endpoint, table)
    fill(router, agents=agents, seed=seed)
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(matchers), context.Queue()
    processes = [
        context.Process(target=_match, args=(endpoint, table, strategy, barrier, answers), daemon=True)
        for _ in range(matchers)
    ]
    for process in processes:
        process.start()
    work = tuple(answers.get(timeout=LONGEST_RUN_SECONDS) for _ in processes)
    for process in processes:
        process.join()
    findings = audit(router)
    services.table_delete(router)
    if findings:
        raise RuntimeError(f"{strategy} with {matchers} matchers left a broken table: {findings[0]}")
    return Measurement(work)


def _match(endpoint: str, table: str, strategy: str, barrier: Barrier, answers: "Queue[Work]") -> None:
    """One matcher process: waits for the others, then matches until nothing fits any more."""
    work = Work()
    round_started_at = 0.0

    def starting() -> bool:
        nonlocal round_started_at
        round_started_at = time.monotonic()
        return True

    def told(events: Sequence[Event]) -> None:
        work.ended_at = time.monotonic()
        work.matches += len(events)
        work.latencies += [work.ended_at - round_started_at] * len(events)

    router = router_on(endpoint, table, strategy=strategy, emit=told)
    router.table.exists()  # opens the connection, so that the first match does not pay for it
    barrier.wait(LONGEST_RUN_SECONDS)
    cost = router.table.meter.reading()
    work.started_at = work.ended_at = time.monotonic()
    done = drain(router, keep_on=starting)
    cost = router.table.meter.reading() - cost
    work.retries = done.conflicts + cost.retries
    work.read_units, work.write_units = cost.read_units, cost.write_units
    answers.put(work)
