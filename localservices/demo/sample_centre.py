"""Sample centre: agents, callers and chats of the demo, a shop with the widget and a booking service."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from localservices.demo.booking import DemoBooking
from localservices.demo.centre import Pause, Say
from localservices.demo.chats import DemoChats, play_chats
from localservices.demo.desk import desk_prepare
from localservices.demo.load import demo_load_end, demo_load_start, demo_totals
from localservices.demo.people import Person, people_prepare
from localservices.demo.shop import DemoShop
from localservices.ports import port_check
from localservices.programs import Program
from messaging.cards.card_services import read_services
from messaging.chats.centre import Chats, with_companions
from messaging.model.scenes import read_scenes
from messaging.runtime import messenger
from routing.runtime import router

DRAIN_SECONDS = 90.0
ROLES = {"supervisor": "supervisors", "operator": "operators", "administrator": "administrators"}


@dataclass(frozen=True)
class SampleCentre:
    """A centre at work from the first second."""

    shop: DemoShop
    booking: DemoBooking

    def check_ports(self) -> None:
        port_check(name="the shop", port=self.shop.port, variable="DEMO_SHOP_PORT")
        port_check(name="the booking service", port=self.booking.port, variable="DEMO_BOOKING_PORT")

    def variables(self) -> Mapping[str, str]:
        return {"SCENES": self.shop.scenes, "CARD_SERVICES": self.booking.card_services}

    def programs(self, *, folder: Path, log_folder: Path, site_port: int) -> list[Program]:
        return [
            self.shop.program(folder=folder, log_folder=log_folder, site_port=site_port),
            self.booking.program(folder=folder, log_folder=log_folder),
        ]

    def begin(self, *, pause: Pause, stop: threading.Event) -> list[Person]:
        people = people_prepare(ROLES)
        desk_prepare(router())
        demo_load_start(pause=pause)
        threading.Thread(target=play_chats, args=(self.play(), stop), daemon=True).start()
        return people

    def play(self) -> DemoChats:
        """The chats, with the scenes and services of `variables`, which are not settings of this process."""
        scenes = read_scenes(json.loads(self.shop.scenes), router().skills)
        chats = Chats(messenger(), with_companions(router(), messenger(), scenes))
        return DemoChats(chats, read_services(json.loads(self.booking.card_services)))

    def welcome(self, address: str) -> list[str]:
        return [
            f"Desk of the operator: {address}/desk/ (choose Available to get calls)",
            f"Chat as a customer: {self.shop.address}/ (write something; the agent offers a visit to book)",
            "",
            f"Demo load: {settings.DEMO_RATE} calls a second, {settings.DEMO_AGENTS} agents.",
        ]

    def end(self, *, pause: Pause, say: Say, since: datetime) -> bool:
        say("Ending the calls in progress …")
        ended = demo_load_end(pause=pause, patience_seconds=DRAIN_SECONDS)
        if not ended:
            say(f"The load did not end within {DRAIN_SECONDS:g} seconds.")
        totals = demo_totals(since=since)
        say(
            f"Calls: {totals.offered} offered, {totals.answered} answered, {totals.abandoned} abandoned, "
            f"{totals.waiting} waiting."
        )
        return ended and totals.answered > 0
