"""Tells Django about the core; the core itself knows no Django beyond this, `runtime` and the commands."""

from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """The routing app."""

    name = "routing"
