"""Simulations: started with a scenario, followed, stopped; their reports."""

from http import HTTPStatus
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Router, Schema
from pydantic import ConfigDict, Field, StrictBool

from api.access.allowed import Allowed, caller_of
from api.access.kept_answers import id_of_key
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.conventions.problems import Problem, wrong_field
from operations.operation import Permission
from routing.runtime import now
from routing.runtime import router as routing
from simulation.background.simulation_services import (
    real_time_start,
    simulation_list,
    simulation_show,
    simulation_start,
    simulation_stop,
    somebody_plays,
)
from simulation.exceptions import LoadRunningError
from simulation.models import SimulationRun
from simulation.reports.replications import MOST_REPLICATIONS
from simulation.scenarios import ScenarioError, as_deployed, scenario_from
from simulation.states import Place

router = Router(tags=["planning"])
READERS, STARTERS = (
    Allowed(Scope.READ, Permission.PLAN),
    Allowed(Scope.OPERATE, Permission.PLAN),
)
ID_LENGTH = 12
Id = Annotated[str, Path(max_length=ID_LENGTH)]
USUAL_REPLICATIONS = 20


class SimulationIn(Schema):
    """A scenario, as `GET /simulations/<id>/scenario` returns one, and how to run it.

    `live` runs it once, in real time on a table of its own. `as_deployed` uses the deployment's policies.
    """

    model_config = ConfigDict(extra="forbid")

    scenario: dict[str, Any]
    replications: Annotated[int, Field(strict=True, ge=1, le=MOST_REPLICATIONS)] = USUAL_REPLICATIONS
    clock: Literal["fast", "live"] = "fast"
    as_deployed: StrictBool = False


class SimulationOut(Schema):
    """A simulation. The report covers `done` of its replications; `share` of the whole is done."""

    id: str
    name: str
    state: str
    place: str
    has_ended: bool
    done: int
    replications: int
    share: float
    arrived: int
    error: str
    created_at: Moment
    created_by: str
    ended_at: Moment | None


@router.post("/simulations", auth=STARTERS, response={201: SimulationOut})
def simulation_begin(request: HttpRequest, found: SimulationIn) -> dict[str, Any]:
    """Starts a simulation. With an `Idempotency-Key`, a repeat returns the same one."""
    own_id = id_of_key(request)[:ID_LENGTH]
    run = simulation_show(own_id) if own_id else None
    return _one(run or _started(found, by=caller_of(request).name, own_id=own_id))


@router.get("/simulations", auth=READERS, response=Items[SimulationOut])
def simulations(
    request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[dict[str, Any]]:
    """Lists the kept simulations, the newest first."""
    page, busy = page_of(simulation_list(), _place, cursor=cursor, limit=limit), somebody_plays()
    return Page([_shown(run, is_waited_for=busy) for run in page.items], page.next)


@router.get("/simulations/{simulation_id}", auth=READERS, response=SimulationOut)
def simulation(request: HttpRequest, simulation_id: Id) -> dict[str, Any]:
    """Returns one simulation."""
    return _one(_existing(simulation_id))


@router.get("/simulations/{simulation_id}/report", auth=READERS, response=dict[str, Any])
def simulation_report(request: HttpRequest, simulation_id: Id) -> dict[str, Any]:
    """Returns the report so far, as `manage.py simulate --json` prints it."""
    report: dict[str, Any] | None = _existing(simulation_id).report
    if not report:
        sentence = "report: there is none yet; it appears with the first replications"
        raise Problem(HTTPStatus.NOT_FOUND, sentence, field="report")
    return report


@router.get("/simulations/{simulation_id}/scenario", auth=READERS, response=dict[str, Any])
def simulation_scenario(request: HttpRequest, simulation_id: Id) -> dict[str, Any]:
    """Returns the scenario, which can be changed and started again."""
    found: dict[str, Any] = _existing(simulation_id).scenario
    return found


@router.post("/simulations/{simulation_id}/stop", auth=STARTERS, response=SimulationOut)
def simulation_end(request: HttpRequest, simulation_id: Id) -> dict[str, Any]:
    """Ends a simulation with the results so far; safe to repeat."""
    run = simulation_stop(simulation_id, by=caller_of(request).name, router=routing())
    return _one(run or _existing(simulation_id))


def _started(found: SimulationIn, *, by: str, own_id: str) -> SimulationRun:
    """Raises Problem: 400 with the field, 409 while another is in the way."""
    try:
        scenario = scenario_from(found.scenario)
        if found.as_deployed:
            scenario = as_deployed(scenario, routing().policies, routing().newest_first)
        if found.clock == "live":
            return real_time_start(scenario, place=Place.APART, by=by, own_id=own_id, router=routing())
        return simulation_start(
            scenario, replications=found.replications, by=by, own_id=own_id, router=routing()
        )
    except ScenarioError as error:
        raise _refused(error) from None
    except LoadRunningError as error:
        raise Problem(
            HTTPStatus.CONFLICT, str(error), "running", present={"simulation": error.simulation}
        ) from None


def _refused(error: ScenarioError) -> Problem:
    """409 if too many wait: it may be started later."""
    if error.field == "simulations":
        return Problem(HTTPStatus.CONFLICT, str(error), "too_many_waiting", error.field)
    return wrong_field(error.field, str(error).removeprefix(f"{error.field}: "))


def _existing(simulation_id: str) -> SimulationRun:
    run = simulation_show(simulation_id)
    if run is None:
        sentence = f"simulation: there is no simulation {simulation_id!r}; the oldest are deleted over time"
        raise Problem(HTTPStatus.NOT_FOUND, sentence, field="simulation")
    return run


def _one(run: SimulationRun) -> dict[str, Any]:
    return _shown(run, is_waited_for=somebody_plays())


def _shown(run: SimulationRun, *, is_waited_for: bool) -> dict[str, Any]:
    progress = run.progress(now(), is_waited_for=is_waited_for)
    names = (name for name in SimulationOut.model_fields if name != "share")
    return {**{name: getattr(run, name) for name in names}, "share": round(progress.share, 4)}


def _place(run: SimulationRun) -> tuple[float, str]:
    return (-run.created_at.timestamp(), run.id)
