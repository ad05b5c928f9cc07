"""Booking service of the demo: the process that books visits for cards, and its entry in CARD_SERVICES."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from localservices.ports import LOOPBACK
from localservices.programs import Program

KIND = "visit"
DAYS, HOURS = (1, 2, 3), (10, 15)


@dataclass(frozen=True)
class DemoBooking:
    """The booking service on its port; it carries out the clicks that the site has signed with the secret."""

    port: int
    secret: str

    @property
    def service(self) -> dict[str, object]:
        """The service, as it is in the setting."""
        url = f"http://{LOOPBACK}:{self.port}/"
        return {"url": url, "secret": self.secret, "private_network": True}

    @property
    def card_services(self) -> str:
        """The setting `CARD_SERVICES` of the product, with this one."""
        return json.dumps({**settings.CARD_SERVICES, KIND: self.service})

    def program(self, *, folder: Path, log_folder: Path) -> Program:
        """The process of the service."""
        environ = {
            **os.environ,
            "SECRET": self.secret,
            "PORT": str(self.port),
            "BOOKINGS": str(settings.DATA_DIR / "demo-bookings.sqlite3"),
        }
        command = (sys.executable, "examples/booking/visits.py")
        return Program("booking", command, log_folder / "booking.log", environ=environ, folder=folder)


def visit_values(at: datetime) -> Mapping[str, Any]:
    """What a card offers: a car, a place, times of the next days. Pure."""
    moments = [(at + timedelta(days=day)).replace(hour=hour, minute=0) for day in DAYS for hour in HOURS]
    slots = [f"{moment:%Y-%m-%dT%H:%M}" for moment in moments]
    return {"subject": "Red hatchback", "place": "12 Harbour Road", "slots": slots}
