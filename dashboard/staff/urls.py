"""Addresses of the staff."""

from django.urls import path

from dashboard.staff import import_view, views

urlpatterns = [
    path("setup/agents/", views.staff, name="setup-agents"),
    path("setup/agents.csv", views.staff_csv, name="setup-agents-csv"),
    path("setup/import-agents/", import_view.agents_import, name="setup-agents-import"),
    path("setup/new-agent/", views.one_agent, name="setup-agent-new"),
    path("setup/agents/<path:agent_id>/remove/", views.remove, name="setup-agent-remove"),
    path("setup/agents/<path:agent_id>/", views.one_agent, name="setup-agent"),
]
