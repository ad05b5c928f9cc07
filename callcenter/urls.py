"""Addresses of every app."""

from django.urls import URLPattern, URLResolver, include, path
from django.urls.converters import PathConverter

from callcenter import health

# An outside program may write an id with a line break, at which Django's own expression ends: no list with
# such an id could be shown, since it links to it.
PathConverter.regex = r"(?s:.+)"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health.alive, name="health"),
    path("health/ready/", health.ready, name="ready"),
    path("", include("api.urls")),
    path("", include("dashboard.urls")),
]
