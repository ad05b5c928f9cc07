"""Start of a simulation in real time: one at a time, on a table of its own or the deployment's."""

from django.db import IntegrityError

from routing import runtime
from routing.router import Router
from simulation import run_records
from simulation.background.simulation_services import run_keep
from simulation.in_real_time.real_time_limits import check_real_time
from simulation.in_real_time.tables import deployment_check
from simulation.models import SimulationRun
from simulation.scenarios import Scenario
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
    try:
        return run_keep(
            scenario,
            router=router,
            by=by,
            how=f"in real time {PLACES[place]}",
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
