"""Addresses of desks, their actions and seats."""

from django.urls import path

from dashboard.desk import seat_views as seats
from dashboard.desk import views as desk
from dashboard.desk.action_views import DeskView
from dashboard.operations.addresses import paths_at_desks

urlpatterns = [
    path("desk/", desk.my_desk, name="desk"),
    *paths_at_desks(DeskView),
    path("desk/<path:agent_id>/last/", desk.last_call, name="desk-last"),
    path("desk/<path:agent_id>/", desk.desk, name="desk-of"),
    path("seats/", seats.seats, name="seats"),
    path("seats/take/", seats.take, name="seat-take"),
    path("seats/leave/", seats.leave, name="seat-leave"),
]
