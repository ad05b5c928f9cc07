"""`agent`: operations on one agent, a subcommand each."""

from routing import selectors, services
from routing.exceptions import UnknownAgentError
from routing.management.base import ORIGIN
from routing.management.operations import Arguments, Operation, OperationsCommand, Options
from routing.management.showing import agent_facts, agent_line
from routing.model.agents import Agent, Choice
from routing.router import Router

ARGUMENTS: Arguments = {
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


OPERATIONS: dict[str, Operation[Agent]] = {
    "choose": Operation(
        "Make an agent ready, paused or offline; after its call and wrap-up if it has one.",
        ("agent", "choice", "--reason?", "--by", "--expected-version"),
        lambda router, options: services.agent_choose(
            router, choice=Choice(options["choice"]), **_common(options, "reason", "expected_version")
        ),
    ),
    "release": Operation(
        "Release an agent from its call, wrap-up or rest to the status it chose.",
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


class Command(OperationsCommand[Agent]):
    """One operation on one agent."""

    help = "Act on one agent: see agent <operation> --help."
    thing = "agent"
    arguments = ARGUMENTS
    operations = OPERATIONS

    def show(self, router: Router, one: str) -> None:
        """Prints an agent."""
        agent = selectors.agent(router, one)
        if agent is None:
            raise UnknownAgentError(one)
        self.facts(agent_facts(agent))

    def tell(self, _router: Router, answer: Agent, _options: Options) -> None:
        """Prints the agent's state."""
        self.say(agent_line(answer))
