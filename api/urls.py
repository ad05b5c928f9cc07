"""Addresses of the API."""

from django.urls import path

from api.version1 import version1

urlpatterns = [path("api/v1/", version1.urls)]
