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
from simulation import run_records
from simulation.agents_by_hand import agents_by_hand
from simulation.load import records
from simulation.load.load_plan import LIMITS, Load, LoadFigures, check_limits, load_from, load_to
from simulation.load.staff import agents_staff
from simulation.models import LoadRun, SimulationRun
from simulation.people.callers import wishes_for
from simulation.scenarios import ScenarioError, scenario_from
from simulation.states import LOST_SECONDS, Place, RunState

NAME = "Demo load"


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
    run_records.refuse_second(run_records.on_the_deployment())
    router = router or runtime.router()
    ready = agents_staff(
        router,
        agents=agents,
        seed=seed,
        by_hand=agents_by_hand(),
        earlier=records.staff_of_last_load(),
    )
    wishes, staff = wishes_for(ready, router.skills), tuple(agent.agent_id for agent in ready)
    now = router.clock()
    run = _new_run(Load(seed, figures, wishes, staff), by=by, now=now)
    try:
        with transaction.atomic():
            run.save(force_insert=True)
            _write_down(acting, LOAD_STARTED, run, by)
    except IntegrityError:
        run_records.refuse_second(run_records.on_the_deployment())
        raise
    return _state_of(run, now)


def load_stop(*, by: str, now: datetime | None = None, acting: Router | None = None) -> LoadState:
    """Stops arrivals and ends the run's calls; no effect without a run.

    The run has ended once `load_state` is idle. Safe to repeat. Raises DynamoError if the audit entry cannot
    be written; then the load goes on.
    """
    now = now or runtime.now()
    run = records.live_run()
    with transaction.atomic():
        if run is not None and run_records.stop_request(run, by=by, now=now):
            _write_down(acting, LOAD_STOPPED, run, by)
    return load_state(now=now)


def load_state(*, now: datetime | None = None) -> LoadState:
    return _state_of(run_records.on_the_deployment(), now or runtime.now())


def _new_run(load: Load, *, by: str, now: datetime) -> LoadRun:
    return LoadRun(
        id=secrets.token_hex(4),
        name=NAME,
        scenario=load_to(load),
        replications=1,
        expected_calls=0,
        state=RunState.RUNNING,
        created_at=now,
        created_by=by,
        started_at=now,
        begins_at=now,
        heard_at=now,
        place=Place.DEPLOYMENT,
        is_endless=True,
        is_cleared=False,
    )


def _write_down(acting: Router | None, kind: str, run: LoadRun, by: str) -> None:
    if acting is not None:
        figures = load_from(run.scenario).figures
        what = f"{figures.rate:g} calls/s, {figures.agents} agents ({run.id})"
        trail_write(acting, kind=kind, by=by, reason=what)


def _state_of(run: SimulationRun | None, now: datetime) -> LoadState:
    if run is None:
        return LoadState()
    elapsed_seconds = max(0.0, (now - run.created_at).total_seconds())
    if not run.is_endless:
        rate, agents = _size_of(run)
        return LoadState(
            LoadStatus.SIMULATION,
            run=run.id,
            rate=rate,
            agents=agents,
            elapsed_seconds=elapsed_seconds,
            simulation=run.id,
        )
    figures = load_from(run.scenario).figures
    return LoadState(
        state=LoadStatus.RUNNING if run.state == RunState.RUNNING else LoadStatus.STOPPING,
        run=run.id,
        rate=figures.rate,
        agents=figures.agents,
        arrived=run.arrived,
        missed=records.missed_of(run),
        elapsed_seconds=elapsed_seconds,
        error=run.error or _silence(run, now),
    )


def _size_of(run: SimulationRun) -> tuple[float, int]:
    """Calls a second and agents of a scenario; none where an update no longer accepts it."""
    try:
        scenario = scenario_from(run.scenario)
    except ScenarioError:
        return 0.0, 0
    rate = scenario.expected_calls / scenario.length_seconds * scenario.speed
    return rate, sum(group.agents for group in scenario.groups)


def _silence(run: SimulationRun, now: datetime) -> str:
    """Beat sends a worker once a second; where none comes for long, none is there."""
    silent_seconds = (now - run.heard_at).total_seconds()
    if silent_seconds < LOST_SECONDS:
        return ""
    return (
        f"No worker has looked after the load for {silent_seconds:.0f} seconds; are worker and beat running?"
    )
