"""Writes under an idempotency key, one of each kind, and those of the keys themselves."""

from collections.abc import Callable
from dataclasses import replace

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.command import KEPT, Command
from routing.model.queues import call_queue
from routing.router import Router
from routing.services.keyed.replies import LONGEST_RUN
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, an_agent_in
from tests.integration.routing.writes import WriteCase

COMMAND = Command("a-person-and-a-key", "the operation", "what was posted")
Operation = Callable[[Router], object]


def _keyed(operation: Operation) -> Operation:
    """The operation as a person asks for it from a page, with a key."""
    return lambda router: operation(replace(router, command=COMMAND, origin="desk 7", actor="boss"))


def _pairs(router: Router) -> None:
    """Agents and calls that fit each other, so that a second effect would find a subject."""
    for number, agent_id in enumerate(("ana", "eva")):
        a_waiting_agent(router, agent_id)
        a_waiting_call(router, f"c{number}")


def _dead(router: Router) -> None:
    for call_id in ("c0", "c1"):
        a_call_in(router, CallStatus.DEAD_LETTERED, call_id)


def _claimed(router: Router) -> object:
    return services.command_claim(router).command


def _parts(router: Router) -> object:
    return services.dead_letters_restore(
        services.command_claim(router), versions=[("c0", 2), ("c1", 2)], by="boss"
    )


KEYED_WRITES: tuple[WriteCase, ...] = (
    WriteCase(
        "keyed_choice",
        lambda router: an_agent_in(router, AgentStatus.QUEUED),
        _keyed(lambda router: services.agent_choose(router, agent_id="ana", choice=Choice.PAUSED)),
    ),
    WriteCase(
        "keyed_extension",
        lambda router: an_agent_in(router, AgentStatus.WRAP_UP),
        _keyed(lambda router: services.agent_extend_wrap_up(router, agent_id="ana", seconds=30)),
    ),
    WriteCase(
        "keyed_enqueue_unnamed",
        _pairs,
        _keyed(lambda router: services.call_enqueue(router, language="Spanish")),
        takes_ticket=True,
    ),
    WriteCase("keyed_offer", _pairs, _keyed(lambda router: services.call_offer(router, agent_id="ana"))),
    WriteCase(
        "keyed_dequeue",
        _pairs,
        _keyed(lambda router: services.call_dequeue(router, queue=call_queue("Spanish", "Any"))),
    ),
    WriteCase("keyed_claim", _pairs, _keyed(_claimed)),
    WriteCase("keyed_parts", _dead, _keyed(_parts)),
)
RUN_AGAIN = WriteCase(
    "keyed_run_after_a_kill",
    _keyed(services.reply_claim),
    _keyed(services.reply_claim),
    later_seconds=LONGEST_RUN.total_seconds(),
)
FORGETTING = WriteCase(
    "keys_forgotten",
    _keyed(_claimed),
    services.commands_forget,
    later_seconds=KEPT.total_seconds(),
)
