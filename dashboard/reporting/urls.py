"""Addresses of the page Data feeds and of the metrics."""

from django.urls import path

from dashboard.reporting import metrics_view, views

urlpatterns = [
    path("reporting/", views.reporting, name="reporting"),
    path("reporting/state.json", views.reporting_state, name="reporting-state"),
    path("metrics", metrics_view.metrics, name="metrics"),
]
