"""Addresses of the staffing page, its CSV and the upload of a list."""

from django.urls import path

from dashboard.staffing import from_history_view as staffing_history
from dashboard.staffing import views as staffing

urlpatterns = [
    path("staffing/", staffing.staffing, name="staffing"),
    path("staffing/state.json", staffing.staffing_state, name="staffing-state"),
    path("staffing/agents.csv", staffing.staffing_agents, name="staffing-agents"),
    path("staffing/intervals.csv", staffing.staffing_intervals, name="staffing-intervals"),
    path("staffing/upload/", staffing.staffing_upload, name="staffing-upload"),
    path("history/staffing/", staffing_history.history_to_staffing, name="history-staffing"),
]
