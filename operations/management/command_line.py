"""Command line of operations: a subcommand for each on one kind of thing, and one that shows the thing."""

from argparse import ArgumentParser
from enum import StrEnum
from typing import Any, get_args

from django.core.management.base import CommandError
from pydantic.fields import FieldInfo

from operations.catalogue import CATALOGUE
from operations.fields import input_of
from operations.operation import Invocation, Operation, Subject
from routing.management.base import ORIGIN, RoutingCommand
from routing.model.outcomes import Conflict
from routing.router import Router

Options = dict[str, Any]
SUBJECTS: dict[Subject, tuple[str, str]] = {
    Subject.AGENT: ("agent", "the agent's id"),
    Subject.CALL: ("call", "the call's id"),
    Subject.QUEUE: ("queue", "a call queue: W#<language>#<gender or Any>"),
}


class OperationsCommand(RoutingCommand):
    """A command with operations on one `thing`, by id; set `thing`, and implement `show` and `tell`."""

    origin = ORIGIN
    thing: Subject

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_subparsers(dest="operation", required=True, metavar="operation")
        name, says = SUBJECTS[self.thing]
        chosen.add_parser("show", help=f"Show one {name}.").add_argument("one", metavar=name, help=says)
        for verb, operation in self._operations().items():
            one = chosen.add_parser(verb, help=operation.help, description=operation.help)
            self._add_subject(one, operation)
            for field, info in operation.fields.model_fields.items():
                _add_field(one, field, info)
            one.add_argument(
                "--by", default=ORIGIN, help=f"the user named in the history (default: {ORIGIN})"
            )

    def run(self, router: Router, **options: Any) -> None:
        """Runs the operation and prints the result; a refusal is one line and exit code 1."""
        if options["operation"] == "show":
            self.show(router, options["one"])
            return
        operation = self._operations()[options["operation"]]
        given = {field: options[field] for field in operation.fields.model_fields}
        invocation = Invocation(
            operation, options.get("one", ""), operation.fields.typed(given), options["by"]
        )
        outcome = invocation.outcome(router)
        if isinstance(outcome, Conflict):
            raise CommandError(f"Nothing was changed: {outcome.reason}")
        self.tell(router, outcome, invocation)

    def show(self, router: Router, one: str) -> None:
        raise NotImplementedError

    def tell(self, router: Router, outcome: Any, invocation: Invocation) -> None:
        raise NotImplementedError

    def _operations(self) -> dict[str, Operation]:
        spoken = {operation.spoken: operation for operation in CATALOGUE.values()}
        return {verb: operation for (thing, verb), operation in spoken.items() if thing == self.thing}

    def _add_subject(self, parser: ArgumentParser, operation: Operation) -> None:
        if operation.subject in SUBJECTS:
            name, says = SUBJECTS[operation.subject]
            if name == "agent" and self.thing is not Subject.AGENT:
                parser.add_argument("--agent", dest="one", required=True, metavar="ID", help=says)
            else:
                parser.add_argument("one", metavar=name, help=says)


def _add_field(parser: ArgumentParser, name: str, info: FieldInfo) -> None:
    given = input_of(info)
    options: Options = {"help": info.description, **_reading(info)}
    if given.is_positional:
        parser.add_argument(name, **options)
        return
    presence = {"required": True} if info.is_required() else {"default": info.default}
    flag = given.flag or info.alias or name
    metavar = {} if info.annotation is bool else {"metavar": given.metavar or flag.upper()}
    parser.add_argument(f"--{flag.replace('_', '-')}", **{"dest": name, **presence, **metavar, **options})


def _reading(info: FieldInfo) -> Options:
    """How argparse reads the type of a field."""
    kinds = [kind for kind in (*get_args(info.annotation), info.annotation) if kind is not type(None)]
    kind = kinds[0]
    if info.annotation is bool:
        return {"action": "store_true"}
    if str(info.annotation).startswith("tuple"):
        return {"action": "append", "default": None}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"choices": list(kind), "type": kind}
    return {"type": kind} if kind in (int, float) else {}
