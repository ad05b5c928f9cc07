"""`agent`: the operations on one agent, a subcommand each."""

from operations.management.command_line import OperationsCommand
from operations.management.showing import agent_facts, agent_line
from operations.operation import Invocation, Subject
from routing import selectors
from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent
from routing.router import Router


class Command(OperationsCommand):
    help = "Act on one agent: see agent <operation> --help."
    thing = Subject.AGENT

    def show(self, router: Router, one: str) -> None:
        agent = selectors.agent(router, one)
        if agent is None:
            raise UnknownAgentError(one)
        self.facts(agent_facts(agent))

    def tell(self, _router: Router, outcome: Agent, _invocation: Invocation) -> None:
        self.say(agent_line(outcome))
