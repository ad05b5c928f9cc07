"""Clock of a new simulation: virtual or real time, and the confirmation before one among real calls."""

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.roles import CONTROL_LOAD
from dashboard.access.permissions import LACKING
from dashboard.formats.number_fields import NumberField
from dashboard.operations.acting import user_name
from routing.router import Router
from routing.runtime import table_name
from simulation.background.simulation_services import real_time_start, simulation_start
from simulation.models import SimulationRun
from simulation.scenarios import Scenario, ScenarioError, as_deployed, scenario_from
from simulation.states import Place

FAST, LIVE = "fast", "live"
CLOCKS = ((FAST, "Virtual time: hours in seconds"), (LIVE, "Real time: run by workers on a table"))


class ClockForm(forms.Form):
    """Virtual or real time; for real time its speed, its table and, for the deployment's, the table's name
    typed.

    `as_deployed` plays with the deployment's policies and queue order instead of the scenario's.
    """

    clock = forms.ChoiceField(choices=CLOCKS, required=False)
    speed = NumberField(required=False, error_messages={"invalid": "a number, or nothing"})
    on_the_deployment = forms.BooleanField(required=False)
    confirm = forms.CharField(required=False)
    as_deployed = forms.BooleanField(required=False)

    def checked(self) -> dict[str, Any]:
        """Its values. Raises ScenarioError with the field."""
        if not self.is_valid():
            field, errors = next(iter(self.errors.items()))
            raise ScenarioError(field, str(errors[0]))
        return self.cleaned_data


def clock_context(posted: Any = None) -> dict[str, Any]:
    """Context of the clock in the forms, with the previous choice, if any."""
    return {"clock": ClockForm(posted) if posted else ClockForm(), "clocks": CLOCKS, "table": table_name()}


def begun(request: HttpRequest, router: Router, scenario: Scenario, replications: int) -> SimulationRun:
    """Starts a scenario with the clock in the posted form.

    Raises ScenarioError, LoadRunningError, RoutingError, DynamoError and, without the permission for loads,
    PermissionDenied; then nothing was started.
    """
    asked = ClockForm(request.POST).checked()
    by = user_name(request)
    if asked["as_deployed"]:
        scenario = as_deployed(scenario, router.policies, router.newest_first)
    if asked["clock"] != LIVE:
        return simulation_start(scenario, replications=replications, by=by, router=router)
    if asked["speed"] is not None:
        scenario = replace(scenario, speed=asked["speed"])
    place = Place.DEPLOYMENT if asked["on_the_deployment"] else Place.APART
    if place == Place.DEPLOYMENT:
        _check_confirmed(request, scenario, asked["confirm"])
    return real_time_start(scenario, place=place, by=by, router=router)


def begun_again(request: HttpRequest, router: Router, run: SimulationRun) -> SimulationRun:
    """Starts the scenario of a simulation again, with the same clock.

    Raises as `begun`; the deployment's table needs a new confirmation.
    """
    scenario, by = scenario_from(run.scenario), user_name(request)
    if run.place == Place.VIRTUAL:
        return simulation_start(scenario, replications=run.replications, by=by, router=router)
    if run.place == Place.DEPLOYMENT:
        raise ScenarioError(
            "clock", "a run on the deployment's table has to be confirmed in the form every time"
        )
    return real_time_start(scenario, place=Place.APART, by=by, router=router)


def _check_confirmed(request: HttpRequest, scenario: Scenario, confirm: str) -> None:
    """Raises PermissionDenied, or ScenarioError unless the table's name was typed."""
    if not request.user.has_perm(CONTROL_LOAD):
        raise PermissionDenied(LACKING[CONTROL_LOAD])
    if confirm != table_name():
        agents = sum(group.agents for group in scenario.groups)
        raise ScenarioError(
            "confirm",
            f"about {scenario.expected_calls:,.0f} calls and {agents:,} simulated agents would be added to "
            f"the deployment's own table, among real ones; to confirm, type its name, {table_name()}",
        )
