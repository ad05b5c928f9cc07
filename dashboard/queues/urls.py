"""Addresses of queues: the list, one queue, and what can be done about its first call."""

from django.urls import path

from dashboard.operations.addresses import paths_about
from dashboard.operations.views import OperationView
from dashboard.queues import views
from operations.operation import Subject

urlpatterns = [
    path("queues/", views.queues, name="queues"),
    path("queues/state.json", views.queues_state, name="queues-state"),
    *paths_about(Subject.QUEUE, OperationView),
    path("queues/<path:key>/state.json", views.queue_state, name="queue-state"),
    path("queues/<path:key>/", views.queue, name="queue"),
]
