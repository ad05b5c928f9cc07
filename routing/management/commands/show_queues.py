"""`show_queues`: depth and version of every queue."""

from argparse import ArgumentParser
from typing import Any

from routing import selectors
from routing.management.base import RoutingCommand
from routing.model.queues import QueueInfo
from routing.router import Router


class Command(RoutingCommand):
    help = "Show depth, version id and the first in line of every queue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="also empty queues")

    def run(self, router: Router, **options: Any) -> None:
        sides = {"Agent queue": selectors.agent_queue_infos, "Call queue": selectors.call_queue_infos}
        for title, read in sides.items():
            infos = read(router)
            shown = [info for info in infos if info.depth or options["all"]]
            if shown:
                self.table(
                    [title, "Depth", "Version", "First in line"], [_row(router, info) for info in shown]
                )
                self.say(f"{len(shown)} of {len(infos)} queues shown.")
            else:
                self.say(f"All {len(infos)} {title.lower()}s are empty; --all shows them.")
            self.say()


def _row(router: Router, info: QueueInfo) -> list[object]:
    first = next(iter(selectors.queue_entries(router, info.key, limit=1)), None)
    waiting = f"ticket {first.ticket} since {first.waiting_since:%H:%M:%S} UTC" if first else "nobody"
    return [str(info.key), info.depth, info.version, waiting]
