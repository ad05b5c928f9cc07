"""`queue_available_agents`: puts every available agent into its queues."""

from typing import Any

from routing import services
from routing.management.base import ORIGIN, RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    origin = ORIGIN
    help = "Put every available agent at the end of each queue of its skills."

    def run(self, router: Router, **_options: Any) -> None:
        """Queues them and lists them with their tickets."""
        queued = services.agents_enqueue(router)
        rows: list[list[object]] = [
            [agent.ticket or 0, agent.name, ", ".join(map(str, agent.queues))] for agent in queued
        ]
        if rows:
            self.table(["Ticket", "Agent", "Queues"], rows)
        self.say(f"{len(queued)} agents queued.")
