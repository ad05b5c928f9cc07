"""Addresses of the overview, the build that is open, and the demo load."""

from django.urls import path

from dashboard.overview import load_views, views

urlpatterns = [
    path("", views.board, name="board"),
    path("build/", views.build, name="build"),
    path("load/", load_views.state, name="load"),
    path("load/start/", load_views.start, name="load-start"),
    path("load/stop/", load_views.stop, name="load-stop"),
]
