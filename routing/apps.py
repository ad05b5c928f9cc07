"""Django app of the core; only this, `runtime` and the commands know Django."""

from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """The routing app."""

    name = "routing"
