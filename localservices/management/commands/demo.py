"""`demo`: the whole product on this machine, with load, until Ctrl-C or for DEMO_SECONDS."""

import secrets
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dynamo.exceptions import DynamoError
from localservices.demo.booking import DemoBooking
from localservices.demo.run import Demo
from localservices.demo.shop import DemoShop
from localservices.exceptions import LocalServicesError
from routing.exceptions import RoutingError
from routing.management.stopping import stop_on_signals


class Command(BaseCommand):
    """Starts everything, prints addresses and accounts, and stops everything."""

    help = "Run everything on this machine with a demo load; PORT= and DEMO_SECONDS= are respected."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django declares it so

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Exit code 1 if a part cannot run, or if a run of DEMO_SECONDS was not sound."""
        with stop_on_signals(signal.SIGHUP) as stop:
            shop = DemoShop(settings.DEMO_SHOP_PORT, secrets.token_urlsafe(32))
            booking = DemoBooking(settings.DEMO_BOOKING_PORT, secrets.token_urlsafe(32))
            port, seconds = settings.PORT, settings.DEMO_SECONDS
            demo = Demo(stop=stop, say=self.say, port=port, seconds=seconds, shop=shop, booking=booking)
            try:
                sound = demo.run()
            except (LocalServicesError, DynamoError, RoutingError) as error:
                raise CommandError(str(error)) from None
        if not sound:
            raise SystemExit(1)

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
