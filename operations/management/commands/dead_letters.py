"""`dead_letters`: lists failed calls, and restores those listed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from operations.management.showing import moment
from routing import selectors, services
from routing.management.base import ORIGIN, RoutingCommand
from routing.model.calls import Call
from routing.router import Router

HEADINGS = ["Call", "Caller", "Queue", "Offers", "Unanswered", "First failure", "Last failure", "Error"]


class Command(RoutingCommand):
    """Lists dead letters, and restores them on request."""

    help = "List the dead letters (failed calls), oldest first; --restore-all restores all that are listed."
    origin = ORIGIN

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reason", default="", help="only those with this error, word for word")
        parser.add_argument(
            "--restore-all",
            action="store_true",
            help="restore the calls listed; calls that changed since then are left alone",
        )
        parser.add_argument(
            "--to-end", action="store_true", help="restore to the end of the queue, not to the old place"
        )
        parser.add_argument("--by", default=ORIGIN, help=f"the user named in the history (default: {ORIGIN})")

    def run(self, router: Router, **options: Any) -> None:
        """Lists, then restores as of that list; exit code 1 if some could not be restored."""
        if options["to_end"] and not options["restore_all"]:
            raise CommandError("--to-end only says how to --restore-all; name both")
        letters, reason = selectors.dead_letters(router), options["reason"]
        listed = [call for call in letters if reason in ("", call.error)]
        if listed:
            self.table(HEADINGS, [_row(router, call) for call in listed])
        beside = f" of {len(letters)}" if reason else ""
        self.say(f"{len(listed)}{beside} dead letters." if letters else "There are no dead letters.")
        if options["restore_all"]:
            self._restore(router, listed, to_end=options["to_end"], by=options["by"])

    def _restore(self, router: Router, listed: list[Call], *, to_end: bool, by: str) -> None:
        versions = [(call.call_id, call.version) for call in listed]
        done = services.dead_letters_restore(router, versions=versions, to_end=to_end, by=by)
        self.say(f"{len(done.calls)} restored.")
        for call_id, why in done.refused.items():
            self.say(f"{call_id}: {why}")
        if done.refused:
            raise CommandError(f"{len(done.refused)} were not restored.")


def _row(router: Router, call: Call) -> list[object]:
    return [
        call.call_id,
        call.caller,
        str(router.queue_of(call)),
        call.attempts,
        call.failures,
        moment(call.first_failed_at),
        moment(call.last_failed_at),
        call.error,
    ]
