"""Owns the command `simulate`: plays a scenario in virtual time and prints the report."""

import json
from argparse import RawDescriptionHelpFormatter
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from simulation.reports import compared, report_lines, report_to, simulated
from simulation.scenarios import READY_MADE, Scenario, ScenarioError, scenario_from_json, scenario_to_json

MOST_BYTES = 1_000_000


class Command(BaseCommand):
    """Plays a scenario in virtual time: the router's own matching, no table, nothing changed."""

    help = "Plays a scenario in virtual time and reports what callers and agents would see."

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the scenario and how it is played."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = "Ready-made scenarios:\n" + "\n".join(
            f"  {name:12} {scenario.name}" for name, scenario in READY_MADE.items()
        )
        parser.add_argument("scenario", help="a ready-made one by name, or a JSON file")
        parser.add_argument(
            "--fast", action="store_true", help="in virtual time; must be given: no other clock is offered"
        )
        parser.add_argument(
            "--replications", type=int, default=1, help="how often, with chances of its own each time (1)"
        )
        parser.add_argument("--seed", type=int, help="another seed than the scenario's")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--show", action="store_true", help="print the scenario as JSON, play nothing")

    def handle(self, *_args: object, scenario: str, **options: Any) -> None:
        """Plays and reports; what is wrong with the scenario is one line and exit code 1."""
        try:
            chosen = _scenario(scenario, options["seed"])
            if options["show"]:
                self.stdout.write(scenario_to_json(chosen))
                return
            if not options["fast"]:
                raise CommandError(
                    "simulate plays in virtual time only: add --fast. Live load: see the command load"
                )
            report = simulated(chosen, replications=options["replications"])
        except ScenarioError as error:
            raise CommandError(str(error)) from None
        comparison = compared(chosen, report)
        if options["json"]:
            self.stdout.write(json.dumps(report_to(report, comparison), indent=2))
            return
        for line in report_lines(report, comparison):
            self.stdout.write(line)


def _scenario(named: str, seed: int | None) -> Scenario:
    found = READY_MADE.get(named) or scenario_from_json(_text(named))
    return found if seed is None else replace(found, seed=seed)


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
