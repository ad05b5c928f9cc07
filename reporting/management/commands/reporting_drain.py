"""`reporting_drain`: delivers waiting events without the report process."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from reporting import runtime, selectors, services
from reporting.exceptions import DeliveryError
from reporting.management.base import ReportingCommand
from reporting.sinks.sink import Sink
from routing.management.stopping import stop_on_signals

AGAIN_SECONDS = 0.5


class Command(ReportingCommand):
    """Delivers each sink's waiting events; may run beside `report`."""

    help = (
        "Deliver the events waiting for the sinks; --once does not wait for events that others have claimed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--once and --sink."""
        parser.add_argument("--once", action="store_true", help="end after one pass")
        parser.add_argument("--sink", default="", help="only this one")

    def run(self, **options: Any) -> None:
        """Ends when nothing waits; exit code 1 if a sink did not accept a batch."""
        sinks = runtime.sinks()
        if options["sink"] not in ("", *sinks):
            raise CommandError(f"there is no sink {options['sink']}; there are {', '.join(sinks) or 'none'}")
        if not sinks:
            self.say("There are no sinks: REPORTING_SINKS names none.")
        chosen = {name: sink for name, sink in sinks.items() if options["sink"] in ("", name)}
        with stop_on_signals() as stop:
            self._drain(chosen)
            while not options["once"] and _waiting(chosen) and not stop.wait(AGAIN_SECONDS):
                self._drain(chosen)

    def _drain(self, sinks: Mapping[str, Sink]) -> None:
        failed: list[str] = []
        for name, sink in sinks.items():
            try:
                count = services.sink_drain(runtime.buffers(), name, sink)
                self.say(f"{name}: {count} events delivered")
            except DeliveryError as error:
                failed.append(f"{name}: {error}")
        if failed:
            raise CommandError("; ".join(failed))


def _waiting(sinks: Mapping[str, Sink]) -> int:
    return sum(one.total.waiting for one in selectors.sink_report_list() if one.total.sink in sinks)
