"""`services`: the embedded engine and Redis of this machine, until stopped."""

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from localservices.exceptions import LocalServicesError, StopRequestedError
from localservices.services import services_running
from localservices.supervisor import Supervisor
from routing.management.stopping import stop_on_signals


class Command(BaseCommand):
    help = "Run the embedded engine and Redis on this machine; Ctrl-C stops them."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django declares it so

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Keeps the services running until SIGINT or SIGTERM."""
        with stop_on_signals(signal.SIGHUP) as stop:
            supervisor = Supervisor(stop=stop, report=self.say)
            try:
                with services_running(supervisor) as lines:
                    for line in lines:
                        self.say(line)
                    self.say("Ready. Ctrl-C stops them.")
                    while True:
                        supervisor.pause(3600)
            except StopRequestedError:
                self.say("Stopped.")
            except LocalServicesError as error:
                raise CommandError(str(error)) from None

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
