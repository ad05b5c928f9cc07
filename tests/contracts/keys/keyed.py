"""Commands under an idempotency key, with agents and calls to work on."""

from dataclasses import replace

from routing import services
from routing.model.calls import Call
from routing.model.command import Command
from routing.model.outcomes import Conflict, Match
from routing.model.queues import call_queue
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call

ANYBODY = call_queue("Spanish", "Any")
ONE = Command("one", "agent-choice", "what was posted")


def keyed(router: Router, command: Command = ONE) -> Router:
    """The router of a request with a key."""
    return replace(router, command=command)


def two_wait(router: Router) -> None:
    """Two agents, and two calls that fit them."""
    a_waiting_agent(router, "ana")
    a_waiting_agent(router, "bob")
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2")


def offer(router: Router) -> Match | Conflict | None:
    """The best call for ana."""
    return services.call_offer(router, agent_id="ana")


def dequeue(router: Router) -> Call | Conflict | None:
    """The first call of the queue for anybody."""
    return services.call_dequeue(router, queue=ANYBODY)
