"""Addresses of the staffing page, its CSV and the upload of a list."""

from django.urls import path

from dashboard.staffing import views

urlpatterns = [
    path("staffing/", views.staffing, name="staffing"),
    path("staffing/state.json", views.staffing_state, name="staffing-state"),
    path("staffing/agents.csv", views.staffing_agents, name="staffing-agents"),
    path("staffing/intervals.csv", views.staffing_intervals, name="staffing-intervals"),
    path("staffing/upload/", views.staffing_upload, name="staffing-upload"),
    path("history/staffing/", views.history_to_staffing, name="history-staffing"),
]
