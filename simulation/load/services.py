"""Services of the load: start, stop, state."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import IntegrityError, transaction

from routing import runtime
from routing.model.trail import LOAD_STARTED, LOAD_STOPPED
from routing.router import Router
from routing.services import trail_write
from simulation.agents_by_hand import agents_by_hand
from simulation.exceptions import LoadRunningError
from simulation.load import records as runs
from simulation.load.figures import LIMITS, LoadFigures, check_limits
from simulation.load.staff import agents_staff
from simulation.models import LoadRun
from simulation.people.callers import wishes_for

# Beat ticks once a second; a silence this long means that no worker runs.
SILENT_SECONDS = 10


class LoadStatus(StrEnum):
    """Idle, calls arriving, last calls ending, or a simulation in its place."""

    IDLE = "idle"
    RUNNING = "running"
    STOPPING = "stopping"
    SIMULATION = "simulation"


@dataclass(frozen=True)
class LoadState:
    """The load as pages show it; idle, it is all defaults.

    `arrived` counts callers so far, of whom `missed` could not be sent; `error` is a message, empty without
    one. `simulation` is the id of the simulation on the table, if any.
    """

    state: LoadStatus = LoadStatus.IDLE
    run: str = ""
    rate: float = 0.0
    agents: int = 0
    arrived: int = 0
    missed: int = 0
    elapsed_seconds: float = 0.0
    error: str = ""
    simulation: str = ""


def load_start(
    *,
    rate: float,
    agents: int,
    by: str,
    seed: int | None = None,
    answer_seconds: float = LoadFigures.answer_seconds,
    talk_seconds: float = LoadFigures.talk_seconds,
    wrap_up_seconds: float = LoadFigures.wrap_up_seconds,
    patience_seconds: float = LoadFigures.patience_seconds,
    router: Router | None = None,
    acting: Router | None = None,
) -> LoadState:
    """Makes sure that the agents are ready, and starts arrivals.

    `acting` is the router of the user, for the audit trail.

    `rate` is in calls per second, durations are means in seconds; the same seed and agents give the same
    arrivals. Raises LoadRangeError, LoadRunningError (also for the loser of two starts at once) and
    DynamoError, also if the audit entry cannot be written; then no load was started.
    """
    figures = LoadFigures(rate, agents, answer_seconds, talk_seconds, wrap_up_seconds, patience_seconds)
    seed = secrets.randbelow(int(LIMITS["seed"].most) + 1) if seed is None else seed
    check_limits("seed", seed)
    _refuse_second_run()
    router = router or runtime.router()
    ready = agents_staff(
        router,
        agents=agents,
        seed=seed,
        by_hand=agents_by_hand(),
        earlier=runs.staff_of_last_load(),
    )
    now = router.clock()
    run = LoadRun(
        id=secrets.token_hex(4),
        seed=seed,
        **vars(figures),
        wishes=[vars(wish) for wish in wishes_for(ready, router.skills)],
        staff=[agent.agent_id for agent in ready],
        started_at=now,
        started_by=by,
        lease_until=now,
    )
    try:
        with transaction.atomic():
            run.save(force_insert=True)
            _write_down(acting, LOAD_STARTED, run, by)
    except IntegrityError:
        _refuse_second_run()
        raise
    return _state_of(run, now)


def load_stop(*, by: str, now: datetime | None = None, acting: Router | None = None) -> LoadState:
    """Stops arrivals and ends the run's calls; no effect without a run.

    The run has ended once `load_state` is idle. Safe to repeat. Raises DynamoError if the audit entry cannot
    be written; then the load goes on.
    """
    now = now or runtime.now()
    run = runs.live_run()
    with transaction.atomic():
        if runs.stop_request(by=by, now=now) and run is not None:
            _write_down(acting, LOAD_STOPPED, run, by)
    return _state_of(runs.live_run(), now)


def load_state(*, now: datetime | None = None) -> LoadState:
    """The load now."""
    return _state_of(runs.live_run(), now or runtime.now())


def _write_down(acting: Router | None, kind: str, run: LoadRun, by: str) -> None:
    if acting is not None:
        what = f"{run.rate:g} calls/s, {run.agents} agents ({run.id})"
        trail_write(acting, kind=kind, by=by, reason=what)


def _refuse_second_run() -> None:
    run = runs.live_run()
    if run is not None:
        raise LoadRunningError(run.id, simulation=run.simulation)


def _state_of(run: LoadRun | None, now: datetime) -> LoadState:
    if run is None:
        return LoadState()
    if run.simulation:
        return LoadState(
            LoadStatus.SIMULATION,
            run=run.id,
            rate=run.rate,
            agents=run.agents,
            elapsed_seconds=max(0.0, (now - run.started_at).total_seconds()),
            simulation=run.simulation,
        )
    return LoadState(
        state=LoadStatus.STOPPING if run.stop_requested_at else LoadStatus.RUNNING,
        run=run.id,
        rate=run.rate,
        agents=run.agents,
        arrived=run.arrived,
        missed=run.missed,
        elapsed_seconds=max(0.0, (now - run.started_at).total_seconds()),
        error=run.error or _silence(run, now),
    )


def _silence(run: LoadRun, now: datetime) -> str:
    silent_seconds = (now - run.lease_until).total_seconds()
    if silent_seconds < SILENT_SECONDS:
        return ""
    return (
        f"No worker has looked after the load for {silent_seconds:.0f} seconds; are worker and beat running?"
    )
