"""`audit`: checks every invariant of the table."""

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from routing.audit import audit
from routing.management.base import RoutingCommand
from routing.router import Router

# Long enough for a change in flight to be over, so that it is not taken for a fault.
PAUSE_SECONDS = 0.5


class Command(RoutingCommand):
    """Audits the table."""

    help = "Check every invariant of the table; exit code 1 and a list if one is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--json for programs."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def run(self, router: Router, **options: Any) -> None:
        """Audits and prints the findings."""
        findings = audit(router, pause=lambda: time.sleep(PAUSE_SECONDS))
        if options["json"]:
            self.say(json.dumps({"clean": not findings, "findings": [asdict(one) for one in findings]}))
        else:
            for one in findings:
                self.say(f"{one.subject}: {one.rule}; {one.detail}")
            self.say(f"{len(findings)} broken." if findings else "The table is sound.")
        if findings:
            raise SystemExit(1)
