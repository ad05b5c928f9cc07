"""Commands with a subcommand for each operation, and one that shows the agent or call."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.management.base import CommandError

from routing.management.base import ORIGIN, RoutingCommand
from routing.model.outcomes import Conflict
from routing.router import Router

Answer = TypeVar("Answer")
Options = dict[str, Any]
# argparse options by name; a question mark marks an optional argument.
Arguments = Mapping[str, dict[str, Any]]


@dataclass(frozen=True)
class Operation(Generic[Answer]):
    """One subcommand: what it does, the names of its arguments, and the service it calls."""

    help: str
    arguments: tuple[str, ...]
    run: Callable[[Router, Options], Answer | Conflict]


class OperationsCommand(RoutingCommand, Generic[Answer]):
    """A command with operations on one `thing`, by id; set `thing`, and implement `show` and `tell`."""

    origin = ORIGIN
    thing: str
    arguments: Arguments
    operations: Mapping[str, Operation[Answer]]

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A subcommand for each operation, and `show`."""
        chosen = parser.add_subparsers(dest="operation", required=True, metavar="operation")
        shown = chosen.add_parser("show", help=f"Show one {self.thing}.")
        shown.add_argument(self.thing, **self.arguments[self.thing])
        for name, operation in self.operations.items():
            one = chosen.add_parser(name, help=operation.help, description=operation.help)
            for argument in operation.arguments:
                one.add_argument(argument.rstrip("?"), **self.arguments[argument])

    def run(self, router: Router, **options: Any) -> None:
        """Runs the operation and prints the result; a refusal is one line and exit code 1."""
        name = options["operation"]
        if name == "show":
            self.show(router, options[self.thing])
            return
        answer = self.operations[name].run(router, options)
        if isinstance(answer, Conflict):
            raise CommandError(f"Nothing was changed: {answer.reason}")
        self.tell(router, answer, options)

    def show(self, router: Router, one: str) -> None:
        """Prints the thing with this id."""
        raise NotImplementedError

    def tell(self, router: Router, answer: Answer, options: Options) -> None:
        """Prints the result of an operation."""
        raise NotImplementedError
