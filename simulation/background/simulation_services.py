"""Services of background simulations: start, stop, show, list."""

import secrets
from typing import Any

from django.db import IntegrityError, transaction

from routing import runtime
from routing.model.trail import SIMULATION_STARTED, SIMULATION_STOPPED
from routing.router import Router
from routing.services import trail_write
from simulation import run_records
from simulation.background.size_limits import check_background
from simulation.in_real_time.real_time_limits import check_real_time
from simulation.in_real_time.tables import deployment_check
from simulation.models import SimulationRun
from simulation.scenarios import Scenario, ScenarioError, scenario_to
from simulation.states import WITH_WORKER, Place, RunState

MOST_QUEUED = 20
MOST_KEPT = 200


def simulation_start(
    scenario: Scenario, *, replications: int, by: str, own_id: str = "", router: Router | None = None
) -> SimulationRun:
    """Queues a scenario for the next free worker, with an audit entry; under an `own_id` that none has.

    Raises ScenarioError if it is too large or too many wait, and DynamoError if the audit entry cannot be
    written; then nothing was started.
    """
    check_background(scenario, replications)
    waiting = SimulationRun.objects.filter(place=Place.VIRTUAL, state=RunState.QUEUED)
    if waiting.count() >= MOST_QUEUED:
        raise ScenarioError("simulations", f"{MOST_QUEUED} are already waiting; stop one, or try again later")
    router = router or runtime.router()
    return run_keep(
        scenario,
        router=router,
        by=by,
        how=f"{replications} times",
        own_id=own_id,
        replications=replications,
        expected_calls=scenario.expected_calls * replications,
        state=RunState.QUEUED,
    )


def run_keep(
    scenario: Scenario, *, router: Router, by: str, how: str, own_id: str = "", **facts: Any
) -> SimulationRun:
    """Keeps a new run of a scenario, with an audit entry; one of the oldest makes room for it."""
    now = router.clock()
    run = SimulationRun(
        id=own_id or secrets.token_hex(4),
        name=scenario.name,
        scenario=scenario_to(scenario),
        created_at=now,
        created_by=by,
        heard_at=now,
        **facts,
    )
    with transaction.atomic():
        run_records.forget_old(keep_newest=MOST_KEPT - 1)
        run.save(force_insert=True)
        trail_write(router, kind=SIMULATION_STARTED, by=by, reason=f"{run.name}, {how} ({run.id})")
    return run


def simulation_stop(simulation_id: str, *, by: str, router: Router | None = None) -> SimulationRun | None:
    """Ends a simulation with the results so far, with an audit entry.

    None for an unknown id. Safe to repeat. Raises DynamoError if the audit entry cannot be written; then it
    goes on.
    """
    router = router or runtime.router()
    run = simulation_show(simulation_id)
    if run is None:
        return None
    with transaction.atomic():
        if run_records.stop_request(run, by=by, now=router.clock()):
            trail_write(router, kind=SIMULATION_STOPPED, by=by, reason=f"{run.name} ({run.id})")
    return simulation_show(simulation_id)


def simulation_show(simulation_id: str) -> SimulationRun | None:
    return SimulationRun.objects.filter(pk=simulation_id).first()


def simulation_list() -> list[SimulationRun]:
    """All kept simulations, the newest first, without their reports."""
    return list(SimulationRun.objects.defer("report", "sheet", "scenario")[:MOST_KEPT])


def somebody_plays() -> bool:
    """Whether a worker plays a simulation in virtual time, so that others have to wait."""
    return SimulationRun.objects.filter(place=Place.VIRTUAL, state__in=WITH_WORKER).exists()


PLACES = {Place.APART: "on a table of its own", Place.DEPLOYMENT: "on the deployment's table"}


def real_time_check(scenario: Scenario, *, place: Place, router: Router | None = None) -> None:
    """Raises ScenarioError, RoutingError or LoadRunningError if a scenario cannot be started there now."""
    check_real_time(scenario)
    if place == Place.DEPLOYMENT:
        deployment_check(scenario, router or runtime.router())
    _refuse_second(place)


def real_time_start(
    scenario: Scenario,
    *,
    place: Place,
    by: str,
    owner: str = "",
    own_id: str = "",
    router: Router | None = None,
) -> SimulationRun:
    """Queues a scenario for workers in real time, with an audit entry.

    With an `owner` that process plays it from the start. Raises as `real_time_check`, and DynamoError; then
    nothing was started.
    """
    router = router or runtime.router()
    real_time_check(scenario, place=place, router=router)
    try:
        return run_keep(
            scenario,
            router=router,
            by=by,
            how=f"in real time {PLACES[place]}",
            own_id=own_id,
            replications=1,
            expected_calls=scenario.expected_calls,
            state=RunState.RUNNING if owner else RunState.QUEUED,
            owner=owner,
            started_at=router.clock() if owner else None,
            place=place,
            is_cleared=False,
        )
    except IntegrityError:
        _refuse_second(place)
        raise


def _refuse_second(place: Place) -> None:
    run_records.refuse_second(run_records.simulation_in_real_time())
    if place == Place.DEPLOYMENT:
        run_records.refuse_second(run_records.on_the_deployment())
