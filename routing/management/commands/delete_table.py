"""`delete_table`: deletes the table, after asking."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from routing import services
from routing.management.base import RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    help = "Delete the DynamoDB table with every agent, call and queue in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def run(self, router: Router, **options: Any) -> None:
        """Asks for the table's name, then deletes it."""
        name = router.table.name
        if not options["yes"] and self._answer(name) != name:
            raise CommandError("Nothing was deleted.")
        services.table_delete(router)
        self.say(f"Table {name} deleted.")

    def _answer(self, name: str) -> str:
        try:
            return input(
                f"This deletes every agent, call and queue. Type the table's name ({name}): "
            ).strip()
        except EOFError:
            return ""
