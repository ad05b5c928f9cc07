"""`sweep`: one sweep, as the dispatcher and, every two seconds, a worker do by themselves."""

from argparse import ArgumentParser
from typing import Any

from routing import services
from routing.exceptions import InvalidFieldError
from routing.management.base import RoutingCommand
from routing.model.policies import A_DAY
from routing.router import Router


class Command(RoutingCommand):
    help = "Do all overdue work now: unanswered offers, wrap-ups, promotions, steps, longest waits."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--overdue, to leave recent due times to others."""
        parser.add_argument(
            "--overdue",
            type=float,
            default=0,
            metavar="SECONDS",
            help="only items due at least this many seconds ago (0)",
        )

    def run(self, router: Router, **options: Any) -> None:
        overdue = options["overdue"]
        if not 0 <= overdue <= A_DAY:
            raise InvalidFieldError("overdue", overdue, f"from 0 to {A_DAY} seconds")
        swept = services.sweep(router, overdue_seconds=overdue)
        self.say(f"{swept.found} found due; {swept.changed} agents and calls changed.")
