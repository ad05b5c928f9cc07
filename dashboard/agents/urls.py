"""Addresses of agents: the table, many at once, one agent, and what can be done about it."""

from django.urls import path

from dashboard.agents import views
from dashboard.agents.bulk_view import BulkView
from dashboard.operations.addresses import paths_about
from dashboard.operations.views import OperationView
from operations.operation import Subject

urlpatterns = [
    path("agents/", views.agents, name="agents"),
    path("agents/bulk/", BulkView.as_view(), name="agents-bulk"),
    *paths_about(Subject.AGENT, OperationView),
    path("agents/<path:agent_id>/state.json", views.agent_state, name="agent-state"),
    path("agents/<path:agent_id>/", views.agent, name="agent"),
]
