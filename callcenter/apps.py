"""Django app of the project: its system checks, which run before any process starts work."""

import sys

from django.apps import AppConfig
from django.core.checks import run_checks

from callcenter import production


class CallcenterConfig(AppConfig):
    """Runs the checks of settings that are unsafe together."""

    name = "callcenter"

    def ready(self) -> None:
        """Ends the process with a line for each error: uvicorn and Celery run no checks."""
        errors = [found for found in run_checks(tags=[production.TAG]) if found.is_serious()]
        if errors:
            sys.exit("\n".join(f"error: {found.msg}" for found in errors))
