"""`seat`: assigns a user to an agent's desk."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from accounts.exceptions import SeatTakenError
from accounts.seats import seat_give, seat_leave, seat_of, user_to_seat
from routing import selectors
from routing.exceptions import UnknownAgentError
from routing.management.base import ORIGIN, RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    """Assigns a user to a desk, or takes the user from it without an agent."""

    origin = ORIGIN
    help = "Seat a user at an agent's desk, and free the desk they had; without an agent, only free it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the user's name")
        parser.add_argument("agent", nargs="?", default="", help="the agent's id")
        parser.add_argument(
            "--by", default=ORIGIN, help=f"the user named in the audit log (default: {ORIGIN})"
        )
        parser.add_argument(
            "--unless-seated", action="store_true", help="do nothing if the user has a desk already"
        )

    def run(self, router: Router, **options: Any) -> None:
        """Exit code 1 for an unknown user or agent, or if another user has the desk."""
        user = user_to_seat(options["user"])
        if user is None:
            raise CommandError(f"user: there is no user {options['user']!r} with access to the dashboard")
        if not options["agent"]:
            seat_leave(router, user, by=options["by"])
            self.say(f"{user} sits at no desk.")
            return
        agent = selectors.agent(router, options["agent"])
        if agent is None:
            raise UnknownAgentError(options["agent"])
        if options["unless_seated"] and seat_of(user):
            self.say(f"{user} is already at the desk of {seat_of(user)}.")
            return
        try:
            seat_give(router, user, agent.agent_id, by=options["by"])
        except SeatTakenError as error:
            raise CommandError(str(error)) from None
        self.say(f"{user} is now at the desk of {agent.name}.")
