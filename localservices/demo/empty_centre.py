"""Empty centre: an administrator, and nothing else, to be set up in the browser. It keeps what is added."""

import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from django.conf import settings

from localservices.demo.centre import Pause, Say
from localservices.demo.people import Person, people_prepare
from localservices.programs import Program

ROLES = {"administrator": "administrators"}


class EmptyCentre:
    """A centre without agents, calls and load, in a data folder of its own."""

    def check_ports(self) -> None:
        """It needs none."""

    def variables(self) -> Mapping[str, str]:
        return {}

    def programs(self, *, folder: Path, log_folder: Path, site_port: int) -> list[Program]:  # noqa: ARG002
        return []

    def begin(self, *, pause: Pause, stop: threading.Event) -> list[Person]:  # noqa: ARG002
        return people_prepare(ROLES)

    def welcome(self, address: str) -> list[str]:  # noqa: ARG002
        return [
            "The centre is empty; the first page says how to set it up.",
            f"What you add is kept in {settings.DATA_DIR}; for commands, set DATA_DIR to it.",
        ]

    def end(self, *, pause: Pause, say: Say, since: datetime) -> bool:  # noqa: ARG002
        return True
