"""`api_client`: prints the Python client of the API, written from its OpenAPI document."""

from typing import Any

from django.core.management.base import BaseCommand

from api.client.client_code import client_code
from api.conventions.body_limit import ADDRESSES
from api.version1 import document


class Command(BaseCommand):
    """The copy in clients/python is this, formatted; a test compares them."""

    help = "Print the Python client of the HTTP API, as in clients/python."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Prints the source."""
        self.stdout.write(client_code(document(), prefix=ADDRESSES.rstrip("/")), ending="")
