"""Base of the commands: the router, and one-line errors with exit code 1."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dynamo.exceptions import DynamoError, TableMissingError
from routing.exceptions import RoutingError
from routing.router import Router
from routing.runtime import router

ORIGIN = "command line"


class RoutingCommand(BaseCommand):
    """A command over the router; implement `run`.

    A command by which a user acts sets `origin` to ORIGIN, so that its changes are in the audit trail.
    """

    origin = ""

    requires_system_checks = ()

    def handle(self, *_args: Any, **options: Any) -> None:
        """Runs the command; an error of the table or the core becomes one line and exit code 1."""
        try:
            actor = self.origin and (options.get("by") or self.origin)
            self.run(replace(router(), origin=self.origin, actor=actor), **options)
        except TableMissingError as error:
            raise CommandError(f"{error} Make it with: python manage.py create_table") from error
        except (DynamoError, RoutingError) as error:
            raise CommandError(str(error)) from error

    def run(self, router: Router, **options: Any) -> None:
        raise NotImplementedError

    def say(self, line: str = "") -> None:
        self.stdout.write(line)

    def facts(self, facts: Iterable[tuple[str, str]]) -> None:
        """Prints names and values, one pair a line."""
        known = list(facts)
        width = max(len(name) for name, _value in known)
        for name, value in known:
            self.say(f"{name.ljust(width)}  {value}")

    def table(self, headings: list[str], rows: list[list[object]]) -> None:
        """Prints aligned columns; numbers stand to the right."""
        cells = [headings, *([str(cell) for cell in row] for row in rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
        right = [bool(rows) and isinstance(rows[0][column], int) for column in range(len(headings))]
        for row in cells:
            aligned = [
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(row, widths, right, strict=True)
            ]
            self.say("  ".join(aligned).rstrip())
