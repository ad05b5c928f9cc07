"""Django app of localservices, for its management commands."""

from django.apps import AppConfig


class LocalServicesConfig(AppConfig):
    """Has no models."""

    name = "localservices"
