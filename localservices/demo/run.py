"""Run of the demo: services, tables, processes, users, load; and back. Prints what a user needs."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from localservices.demo.booking import DemoBooking
from localservices.demo.chats import DemoChats, play_chats
from localservices.demo.desk import desk_prepare
from localservices.demo.load import demo_audit, demo_load_end, demo_load_start, demo_totals
from localservices.demo.people import Person, people_prepare
from localservices.demo.processes import product_programs, static_files_prepare
from localservices.demo.shop import DemoShop
from localservices.exceptions import StopRequestedError
from localservices.ports import LOOPBACK, port_check
from localservices.programs import Program
from localservices.services import ELSEWHERE, service_lines, services_running
from localservices.supervisor import Supervisor
from messaging.cards.card_services import read_services
from messaging.runtime import chats, messenger
from messaging.services import message_table_create
from routing.runtime import now, router
from routing.services import table_create

WEB_SECONDS = 60.0
DRAIN_SECONDS = 90.0
_FOREVER_SECONDS = 3600.0


@dataclass(frozen=True)
class Demo:
    """One run of the demo. `say` prints one line for a person; `stop` ends everything, in order."""

    stop: threading.Event
    say: Callable[[str], None]
    port: int
    seconds: int
    shop: DemoShop
    booking: DemoBooking

    def run(self) -> bool:
        """Runs until `stop` is set, or for `seconds`: then True only if calls were answered and the audit is
        clean.

        Raises LocalServicesError, DynamoError or RoutingError if a part cannot run. In any case everything
        started has ended.
        """
        port_check(name="the web server", port=self.port, variable="PORT")
        port_check(name="the shop", port=self.shop.port, variable="DEMO_SHOP_PORT")
        port_check(name="the booking service", port=self.booking.port, variable="DEMO_BOOKING_PORT")
        static_files_prepare()
        supervisor = Supervisor(stop=self.stop, report=lambda line: self.say(f"  {line}"))
        with services_running(supervisor):
            try:
                since = now()
                self._start(supervisor)
                return self._watch(supervisor, since)
            except StopRequestedError:
                return not self.seconds
            finally:
                self.say("  Stopping …")

    def _start(self, supervisor: Supervisor) -> None:
        call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
        table_create(router())
        message_table_create(messenger())
        logs = settings.DATA_DIR / "log"
        programs = self._programs(settings.BASE_DIR, logs)
        for program in programs:
            program.log.unlink(missing_ok=True)
        supervisor.start(*programs)
        people = people_prepare()
        desk_prepare(router())
        demo_load_start(pause=supervisor.pause)
        play = DemoChats(chats(), read_services(json.loads(self.booking.card_services)))
        threading.Thread(target=play_chats, args=(play, self.stop), daemon=True).start()
        supervisor.wait_until_healthy(seconds=WEB_SECONDS)
        self._welcome(people)

    def _programs(self, folder: Path, logs: Path) -> list[Program]:
        variables = {"SCENES": self.shop.scenes, "CARD_SERVICES": self.booking.card_services}
        return [
            *product_programs(folder=folder, log_folder=logs, port=self.port, variables=variables),
            self.shop.program(folder=folder, log_folder=logs, site_port=self.port),
            self.booking.program(folder=folder, log_folder=logs),
        ]

    def _welcome(self, people: list[Person]) -> None:
        address = f"http://{LOOPBACK}:{self.port}"
        self.say("")
        self.say(f"  Dashboard: {address}/")
        self.say("")
        for person in people:
            self.say(f"  {person.name:<14} password {person.password}   or one click:")
            self.say(f"                 {address}{person.sign_in_path}")
        self.say(f"  Desk of the operator: {address}/desk/ (choose Available to get calls)")
        self.say(
            f"  Chat as a customer: {self.shop.address}/ (write something; the agent offers a visit to book)"
        )
        self.say("")
        self.say(f"  Demo load: {settings.DEMO_RATE} calls a second, {settings.DEMO_AGENTS} agents.")
        self.say(f"  Logs: {settings.DATA_DIR / 'log'}")
        for line in service_lines():
            if ELSEWHERE in line:
                self.say(f"  {line}")
        end = f"Stops by itself after {self.seconds} seconds." if self.seconds else "Ctrl-C stops everything."
        self.say(f"  {end}")
        self.say("")

    def _watch(self, supervisor: Supervisor, since: datetime) -> bool:
        while not self.seconds:
            supervisor.pause(_FOREVER_SECONDS)
        supervisor.pause(self.seconds)
        self.say("  Ending the calls in progress …")
        ended = demo_load_end(pause=supervisor.pause, patience_seconds=DRAIN_SECONDS)
        if not ended:
            self.say(f"  The load did not end within {DRAIN_SECONDS:g} seconds.")
        totals, findings = demo_totals(since=since), demo_audit()
        self.say(
            f"  Calls: {totals.offered} offered, {totals.answered} answered, {totals.abandoned} abandoned, "
            f"{totals.waiting} waiting."
        )
        for finding in findings:
            self.say(f"  {finding.subject}: {finding.rule}; {finding.detail}")
        self.say(f"  Audit: {f'{len(findings)} findings' if findings else 'clean'}.")
        return ended and totals.answered > 0 and not findings
