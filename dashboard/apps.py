"""Owns the registration of this package with Django."""

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    """Pages and forms."""

    name = "dashboard"
    default_auto_field = "django.db.models.BigAutoField"
