"""Addresses of desks, their actions and seats."""

from django.urls import path

from dashboard.desk import seat_views, views
from dashboard.desk.action_views import DeskView
from dashboard.operations.addresses import paths_at_desks

urlpatterns = [
    path("desk/", views.my_desk, name="desk"),
    *paths_at_desks(DeskView),
    path("desk/<path:agent_id>/last/", views.last_call, name="desk-last"),
    path("desk/<path:agent_id>/", views.desk, name="desk-of"),
    path("seats/", seat_views.seats, name="seats"),
    path("seats/take/", seat_views.take, name="seat-take"),
    path("seats/leave/", seat_views.leave, name="seat-leave"),
]
