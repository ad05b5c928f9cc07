"""States and progress of a simulation. Pure."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

# A worker sends a heartbeat twice a second; a silence this long means that it is lost.
LOST_SECONDS = 10.0
# A load only goes on where it was, so its next worker need not wait that long.
LOAD_LEASE_SECONDS = 3.0
# Before that the rate is unstable.
LEAST_SECONDS_FOR_RATE = 0.5


class RunState(StrEnum):
    """Waiting for a worker, playing, stopping, or ended in one of three ways."""

    QUEUED = "queued"
    RUNNING = "running"
    STOPPING = "stopping"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class Place(StrEnum):
    """Table of a scenario: none in virtual time, else its own or the deployment's."""

    VIRTUAL = "virtual"
    APART = "apart"
    DEPLOYMENT = "deployment"


WITH_WORKER = (RunState.RUNNING, RunState.STOPPING)
ENDED = (RunState.DONE, RunState.STOPPED, RunState.FAILED)


@dataclass(frozen=True)
class Progress:
    """Progress of a simulation: replications and calls done, calls per second, remaining time.

    `share` is from 0 to 1, `remaining_seconds` None while unknown. `is_lost`: its worker has been silent for
    more than ten seconds, or none has taken it though none is busy.
    """

    done: int
    total: int
    arrived: int
    share: float
    calls_per_second: float | None
    remaining_seconds: float | None
    silent_seconds: float
    is_lost: bool


def progress_of(
    *,
    state: RunState,
    done: int,
    total: int,
    arrived: int,
    expected_calls: float,
    started_at: datetime | None,
    heard_at: datetime,
    now: datetime,
    is_waited_for: bool = False,
) -> Progress:
    """Its progress. `expected_calls` is of all replications; `is_waited_for`: one is played."""
    share = 1.0 if state is RunState.DONE else min(0.999, arrived / expected_calls)
    took = (heard_at - started_at).total_seconds() if started_at else 0.0
    silent = max(0.0, (now - heard_at).total_seconds()) if state not in ENDED else 0.0
    has_rate = took >= LEAST_SECONDS_FOR_RATE and arrived > 0
    going = state is RunState.RUNNING and has_rate
    return Progress(
        done=done,
        total=total,
        arrived=arrived,
        share=share,
        calls_per_second=arrived / took if has_rate else None,
        remaining_seconds=max(0.0, took / share * (1 - share) - silent) if going and share else None,
        silent_seconds=silent,
        is_lost=silent > LOST_SECONDS and not (is_waited_for and state is RunState.QUEUED),
    )
