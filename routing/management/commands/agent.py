"""`agent`: what may be done about a single agent, one subcommand each."""

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError

from routing import selectors, services
from routing.agents import Agent, Choice
from routing.exceptions import UnknownAgentError
from routing.management.base import ORIGIN, RoutingCommand
from routing.management.showing import agent_facts, agent_line
from routing.outcomes import Conflict
from routing.router import Router

Options = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """One subcommand: what it does, the names of its arguments, and the service it calls."""

    help: str
    arguments: tuple[str, ...]
    run: Callable[[Router, Options], Agent | Conflict]


# As in `call`: a name with a question mark may be left out.
ARGUMENTS: dict[str, dict[str, Any]] = {
    "agent": {"help": "the agent's id"},
    "choice": {"choices": [str(one) for one in Choice]},
    "seconds": {"type": float, "help": "how much longer"},
    "--reason": {"required": True, "help": "why, kept on the agent and in the call's history"},
    "--reason?": {"default": "", "help": "why, kept on the agent and shown while it is paused"},
    "--call": {"dest": "call_id", "metavar": "ID", "help": "only the wrap-up of this call"},
    "--expected-version": {"type": int, "metavar": "N", "help": "only if the agent is at this version"},
    "--by": {"default": ORIGIN, "help": f"who does it (default: {ORIGIN})"},
}


def _common(options: Options, *more: str) -> Options:
    return {"agent_id": options["agent"], **{name: options[name] for name in ("by", *more)}}


OPERATIONS = {
    "choose": Operation(
        "Make an agent ready, paused or offline; after its call and wrap-up if it has one.",
        ("agent", "choice", "--reason?", "--by", "--expected-version"),
        lambda router, options: services.agent_choose(
            router, choice=Choice(options["choice"]), **_common(options, "reason", "expected_version")
        ),
    ),
    "release": Operation(
        "Free an agent from its call, wrap-up or rest: it goes where it chose to be.",
        ("agent", "--reason", "--by", "--expected-version"),
        lambda router, options: services.agent_release(
            router, **_common(options, "reason", "expected_version")
        ),
    ),
    "end-wrap-up": Operation(
        "End an agent's wrap-up.",
        ("agent", "--call", "--reason?", "--by"),
        lambda router, options: services.agent_end_wrap_up(router, **_common(options, "reason", "call_id")),
    ),
    "extend-wrap-up": Operation(
        "Give an agent in wrap-up more time.",
        ("agent", "seconds", "--by", "--expected-version"),
        lambda router, options: services.agent_extend_wrap_up(
            router, **_common(options, "seconds", "expected_version")
        ),
    ),
}


class Command(RoutingCommand):
    """One operation on one agent."""

    help = "Do something about one agent: agent <operation> --help says what it takes."
    origin = ORIGIN

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A subcommand for each operation, and `show`."""
        chosen = parser.add_subparsers(dest="operation", required=True, metavar="operation")
        shown = chosen.add_parser("show", help="Show an agent.")
        shown.add_argument("agent", **ARGUMENTS["agent"])
        for name, operation in OPERATIONS.items():
            one = chosen.add_parser(name, help=operation.help, description=operation.help)
            for argument in operation.arguments:
                one.add_argument(argument.rstrip("?"), **ARGUMENTS[argument])

    def run(self, router: Router, **options: Any) -> None:
        """Does it, and says where the agent is then; what cannot be done is one line and exit code 1."""
        name = options["operation"]
        if name == "show":
            agent = selectors.agent(router, options["agent"])
            if agent is None:
                raise UnknownAgentError(options["agent"])
            self.facts(agent_facts(agent))
            return
        outcome = OPERATIONS[name].run(router, options)
        if isinstance(outcome, Conflict):
            raise CommandError(f"Nothing was changed: {outcome.reason}")
        self.say(agent_line(outcome))
