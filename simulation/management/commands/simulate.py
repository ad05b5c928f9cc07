"""`simulate`: plays a scenario in virtual or real time and prints the report."""

import json
import os
import socket
from argparse import RawDescriptionHelpFormatter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from dynamo.exceptions import DynamoError, TableMissingError
from routing import runtime
from routing.exceptions import RoutingError
from routing.management.base import ORIGIN
from simulation.background.left_behind import left_clear
from simulation.background.real_time_turn import run_lead
from simulation.background.results import Played
from simulation.background.simulation_services import real_time_check, real_time_start
from simulation.background.worker import Worker
from simulation.exceptions import LoadError
from simulation.in_real_time.real_time_limits import check_real_time
from simulation.management.typed import number, whole
from simulation.management.watching import watched_from
from simulation.people.hands import InThreads
from simulation.reports import (
    Report,
    WithSlots,
    by_slots,
    compared,
    report_lines,
    report_to,
    simulated,
)
from simulation.scenarios import (
    READY_MADE,
    Scenario,
    ScenarioError,
    as_deployed,
    scenario_from_json,
    scenario_to_json,
)
from simulation.states import Place

MOST_BYTES = 1_000_000
# Actions of one step are independent; more threads would only queue at the table.
THREADS = 8
ON_DEPLOYMENT = "--on-the-deployment"
QUESTION = """This runs about {calls:,.0f} calls and {agents:,} simulated agents on the deployment's table.
Simulated callers may reach real agents; real callers may reach simulated agents, who do not answer.
Type the table's name ({table}) to continue: """


class Command(BaseCommand):
    """Plays a scenario: in virtual time without a table, or in real time on one, by real operations."""

    help = "Run a scenario, in virtual or in real time, and report what callers and agents see."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = "Ready-made scenarios:\n" + "\n".join(
            f"  {name:12} {scenario.name}" for name, scenario in READY_MADE.items()
        )
        parser.add_argument("scenario", help="a ready-made one by name, or a JSON file")
        parser.add_argument("--fast", action="store_true", help="in virtual time, hours in seconds; no table")
        parser.add_argument(
            "--replications",
            type=whole,
            default=1,
            help="with --fast: number of independent replications (1)",
        )
        parser.add_argument("--seed", type=whole, help="seed, instead of the scenario's")
        parser.add_argument("--speed", type=number, help="in real time: speed, as a multiple of real time")
        parser.add_argument(
            ON_DEPLOYMENT,
            action="store_true",
            help="in real time: on the deployment's table, among real callers and agents",
        )
        parser.add_argument(
            "--as-deployed",
            action="store_true",
            help="with the deployment's policies and order of queues instead of the scenario's",
        )
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--show", action="store_true", help="print the scenario as JSON, run nothing")

    def handle(self, *_args: object, scenario: str, **options: Any) -> None:
        """Plays and reports; an invalid scenario is one line and exit code 1."""
        try:
            chosen = _scenario(scenario, seed=options["seed"], speed=options["speed"])
            chosen = replace(chosen, level=runtime.service_level())
            if options["as_deployed"]:
                known = runtime.router()
                chosen = as_deployed(chosen, known.policies, known.newest_first)
            if options["show"]:
                self.stdout.write(scenario_to_json(chosen))
                return
            _check_together(options)
            if options["fast"]:
                report, slots = self._fast(chosen, options["replications"])
                self._tell(chosen, report, slots, as_json=options["json"])
                return
            played = self._play(chosen, options)
        except TableMissingError as error:
            raise CommandError(f"{error} Make it with: python manage.py create_table") from None
        except (ScenarioError, LoadError, RoutingError, DynamoError) as error:
            raise CommandError(str(error)) from None
        except OperationalError as error:
            raise CommandError(f"database: {error}. Make it with: python manage.py migrate") from None
        self._tell(chosen, played.report, played.slots, as_json=options["json"], played=played)

    def _fast(self, scenario: Scenario, replications: int) -> tuple[Report, tuple[WithSlots, ...]]:
        with watched_from(self.stderr) as onlooker:

            def watch(_: int) -> bool:
                return not onlooker.stopping()

            report = simulated(scenario, replications=replications, watch=watch)
            slots = by_slots(scenario, replications=replications, watch=watch) if watch(0) else ()
            if onlooker.stopping():
                self.stderr.write("Stopped; the report covers the time until then.")
        return report, slots

    def _play(self, scenario: Scenario, options: dict[str, Any]) -> Played:
        check_real_time(scenario)
        router = runtime.router()
        place = Place.DEPLOYMENT if options["on_the_deployment"] else Place.APART
        worker = Worker(f"{socket.gethostname()}-{os.getpid()}-simulate", router)
        left_clear(worker)
        real_time_check(scenario, place=place, router=router)
        if place == Place.DEPLOYMENT and not options["yes"]:
            _ask(scenario, router.table.name)
        person = replace(router, origin=ORIGIN, actor=ORIGIN)
        with (
            watched_from(self.stderr) as onlooker,
            ThreadPoolExecutor(THREADS, thread_name_prefix="simulation") as pool,
        ):
            run = real_time_start(scenario, place=place, by=ORIGIN, owner=worker.owner, router=person)
            hands = InThreads(pool, threads=THREADS)
            return run_lead(replace(worker, each=pool.map, hands=hands, onlooker=onlooker), run)

    def _tell(
        self,
        scenario: Scenario,
        report: Report,
        slots: Sequence[WithSlots] = (),
        *,
        as_json: bool,
        played: Played | None = None,
    ) -> None:
        comparison = compared(scenario, report)
        if as_json:
            facts = {"in_real_time": played.facts} if played else {}
            self.stdout.write(json.dumps({**report_to(report, comparison, slots), **facts}, indent=2))
        else:
            for line in report_lines(report, comparison, slots, played=played.how if played else ""):
                self.stdout.write(line)
            if played:
                self.stdout.write(f"\n{played.ended.progress.line}")
        if played and not played.facts["is_clean"]:
            raise CommandError(_left_behind(played))


def _check_together(options: dict[str, Any]) -> None:
    """Raises CommandError for options of the other clock."""
    if options["fast"] and (options["on_the_deployment"] or options["speed"] is not None):
        raise CommandError(f"--speed and {ON_DEPLOYMENT} are for real time: leave --fast out")
    if not options["fast"] and options["replications"] != 1:
        raise CommandError("--replications is for virtual time: add --fast")


def _left_behind(played: Played) -> str:
    return played.fault or (
        f"simulation {played.run_id}: not all of its calls could be ended and agents signed out "
        f"({played.ended.progress.error or 'it took too long'})"
    )


def _ask(scenario: Scenario, table: str) -> None:
    """Raises CommandError unless the user types the table's name."""
    agents = sum(group.agents for group in scenario.groups)
    question = QUESTION.format(calls=scenario.expected_calls, agents=agents, table=table)
    try:
        answer = input(question).strip()
    except EOFError:
        answer = ""
    if answer != table:
        raise CommandError("Nothing was run.")


def _scenario(named: str, *, seed: int | None, speed: float | None) -> Scenario:
    found = READY_MADE.get(named) or scenario_from_json(_text(named))
    found = found if seed is None else replace(found, seed=seed)
    return found if speed is None else replace(found, speed=speed)


def _text(named: str) -> str:
    path = Path(named)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CommandError(f"scenario: {named} is larger than {MOST_BYTES:,} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise CommandError(
            f"scenario: {named!r} is neither ready-made ({', '.join(READY_MADE)}) nor a file ({why})"
        ) from None
