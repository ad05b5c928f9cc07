"""Centre of a demo: its users, load and further processes."""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Protocol

from localservices.demo.people import Person
from localservices.programs import Program

Pause = Callable[[float], None]  # seconds; ends at once, with an exception, when the demo is to stop
Say = Callable[[str], None]  # one line for a person


class Centre(Protocol):
    """Users, further processes and load of one demo."""

    def check_ports(self) -> None:
        """Raises LocalServicesError if a port it needs is taken."""

    def variables(self) -> Mapping[str, str]:
        """Settings of the product's processes that differ from those of the environment."""

    def programs(self, *, folder: Path, log_folder: Path, site_port: int) -> list[Program]:
        """Processes beside those of the product."""

    def begin(self, *, pause: Pause, stop: threading.Event) -> list[Person]:
        """Fills the tables and starts the load; returns the users. Safe to repeat."""

    def welcome(self, address: str) -> list[str]:
        """What there is to see and to do, for the site at this address."""

    def end(self, *, pause: Pause, say: Say, since: datetime) -> bool:
        """Ends the load and says how it went; whether all ended well."""
