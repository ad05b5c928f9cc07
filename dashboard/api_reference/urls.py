"""Addresses of the API reference."""

from django.urls import path

from dashboard.api_reference import views

urlpatterns = [path("api-reference/", views.api_reference, name="api-reference")]
