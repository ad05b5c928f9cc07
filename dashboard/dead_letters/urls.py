"""Addresses of the failed calls, and of restoring them."""

from django.urls import path

from dashboard.dead_letters import views
from dashboard.operations.addresses import paths_about
from operations.operation import Subject

urlpatterns = [
    path("dead-letters/", views.dead_letters, name="dead-letters"),
    *paths_about(Subject.DEAD_LETTERS, views.LettersView),
]
