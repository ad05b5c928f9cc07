"""`create_table`: creates the routing table, an info for every queue, and the table of messages."""

from typing import Any

from messaging.runtime import messenger
from messaging.services import message_table_create
from routing import services
from routing.management.base import RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    help = "Create the DynamoDB tables and the queue infos; existing items are left alone."

    def run(self, router: Router, **_options: Any) -> None:
        created = services.table_create(router)
        queues = len(router.skills.agent_queues) + len(router.skills.call_queues)
        self.say(f"Table {router.table.name} {state_of(created=created)}; {queues} queues.")
        created = message_table_create(messenger())
        self.say(f"Table {messenger().table.name} {state_of(created=created)}.")


def state_of(*, created: bool) -> str:
    """The word for a table's state."""
    return "created" if created else "already exists"
