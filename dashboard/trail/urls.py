"""Address of the audit log."""

from django.urls import path

from dashboard.trail import views

urlpatterns = [path("trail/", views.trail, name="trail")]
