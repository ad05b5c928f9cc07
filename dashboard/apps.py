"""Django app of the pages."""

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    """Pages and forms."""

    name = "dashboard"
    default_auto_field = "django.db.models.BigAutoField"
