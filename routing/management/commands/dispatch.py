"""`dispatch`: the dispatcher process."""

import gc
import os
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from routing.dispatcher.dispatching import NEWS, dispatch
from routing.dispatcher.sweeper import Sweeper
from routing.management.base import RoutingCommand
from routing.management.stopping import stop_on_signals
from routing.matching.last_tickets import LastTickets
from routing.notices.over_redis import Quiet, wake_ups
from routing.router import Router
from routing.services.lease import Lease

# Without Redis nothing but a look tells of a change; with it, only a notice that was lost.
POLL_SECONDS, QUIET_SECONDS = 0.25, 1.0


class Command(RoutingCommand):
    """Runs the dispatcher until it is told to stop."""

    help = "Match waiting calls with waiting agents on every change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--poll", type=float, default=POLL_SECONDS, help="seconds between looks without Redis (0.25)"
        )

    def run(self, router: Router, **options: Any) -> None:
        """Leads if no other dispatcher does; SIGTERM and Ctrl-C end it after the current round."""
        lease = Lease(router, owner=f"{socket.gethostname()}:{os.getpid()}")
        quiet, tickets = Quiet(), LastTickets(listens=True)
        news = wake_ups(
            settings.REDIS_URL,
            settings.CHANGES_CHANNEL,
            poll_seconds=options["poll"],
            quiet_seconds=max(options["poll"], QUIET_SECONDS),
            kinds=NEWS,
            quiet=quiet,
            tell=tickets.hear,
        )
        sweeper = Sweeper(router, lambda: lease.leads, quiet=quiet)
        gc.freeze()  # what is loaded stays; to look at it again and again would delay matches
        with stop_on_signals() as stop:
            sweeper.start()
            dispatch(router, lease, news, stopping=stop.is_set, tickets=tickets)
            sweeper.stop()
