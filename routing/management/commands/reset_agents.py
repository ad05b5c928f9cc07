"""`reset_agents`: brings every agent back to available."""

from typing import Any

from routing import services
from routing.management.base import ORIGIN, RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    origin = ORIGIN
    help = "Reset every agent to available, out of all queues; ringing calls return, calls in progress end."

    def run(self, router: Router, **_options: Any) -> None:
        self.say(f"{len(services.agents_reset(router, by='reset_agents'))} agents reset to available.")
