"""`feed`: the process that feeds the live board."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dynamo.exceptions import DynamoError
from live.feed.leading import run_feed
from routing.exceptions import RoutingError
from sockets.tasks import run_together


class Command(BaseCommand):
    """Reads the table after each change and updates every open board. Of several, one leads."""

    help = "Feed the live board: read what changed and tell every open board. Ends on SIGTERM or Ctrl-C."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - the base class names them
        """Run until SIGTERM or SIGINT; a kill -9 loses nothing."""
        try:
            asyncio.run(_feed_until_told_to_stop())
        except (DynamoError, RoutingError) as error:
            raise CommandError(str(error)) from error


async def _feed_until_told_to_stop() -> None:
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await run_together(run_feed(), told.wait())
