"""`forget`: deletes what is kept of a customer."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from api.endpoints.setup.customer_data import stores
from messaging.runtime import messenger
from privacy.customer import customer_named
from privacy.erasing import Refused, customer_erase, said
from privacy.kept import kept_of
from routing.management.base import ORIGIN, RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    """Deletes a customer's data from all stores, or says what there is."""

    help = "Delete all data of a customer: calls, conversations, files, history, traces in the audit log."
    origin = ORIGIN

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("customer", help="contact:<id>, or the caller as calls show it, such as a number")
        parser.add_argument("--dry-run", action="store_true", help="only show what would be deleted")
        parser.add_argument("--by", default=ORIGIN, help=f"the user in the audit log (default: {ORIGIN})")

    def run(self, router: Router, **options: Any) -> None:
        """Exit code 1 with one line while a call is not over, or if nothing is kept."""
        customer = customer_named(messenger(), options["customer"])
        if options["dry_run"]:
            self.say(f"Kept: {said(kept_of(router, messenger(), customer).counts)}.")
            return
        done = customer_erase(stores(router), customer)
        if isinstance(done, Refused):
            raise CommandError(f"Nothing was deleted: {done.reason}.")
        what = "Deletion started; it ends when all stores are back" if done.is_waiting else "Deleted"
        self.say(f"{what}: {said(done.kept.counts)}. The worker checks again within two minutes.")
