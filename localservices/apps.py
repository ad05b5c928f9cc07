"""Registers localservices with Django, so that its management commands are found."""

from django.apps import AppConfig


class LocalServicesConfig(AppConfig):
    """Has no models."""

    name = "localservices"
