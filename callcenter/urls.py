"""Addresses of every app."""

from django.urls import URLPattern, URLResolver, include, path

from callcenter import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health.alive, name="health"),
    path("health/ready/", health.ready, name="ready"),
    path("", include("api.urls")),
    path("", include("dashboard.urls")),
]
