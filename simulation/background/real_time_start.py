"""Start of a simulation in real time: one at a time, on a table of its own or the deployment's."""

import secrets

from django.db import IntegrityError, transaction

from routing import runtime
from routing.model.trail import SIMULATION_STARTED
from routing.router import Router
from routing.services import trail_write
from simulation.background import real_time_records
from simulation.background.services import MOST_KEPT
from simulation.background.virtual_records import forget_old
from simulation.in_real_time.real_time_limits import check_real_time
from simulation.in_real_time.tables import deployment_check
from simulation.load import records as load_records
from simulation.models import SimulationRun
from simulation.scenarios import Scenario, scenario_to
from simulation.states import Place, RunState

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
    router: Router | None = None,
) -> SimulationRun:
    """Queues a scenario for workers in real time, with an audit entry.

    With an `owner` that process plays it from the start. Raises as `real_time_check`, and DynamoError; then
    nothing was started.
    """
    router = router or runtime.router()
    real_time_check(scenario, place=place, router=router)
    now = router.clock()
    run = SimulationRun(
        id=secrets.token_hex(4),
        name=scenario.name,
        scenario=scenario_to(scenario),
        replications=1,
        expected_calls=scenario.expected_calls,
        state=RunState.RUNNING if owner else RunState.QUEUED,
        owner=owner,
        started_at=now if owner else None,
        created_at=now,
        created_by=by,
        heard_at=now,
        place=place,
        is_cleared=False,
    )
    try:
        with transaction.atomic():
            forget_old(keep_newest=MOST_KEPT - 1)
            run.save(force_insert=True)
            trail_write(
                router,
                kind=SIMULATION_STARTED,
                by=by,
                reason=f"{run.name}, in real time {PLACES[place]} ({run.id})",
            )
    except IntegrityError:
        _refuse_second(place)
        raise
    return run


def _refuse_second(place: Place) -> None:
    load_records.refuse_second(real_time_records.uncleared())
    if place == Place.DEPLOYMENT:
        load_records.refuse_second(load_records.on_the_deployment())
