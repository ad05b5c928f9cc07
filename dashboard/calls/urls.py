"""Addresses of calls: list and search, new calls, one call, and what can be done about it."""

from django.urls import path

from dashboard.calls import intake_views, list_views, views
from dashboard.operations.addresses import paths_about
from dashboard.operations.views import OperationView
from operations.operation import Subject

urlpatterns = [
    path("calls/", list_views.calls, name="calls"),
    path("calls/state.json", list_views.calls_state, name="calls-state"),
    path("calls/new/", intake_views.new_call, name="call-new"),
    *paths_about(Subject.NEW_CALL, intake_views.IntakeView),
    *paths_about(Subject.CALL, OperationView),
    path("calls/<path:call_id>/state.json", views.call_state, name="call-state"),
    path("calls/<path:call_id>/", views.call, name="call"),
]
