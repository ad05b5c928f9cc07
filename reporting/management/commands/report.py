"""`report`: the process that delivers events to sinks."""

from typing import Any

from reporting import runtime
from reporting.delivery.reporter import reporting
from reporting.management.base import ReportingCommand
from reporting.webhooks.deliverer import Deliverer, delivering
from routing.management.stopping import stop_on_signals
from routing.runtime import now, webhooks


class Command(ReportingCommand):
    """Delivers until it is told to stop; any number may run at once, and each may be killed."""

    help = "Deliver events to the sinks of REPORTING_SINKS, in batches. Ends on SIGTERM or Ctrl-C."

    def run(self, **_options: Any) -> None:
        """SIGTERM and Ctrl-C end it after the current batches; without sinks it only waits for a signal."""
        with (
            stop_on_signals() as stop,
            reporting(runtime.buffers(), runtime.sinks()),
            delivering(Deliverer(webhooks, now)),
        ):
            stop.wait()
