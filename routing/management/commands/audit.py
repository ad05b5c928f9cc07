"""`audit`: checks every invariant of the table; --repair fixes what is broken."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import asdict
from itertools import chain
from typing import Any

from django.core.management.base import CommandError

from routing.management.base import ORIGIN, RoutingCommand
from routing.repair.audit import MENDED, audit
from routing.repair.beside import found_beside, mended_beside
from routing.repair.recounting import Repaired
from routing.repair.repairing import repair
from routing.router import Router

# Long enough for a change in flight to finish, so that it is not reported as a fault.
PAUSE_SECONDS = 0.5


def _pause() -> None:
    time.sleep(PAUSE_SECONDS)


def _repairs(router: Router, *, force: bool, **_options: Any) -> Iterable[Repaired]:
    return chain(repair(router, force=force), mended_beside(router))


class Command(RoutingCommand):
    """Audits the table, and repairs it first if told to."""

    origin = ORIGIN
    help = "Check every invariant of the table; exit code 1 and a list if one is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--json for programs, --repair and --force."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--repair",
            action="store_true",
            help="rebuild entries, depths and tickets, and separate agents and calls that disagree",
        )
        parser.add_argument("--force", action="store_true", help="repair while a dispatcher is running")

    def run(self, router: Router, **options: Any) -> None:
        """Repairs if requested, then audits, and prints what was changed and what is broken."""
        if options["force"] and not options["repair"]:
            raise CommandError("--force only says how to --repair; name both")
        as_json = bool(options["json"])
        repairs = self._told(_repairs(router, **options), as_json) if options["repair"] else None
        findings = [*audit(router, pause=_pause), *found_beside(router, pause=_pause)]
        if as_json:
            done = {} if repairs is None else {"repairs": [asdict(one) for one in repairs]}
            found = {"clean": not findings, "findings": [asdict(one) for one in findings]}
            self.say(json.dumps({**found, **done}))
        else:
            for one in findings:
                why_not = "" if one.remedy == MENDED else f" ({one.remedy})"
                self.say(f"{one.subject}: {one.rule}; {one.detail}{why_not}")
            self.say(f"{len(findings)} broken." if findings else "The table is sound.")
        if findings:
            raise SystemExit(1)

    def _told(self, repairs: Iterable[Repaired], as_json: bool) -> list[Repaired]:  # noqa: FBT001
        """Makes the repairs one by one and prints each at once, so that all done are printed if one fails."""
        done = []
        for one in repairs:
            done.append(one)
            if not as_json:
                self.say(f"{one.subject}: {'; '.join(one.changes)}")
        if not as_json:
            self.say(f"{len(done)} repaired." if done else "Nothing to repair.")
        return done
