"""Measurement of matching: several matcher processes empty a filled table."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.bare import BARE, findings, take_all
from bench.centre.contact_centre import router_on
from bench.centre.engine import own_engine
from bench.centre.processes import Crew
from bench.peers import product
from routing.dispatcher.dispatching import drain
from routing.repair.audit import audit

STRATEGIES = ("published", "batched")


@dataclass(frozen=True)
class Job:
    """Work of one matcher, and its time limit."""

    endpoint: str
    strategy: str
    most_seconds: float


@dataclass
class Work:
    """Result of one matcher: moments of the machine's monotonic clock, latencies in seconds.

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
    def matches_per_second(self) -> float:
        """Over all matchers; 0 without any."""
        return self.matches / self.seconds if self.matches else 0.0

    @property
    def latencies(self) -> list[float]:
        """Every match's latency, ascending."""
        return sorted(latency for one in self.work for latency in one.latencies)

    def per_match(self, name: str) -> float:
        """A count or cost of all matchers for each match."""
        return float(sum(getattr(one, name) for one in self.work)) / max(1, self.matches)


MatcherCrew = Crew[Job, Work]


def matcher_crew(size: int) -> MatcherCrew:
    """Processes that match; use as a context manager."""
    return Crew(size, ready_to_match)


def measure(
    crew: MatcherCrew, filled: Path, *, strategy: str, matchers: int, most_seconds: float
) -> Measurement:
    """Has the matchers empty a copy of the filled table, up to a time limit, and audits it.

    Raises RuntimeError if a matcher failed or the table is not sound afterwards.
    """
    with own_engine(filled) as endpoint:
        before = product.read(endpoint) if strategy == BARE else None
        work = crew.work([Job(endpoint, strategy, most_seconds)] * matchers)
        faults = findings(endpoint, before) if before else audit(router_on(endpoint))
    if faults:
        raise RuntimeError(f"{strategy} with {matchers} matchers left a broken table: {faults[0]}")
    return Measurement(tuple(work))


def compare(
    crew: MatcherCrew,
    filled: Path,
    *,
    matchers: int,
    rounds: int,
    most_seconds: float,
    strategies: Sequence[str] = STRATEGIES,
) -> dict[str, list[Measurement]]:
    """The measurements of each strategy, made in turns within each round, in an order that alternates."""
    found: dict[str, list[Measurement]] = {strategy: [] for strategy in strategies}
    for number in range(rounds):
        for strategy in strategies if number % 2 == 0 else reversed(strategies):
            measured = measure(crew, filled, strategy=strategy, matchers=matchers, most_seconds=most_seconds)
            found[strategy].append(measured)
            print(
                f"{matchers} matchers, round {number + 1}, {strategy}: "
                f"{measured.matches} matches in {measured.seconds:.1f} s",
                file=sys.stderr,
            )
    return found


def ready_to_match(job: Job) -> Callable[[], Work]:
    """A matcher with an open connection; call it to match until nothing more fits or time is up."""
    work = Work()
    round_started_at = 0.0

    def may_start() -> bool:
        nonlocal round_started_at
        round_started_at = time.monotonic()
        return round_started_at < work.started_at + job.most_seconds

    def made(number: int = 1) -> None:
        work.ended_at = time.monotonic()
        work.matches += number
        work.latencies += [work.ended_at - round_started_at] * number

    router = router_on(job.endpoint, strategy=job.strategy, emit=lambda events: made(len(events)))
    router.table.exists()

    def match() -> Work:
        before = router.table.meter.reading()
        work.started_at = work.ended_at = time.monotonic()
        if job.strategy == BARE:
            refused = take_all(router, Random(), keep_on=may_start, taken=made)  # noqa: S311 - no secret
        else:
            refused = drain(router, keep_on=may_start).conflicts
        cost = router.table.meter.reading() - before
        work.retries = refused + cost.retries
        work.read_units, work.write_units = cost.read_units, cost.write_units
        return work

    return match
