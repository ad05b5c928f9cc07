"""`reporting_reconcile`: compares a day's history with the calls in the table."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from dynamo.exceptions import DynamoError
from reporting.history.days import read_day
from reporting.history.keeping import day_at, day_reconcile
from reporting.management.base import ReportingCommand
from routing.runtime import now, router


class Command(ReportingCommand):
    """Writes missing or different records; may be stopped, and run again."""

    help = "Compare a day's history with the calls in the table, and correct missing or different records."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--day."""
        parser.add_argument(
            "--day", required=True, metavar="YYYY-MM-DD", help="the day on which the calls ended"
        )

    def run(self, **options: Any) -> None:
        """Exit code 1 if the table or the database cannot be reached."""
        day = read_day(options["day"], today=day_at(now()))
        try:
            done = day_reconcile(router(), day)
        except DynamoError as error:
            raise CommandError(f"the table does not answer: {error}") from None
        except DatabaseError as error:
            raise CommandError(f"the database does not answer: {error}") from None
        self.say(f"{day}: {done.calls:,} calls ended, {done.written:,} records were missing or different")
