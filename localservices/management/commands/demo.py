"""`demo`: the whole product on this machine, at work or empty, until Ctrl-C or for DEMO_SECONDS."""

import secrets
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dynamo.exceptions import DynamoError
from localservices.demo.booking import DemoBooking
from localservices.demo.empty_centre import EmptyCentre
from localservices.demo.run import Demo
from localservices.demo.sample_centre import SampleCentre
from localservices.demo.shop import DemoShop
from localservices.exceptions import LocalServicesError
from routing.exceptions import RoutingError
from routing.management.stopping import stop_on_signals


class Command(BaseCommand):
    """Starts everything, prints addresses and accounts, and stops everything."""

    help = "Run everything on this machine, as make demo does; PORT=, DEMO_SECONDS= and, with DEMO=1, EMPTY=."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django declares it so

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Exit code 1 if a part cannot run, or if a run of DEMO_SECONDS was not sound."""
        with stop_on_signals(signal.SIGHUP) as stop:
            centre = EmptyCentre() if settings.DEMO_EMPTY else _sample()
            port, seconds = settings.PORT, settings.DEMO_SECONDS
            demo = Demo(stop=stop, say=self.say, port=port, seconds=seconds, centre=centre)
            try:
                sound = demo.run()
            except (LocalServicesError, DynamoError, RoutingError) as error:
                raise CommandError(str(error)) from None
        if not sound:
            raise SystemExit(1)

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _sample() -> SampleCentre:
    return SampleCentre(
        DemoShop(settings.DEMO_SHOP_PORT, secrets.token_urlsafe(32)),
        DemoBooking(settings.DEMO_BOOKING_PORT, secrets.token_urlsafe(32)),
    )
