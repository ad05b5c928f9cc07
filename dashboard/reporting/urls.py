"""Addresses of the page Data feeds and of the metrics."""

from django.urls import path

from dashboard.reporting import metrics_view as metrics
from dashboard.reporting import views as reporting

urlpatterns = [
    path("reporting/", reporting.reporting, name="reporting"),
    path("reporting/state.json", reporting.reporting_state, name="reporting-state"),
    path("metrics", metrics.metrics, name="metrics"),
]
