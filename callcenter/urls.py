"""Which app serves which address."""

from importlib.util import find_spec

from django.urls import include, path

urlpatterns = []
if find_spec("routing") and find_spec("routing.runtime"):
    from callcenter import health

    urlpatterns += [
        path("health/", health.alive, name="health"),
        path("health/ready/", health.ready, name="ready"),
    ]
if find_spec("dashboard") and find_spec("dashboard.urls"):
    urlpatterns += [path("", include("dashboard.urls"))]
