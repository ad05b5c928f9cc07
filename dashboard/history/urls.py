"""Addresses of the history page and its CSV."""

from django.urls import path

from dashboard.history import views as history

urlpatterns = [
    path("history/", history.history, name="history"),
    path("history/intervals.csv", history.history_csv_file, name="history-csv"),
]
