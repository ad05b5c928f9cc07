"""Addresses of simulations: list, start, stop, reports, downloads."""

from django.urls import path

from dashboard.simulations import report_views, views

urlpatterns = [
    path("simulations/", views.simulations, name="simulations"),
    path("simulations/state.json", views.simulations_state, name="simulations-state"),
    path("simulations/start/", views.start, name="simulation-start"),
    path("simulations/compare/", report_views.compare, name="simulation-compare"),
    path("simulations/<slug:simulation_id>/", report_views.simulation, name="simulation"),
    path("simulations/<slug:simulation_id>/state.json", report_views.state, name="simulation-state"),
    path("simulations/<slug:simulation_id>/stop/", report_views.stop, name="simulation-stop"),
    path("simulations/<slug:simulation_id>/again/", report_views.again, name="simulation-again"),
    path("simulations/<slug:simulation_id>/report.csv", report_views.sheet, name="simulation-csv"),
    path("simulations/<slug:simulation_id>/report.json", report_views.report, name="simulation-json"),
    path("simulations/<slug:simulation_id>/scenario.json", report_views.scenario, name="simulation-scenario"),
]
