"""Django app of reporting; subscribes this process to what it commits."""

from collections.abc import Sequence

from django.apps import AppConfig

from routing.model.events import Event
from routing.notices.subscribers import subscribe


class ReportingConfig(AppConfig):
    """Event reporting."""

    name = "reporting"

    def ready(self) -> None:
        """Listens to what this process commits."""
        subscribe("reporting", _report)


def _report(events: Sequence[Event]) -> None:
    from reporting.runtime import report  # noqa: PLC0415 - most processes never commit, and start sooner

    report(events)
