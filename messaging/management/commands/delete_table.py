"""`delete_table`: deletes both tables, after asking."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from messaging.runtime import messenger
from messaging.services import message_table_delete
from routing import services
from routing.management.base import RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    help = "Delete the DynamoDB tables with every agent, call, queue and message in them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def run(self, router: Router, **options: Any) -> None:
        """Asks for the table's name, then deletes it, and the table of messages first."""
        name = router.table.name
        if not options["yes"] and self._answer(name) != name:
            raise CommandError("Nothing was deleted.")
        if message_table_delete(messenger()):
            self.say(f"Table {messenger().table.name} deleted.")
        services.table_delete(router)
        self.say(f"Table {name} deleted.")

    def _answer(self, name: str) -> str:
        try:
            return input(
                f"This deletes every agent, call, queue and message. Type the table's name ({name}): "
            ).strip()
        except EOFError:
            return ""
