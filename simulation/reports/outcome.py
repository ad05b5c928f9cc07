"""Outcome figures of a tally: shares, waits, service level. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from routing.model.service_level import ServiceLevel
from simulation.forward.counts import Counts, Tally

QUANTILES = {"wait_p50_seconds": 0.5, "wait_p90_seconds": 0.9, "wait_p99_seconds": 0.99}


@dataclass(frozen=True)
class Outcome:
    """Outcomes of offered calls. Counts are means over replications; shares are from 0 to 1.

    ASA and the quantiles are of the waits of answered calls, ringing included, and within 1 %; the longest
    wait is of all that ended. `wait_probability` is the share of offered calls not answered at once.
    `matches_per_second` are the matches made for these calls ÷ the seconds in which they arrived; `conflicts`
    the matches refused because another was first. A figure is None without calls, and conflicts if only known
    of several queues together.
    """

    offered: float
    answered: float
    abandoned: float
    set_aside: float
    service_level: float | None
    asa_seconds: float | None
    wait_p50_seconds: float | None
    wait_p90_seconds: float | None
    wait_p99_seconds: float | None
    longest_wait_seconds: float
    abandoned_share: float | None
    wait_probability: float | None
    matches_per_second: float | None
    conflicts: float | None


def added(tallies: Iterable[Tally]) -> Tally:
    return reduce(_merged, tallies, Tally())


def of_channel(counts: Counts, channel: str) -> Tally:
    """All calls of a run on a channel."""
    rows = zip(counts.queues, counts.cells, strict=True)
    return added(tally for queue, row in rows if queue.channel == channel for tally in row)


def _merged(total: Tally, one: Tally) -> Tally:
    total.merge(one)
    return total


def outcome_of(
    tally: Tally, level: ServiceLevel, *, runs: int = 1, seconds: float, conflicts: int | None
) -> Outcome:
    """The figures of a tally, from the seconds of arrivals per replication and the replications."""
    offered = tally.offered
    return Outcome(
        offered=offered / runs,
        answered=tally.answered / runs,
        abandoned=tally.abandoned / runs,
        set_aside=tally.set_aside / runs,
        service_level=level.share(tally.counted),
        asa_seconds=tally.waits.mean,
        **{name: tally.waits.quantile(share) for name, share in QUANTILES.items()},
        longest_wait_seconds=tally.longest,
        abandoned_share=tally.abandoned / offered if offered else None,
        wait_probability=1 - tally.at_once / offered if offered else None,
        matches_per_second=tally.matches / runs / seconds if seconds else None,
        conflicts=None if conflicts is None else conflicts / runs,
    )
