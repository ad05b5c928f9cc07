"""Addresses of the history page and its CSV."""

from django.urls import path

from dashboard.history import views

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/intervals.csv", views.history_csv_file, name="history-csv"),
]
