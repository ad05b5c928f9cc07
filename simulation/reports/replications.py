"""Replications: the same scenario several times, each with its own random numbers. Pure."""

from collections.abc import Iterator
from hashlib import blake2b

from simulation.forward import Counts, Watch, fast_forward
from simulation.ranges import Limits
from simulation.reports.report import Gathered, Report
from simulation.scenarios import Scenario, ScenarioRangeError
from simulation.scenarios.field_limits import LIMITS

MOST_REPLICATIONS = 1_000


def seed_of(seed: int, replication: int) -> int:
    """The seed of a replication; the first has the scenario's own.

    Two scenarios with neighbouring seeds share no other replication.
    """
    if not replication:
        return seed
    digest = blake2b(f"{seed}/replication/{replication}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % (int(LIMITS["seed"].most) + 1)


def replicated(scenario: Scenario, replications: int, *, watch: Watch | None = None) -> Iterator[Counts]:
    """Plays replications lazily. Raises ScenarioRangeError.

    One stopped by `watch` is the last, and is left out unless it is the only one.
    """
    check_replications(replications)
    for number in range(replications):
        counts = fast_forward(scenario, seed=seed_of(scenario.seed, number), watch=watch)
        if counts.stopped_at is None or not number:
            yield counts
        if counts.stopped_at is not None:
            return


def simulated(scenario: Scenario, *, replications: int = 1, watch: Watch | None = None) -> Report:
    """Plays a scenario and answers the report. Raises ScenarioRangeError."""
    gathered = Gathered(scenario.seed)
    for counts in replicated(scenario, replications, watch=watch):
        gathered.add(counts)
    return gathered.report()


def check_replications(replications: int) -> None:
    """Raises ScenarioRangeError above 1,000 replications and below one."""
    limits = Limits(1, MOST_REPLICATIONS, "")
    if replications not in limits:
        raise ScenarioRangeError("replications", replications, limits)
