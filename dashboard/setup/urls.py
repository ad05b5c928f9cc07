"""Addresses of what administrators set up."""

from django.urls import path

from dashboard.setup import code_views, policy_views, version_views
from dashboard.setup.caller_data import caller_data_views
from dashboard.setup.first_steps.views import first_steps
from dashboard.setup.hours import hours_views, part_views
from dashboard.setup.skills import skill_views
from dashboard.setup.teams import views as team_views

urlpatterns = [
    path("setup/", first_steps, name="setup"),
    path("setup/queues/", policy_views.policies, name="setup-policies"),
    path("setup/queues/one/", policy_views.policy, name="setup-policy-chosen"),
    path("setup/queues/<path:key>/", policy_views.policy, name="setup-policy"),
    path("setup/skills/", skill_views.skills, name="setup-skills"),
    path("setup/codes/", code_views.codes, name="setup-codes"),
    path("setup/codes/<str:kind>/", code_views.codes, name="setup-codes-of"),
    path("setup/hours/", hours_views.hours, name="setup-hours"),
    path("setup/hours/new-schedule/", part_views.schedule, name="setup-schedule-new"),
    path("setup/hours/new-calendar/", part_views.calendar, name="setup-calendar-new"),
    path("setup/hours/except/<path:name>/", hours_views.except_schedule, name="setup-except"),
    path("setup/hours/except-queue/", hours_views.except_queue, name="setup-except-queue"),
    path(
        "setup/hours/remove-schedule/<path:name>/", part_views.remove_schedule, name="setup-schedule-remove"
    ),
    path(
        "setup/hours/remove-calendar/<path:name>/", part_views.remove_calendar, name="setup-calendar-remove"
    ),
    path("setup/hours/schedules/<path:name>/", part_views.schedule, name="setup-schedule"),
    path("setup/hours/calendars/<path:name>/", part_views.calendar, name="setup-calendar"),
    path("setup/hours/queue/", part_views.rule, name="setup-queue-hours-chosen"),
    path("setup/hours/queues/<path:key>/", part_views.rule, name="setup-queue-hours"),
    path("setup/teams/", team_views.teams, name="setup-teams"),
    path("setup/caller-data/", caller_data_views.caller_data, name="setup-caller-data"),
    path("setup/caller-data/delete/", caller_data_views.delete, name="setup-caller-data-delete"),
    path("setup/versions/<str:kind>/", version_views.versions, name="setup-versions"),
    path("setup/versions/<str:kind>/roll-back/", version_views.roll_back, name="setup-roll-back"),
]
