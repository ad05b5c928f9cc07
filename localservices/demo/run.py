"""Run of the demo: services, tables, processes and a centre, started and stopped. Prints what users need."""

import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from localservices.demo.centre import Centre, Say
from localservices.demo.load import demo_audit
from localservices.demo.people import Person
from localservices.demo.processes import product_programs, static_files_prepare
from localservices.exceptions import StopRequestedError
from localservices.ports import LOOPBACK, port_check
from localservices.programs import Program
from localservices.services import ELSEWHERE, service_lines, services_running
from localservices.supervisor import Supervisor
from messaging.runtime import messenger
from messaging.services import message_table_create
from routing.runtime import now, router
from routing.services import table_create

WEB_SECONDS = 60.0
_FOREVER_SECONDS = 3600.0


@dataclass(frozen=True)
class Demo:
    """One run of the demo. `say` prints one line for a person; `stop` ends everything, in order."""

    stop: threading.Event
    say: Say
    port: int
    seconds: int
    centre: Centre

    def run(self) -> bool:
        """Runs until `stop` is set, or for `seconds`: then True only if the centre ended well and the
        audit is clean.

        Raises LocalServicesError, DynamoError or RoutingError if a part cannot run. In any case everything
        started has ended.
        """
        port_check(name="the web server", port=self.port, variable="PORT")
        self.centre.check_ports()
        static_files_prepare()
        supervisor = Supervisor(stop=self.stop, report=self._say)
        with services_running(supervisor):
            try:
                since = now()
                self._start(supervisor)
                return self._watch(supervisor, since)
            except StopRequestedError:
                return not self.seconds
            finally:
                self._say("Stopping …")

    def _say(self, line: str) -> None:
        self.say(f"  {line}" if line else "")

    def _start(self, supervisor: Supervisor) -> None:
        call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
        table_create(router())
        message_table_create(messenger())
        programs = self._programs(settings.BASE_DIR, settings.DATA_DIR / "log")
        for program in programs:
            program.log.unlink(missing_ok=True)
        supervisor.start(*programs)
        people = self.centre.begin(pause=supervisor.pause, stop=self.stop)
        supervisor.wait_until_healthy(seconds=WEB_SECONDS)
        self._welcome(people)

    def _programs(self, folder: Path, logs: Path) -> list[Program]:
        variables = self.centre.variables()
        return [
            *product_programs(folder=folder, log_folder=logs, port=self.port, variables=variables),
            *self.centre.programs(folder=folder, log_folder=logs, site_port=self.port),
        ]

    def _welcome(self, people: list[Person]) -> None:
        address = f"http://{LOOPBACK}:{self.port}"
        lines = ["", f"Dashboard: {address}/", ""]
        for person in people:
            lines += [f"{person.name:<14} password {person.password}   or one click:"]
            lines += [f"{'':<14} {address}{person.sign_in_path}"]
        lines += self.centre.welcome(address)
        lines += [f"Logs: {settings.DATA_DIR / 'log'}"]
        lines += [line for line in service_lines() if ELSEWHERE in line]
        lines += [
            f"Stops by itself after {self.seconds} seconds." if self.seconds else "Ctrl-C stops everything."
        ]
        for line in (*lines, ""):
            self._say(line)

    def _watch(self, supervisor: Supervisor, since: datetime) -> bool:
        while not self.seconds:
            supervisor.pause(_FOREVER_SECONDS)
        supervisor.pause(self.seconds)
        ended_well = self.centre.end(pause=supervisor.pause, say=self._say, since=since)
        findings = demo_audit()
        for finding in findings:
            self._say(f"{finding.subject}: {finding.rule}; {finding.detail}")
        self._say(f"Audit: {f'{len(findings)} findings' if findings else 'clean'}.")
        return ended_well and not findings
