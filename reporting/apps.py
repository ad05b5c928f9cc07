"""Owns the app's name to Django, and that this process hands on what it commits."""

from django.apps import AppConfig


class ReportingConfig(AppConfig):
    """Event reporting."""

    name = "reporting"

    def ready(self) -> None:
        """Listens to what this process commits."""
        from reporting.runtime import report  # noqa: PLC0415 - Django allows it only when all apps are there
        from routing.subscribers import subscribe  # noqa: PLC0415

        subscribe("reporting", report)
