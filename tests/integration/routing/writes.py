"""Writing operations of the core, each with an agent or call to work on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.policies import Policies
from routing.model.queues import agent_queue
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call, an_agent
from tests.centres import a_call_in, an_agent_in, match_all

BOTH = ("English", "Spanish")


@dataclass(frozen=True)
class WriteCase:
    """One operation: its preparation, and the service call some seconds later.

    `takes_ticket` says that it takes one of the side whose queues it writes to.
    """

    name: str
    fill: Callable[[Router], object]
    run: Callable[[Router], object]
    strategy: str = "batched"
    later_seconds: float = 0
    policies: Policies = field(default_factory=Policies)
    takes_ticket: bool = False


def _nobody(router: Router) -> None:
    """No preparation."""
    assert router.table.exists()


def _three_available(router: Router) -> None:
    for name in ("ana", "eva", "mia"):
        services.agent_create(router, agent_id=name, name=name, gender="F", languages=BOTH)


def _pairs_waiting(router: Router) -> None:
    """Three pairs for matching, and one call without an agent."""
    for number, name in enumerate(("ana", "eva", "mia")):
        a_waiting_agent(router, name, languages=BOTH[: 1 + number % 2] if number else BOTH)
        a_waiting_call(router, f"c{number}", language=BOTH[number % 2] if number < 2 else "English")
    a_waiting_call(router, "lonely", gender="T")


def _ringing_in_company(router: Router) -> None:
    """A call rings for ana, others wait on both sides."""
    a_waiting_agent(router, "ana", languages=BOTH)
    a_waiting_call(router, "c1")
    assert match_all(router) == [("c1", "ana")]
    a_waiting_agent(router, "eva", languages=("English",))
    a_waiting_call(router, "c2", gender="M")


def _talking(router: Router) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")


WRITES: tuple[WriteCase, ...] = (
    WriteCase(
        "agent_create",
        _nobody,
        lambda router: services.agent_create(router, name="Ana", gender="F", languages=BOTH),
    ),
    WriteCase(
        "agents_add",
        _nobody,
        lambda router: services.agents_add(router, [an_agent(name) for name in ("ana", "eva", "mia")]),
    ),
    WriteCase(
        "call_enqueue",
        _nobody,
        lambda router: services.call_enqueue(router, call_id="c1", language="Spanish", gender="F"),
        takes_ticket=True,
    ),
    WriteCase(
        "call_enqueue_unnamed",
        _nobody,
        lambda router: services.call_enqueue(router, language="Spanish"),
        takes_ticket=True,
    ),
    WriteCase(
        "agent_enqueue",
        _three_available,
        lambda router: services.agent_enqueue(router, agent_id="eva"),
        takes_ticket=True,
    ),
    WriteCase("agents_enqueue", _three_available, services.agents_enqueue, takes_ticket=True),
    WriteCase(
        "agent_choose_ready",
        lambda router: an_agent_in(router, AgentStatus.OFFLINE),
        lambda router: services.agent_choose(router, agent_id="ana", choice=Choice.READY, by="boss"),
        takes_ticket=True,
    ),
    WriteCase(
        "agent_choose_paused",
        lambda router: a_waiting_agent(router, "ana", languages=BOTH),
        lambda router: services.agent_choose(
            router, agent_id="ana", choice=Choice.PAUSED, reason="lunch", expected_version=2
        ),
    ),
    WriteCase(
        "agent_choose_for_later",
        _talking,
        lambda router: services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE),
    ),
    WriteCase("match_batched", _pairs_waiting, services.match_once),
    WriteCase("match_published", _pairs_waiting, services.match_once, strategy="published"),
    WriteCase(
        "queue_assign",
        _pairs_waiting,
        lambda router: services.queue_assign(router, queue=agent_queue("Spanish", "F")),
    ),
    WriteCase(
        "call_accept",
        _ringing_in_company,
        lambda router: services.call_accept(router, call_id="c1", agent_id="ana"),
    ),
    WriteCase(
        "call_decline",
        _ringing_in_company,
        lambda router: services.call_decline(router, call_id="c1", agent_id="ana"),
    ),
    WriteCase(
        "call_abandon_ringing",
        _ringing_in_company,
        lambda router: services.call_abandon(router, call_id="c1"),
    ),
    WriteCase(
        "call_abandon_waiting",
        _ringing_in_company,
        lambda router: services.call_abandon(router, call_id="c2"),
    ),
    WriteCase("call_complete", _talking, lambda router: services.call_complete(router, call_id="c1")),
    WriteCase(
        "agent_end_wrap_up",
        lambda router: an_agent_in(router, AgentStatus.WRAP_UP),
        lambda router: services.agent_end_wrap_up(router, agent_id="ana"),
    ),
    WriteCase("agents_reset", _ringing_in_company, services.agents_reset),
)
