"""`create_table`: creates the table and an info for every queue."""

from typing import Any

from routing import services
from routing.management.base import RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    help = "Create the DynamoDB table and the queue infos; existing items are left alone."

    def run(self, router: Router, **_options: Any) -> None:
        created = services.table_create(router)
        queues = len(router.skills.agent_queues) + len(router.skills.call_queues)
        state = "created" if created else "already exists"
        self.say(f"Table {router.table.name} {state}; {queues} queues.")
