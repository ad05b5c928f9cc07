"""Addresses of simulations: list, start, stop, reports, downloads."""

from django.urls import path

from dashboard.simulations import json_views as simulations_json
from dashboard.simulations import report_views as simulation_report
from dashboard.simulations import views as simulations

urlpatterns = [
    path("simulations/", simulations.simulations, name="simulations"),
    path("simulations/state.json", simulations.simulations_state, name="simulations-state"),
    path("api/simulations/", simulations_json.simulations, name="api-simulations"),
    path("api/simulations/<str:simulation_id>/", simulations_json.simulation, name="api-simulation"),
    path(
        "api/simulations/<str:simulation_id>/report/", simulations_json.report, name="api-simulation-report"
    ),
    path(
        "api/simulations/<str:simulation_id>/scenario/",
        simulations_json.scenario,
        name="api-simulation-scenario",
    ),
    path("api/simulations/<str:simulation_id>/stop/", simulations_json.stop, name="api-simulation-stop"),
    path("simulations/start/", simulations.start, name="simulation-start"),
    path("simulations/compare/", simulation_report.compare, name="simulation-compare"),
    path("simulations/<slug:simulation_id>/", simulation_report.simulation, name="simulation"),
    path("simulations/<slug:simulation_id>/state.json", simulation_report.state, name="simulation-state"),
    path("simulations/<slug:simulation_id>/stop/", simulation_report.stop, name="simulation-stop"),
    path("simulations/<slug:simulation_id>/again/", simulation_report.again, name="simulation-again"),
    path("simulations/<slug:simulation_id>/report.csv", simulation_report.sheet, name="simulation-csv"),
    path("simulations/<slug:simulation_id>/report.json", simulation_report.report, name="simulation-json"),
    path(
        "simulations/<slug:simulation_id>/scenario.json",
        simulation_report.scenario,
        name="simulation-scenario",
    ),
]
