"""`load`: starts, stops and shows the load."""

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from dynamo.exceptions import DynamoError, TableMissingError
from routing import runtime
from routing.exceptions import RoutingError
from routing.management.base import ORIGIN
from routing.router import Router
from simulation.exceptions import LoadError
from simulation.load.load_plan import LIMITS, LoadFigures
from simulation.load.load_services import LoadState, LoadStatus, load_start, load_state, load_stop

BY = "command line"
FIGURES = {
    "answer_seconds": "mean time until an agent answers",
    "talk_seconds": "mean time an agent and a caller talk",
    "wrap_up_seconds": "mean time an agent needs after a talk",
    "patience_seconds": "mean time after which a caller hangs up",
}


class Command(BaseCommand):
    """Start, stop and show the load of simulated calls."""

    help = "Start, stop and show the load of simulated calls."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        start = verbs.add_parser("start", help="let calls arrive")
        start.add_argument("--rate", type=float, default=5.0, help=f"calls per second, {_range('rate')}")
        start.add_argument(
            "--agents", type=int, default=50, help=f"ready agents at least, {_range('agents')}"
        )
        start.add_argument("--seed", type=int, help="the same seed and agents give the same arrivals")
        _add_figures(start)
        verbs.add_parser("stop", help="let no more calls arrive and end those of the load")
        verbs.add_parser("status", help="show the load")

    def handle(self, *_args: object, verb: str, **options: Any) -> None:
        """Carries out the verb; a refusal is one line and exit code 1."""
        try:
            state = self._carry_out(verb, options)
        except TableMissingError as error:
            raise CommandError(f"{error} Make it with: python manage.py create_table") from None
        except (LoadError, RoutingError, DynamoError) as error:
            raise CommandError(str(error)) from None
        except OperationalError as error:
            raise CommandError(f"database: {error}. Make it with: python manage.py migrate") from None
        self.stdout.write(_line(state))
        if state.error:
            self.stderr.write(state.error)

    def _carry_out(self, verb: str, options: dict[str, Any]) -> LoadState:
        if verb == "stop":
            return load_stop(by=BY, acting=_acting())
        if verb == "status":
            return load_state()
        figures = {name: options[name] for name in FIGURES}
        return load_start(
            rate=options["rate"],
            agents=options["agents"],
            seed=options["seed"],
            by=BY,
            acting=_acting(),
            **figures,
        )


def _acting() -> Router:
    return replace(runtime.router(), origin=ORIGIN, actor=BY)


def _add_figures(parser: ArgumentParser) -> None:
    for name, meaning in FIGURES.items():
        flag, usual = f"--{name.replace('_', '-')}", getattr(LoadFigures, name)
        parser.add_argument(flag, type=float, default=usual, help=f"{meaning} ({usual:g})")


def _range(field: str) -> str:
    limits = LIMITS[field]
    return f"{limits.least:g} to {limits.most:g}"


def _line(state: LoadState) -> str:
    if state.state is LoadStatus.IDLE:
        return "No load is running."
    if state.simulation:
        return f"No load is running: simulation {state.simulation} is running on the table in real time."
    return (
        f"Load {state.run} is {state.state}: {state.rate:g} calls/s, {state.agents} agents, "
        f"{state.arrived} calls arrived in {state.elapsed_seconds:.0f} s"
    )
