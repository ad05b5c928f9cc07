"""Writing operations of a call's whole life, each with an agent or call to work on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.contact_outcomes import read_outcomes
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.model.steps import Step
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, an_agent_in, match_all
from tests.integration.routing.writes import WriteCase

RING, REST, WRAP_UP, PROMOTE = 20.0, 5.0, 30.0, 120.0


def _policies(agents: AgentPolicy | None = None, **policy: Any) -> Policies:
    return Policies(agents or AgentPolicy(), QueuePolicy(**policy))


def _nobody(router: Router) -> None:
    assert router.table.exists()


def _line(router: Router) -> None:
    """Three waiting calls without agents."""
    for number, priority in enumerate((5, 5, 6)):
        a_waiting_call(router, f"c{number}", priority=priority)


def _ringing(router: Router) -> None:
    """A call rings for ana, and others wait."""
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c0")
    assert match_all(router) == [("c0", "ana")]
    a_waiting_call(router, "c1")


def _pair(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c0")


def _bot(router: Router) -> None:
    a_waiting_agent(router, "bot", auto_answer=True)
    a_waiting_call(router, "c0")


def _dead(router: Router) -> None:
    """Two dead letters, and a call that waits."""
    _line(router)
    for name in ("c0", "c1"):
        services.call_dead_letter(router, call_id=name, reason="noise")


def _agent_in(status: AgentStatus) -> Callable[[Router], object]:
    return lambda router: an_agent_in(router, status)


def _resting(router: Router) -> None:
    _ringing(router)
    services.call_decline(router, call_id="c0", agent_id="ana")


def _created(router: Router) -> None:
    services.call_create(router, call_id="c0", language="Spanish", caller="Ines")


def _stepping(router: Router) -> None:
    a_waiting_call(router, "c0", steps=(Step("F", seconds=RING + 1), Step("Any")))


def _talking(router: Router) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c0")
    a_waiting_call(router, "c1")


def _when_due(router: Router) -> object:
    return services.call_when_due(router, call_id="c0")


def _release(router: Router) -> object:
    return services.agent_release(router, agent_id="ana", reason="fell asleep", by="boss")


def _remove(router: Router) -> object:
    return services.call_remove(router, call_id="c0", reason="test call", by="boss")


def _outcome(router: Router) -> object:
    codes = read_outcomes({"sales": {"label": "Sales", "codes": {"lost": "Not interested"}}})
    router = replace(router, outcomes=codes)
    return services.call_outcome(router, call_id="c0", code="sales.lost", note="too dear", by="ana")


def _bury(router: Router) -> object:
    return services.call_dead_letter(router, call_id="c0", reason="noise", by="boss")


def _enqueue(router: Router) -> object:
    return services.call_enqueue(router, call_id="c9", language="Spanish", caller="Ines")


def _restore(router: Router, *, to_end: bool = False) -> object:
    return services.call_restore(router, call_id="c0", to_end=to_end, by="boss")


def _assign(router: Router) -> object:
    return services.call_assign(router, call_id="c0", agent_id="eva", reason="knows it", by="boss")


def _with_eva(fill: Callable[[Router], object]) -> Callable[[Router], None]:
    """The same, with eva, who is paused."""

    def filled(router: Router) -> None:
        fill(router)
        an_agent_in(router, AgentStatus.PAUSED, "eva")

    return filled


def _full(name: str, overflow: str) -> WriteCase:
    policies = _policies(max_length=3, overflow=overflow)
    return WriteCase(name, _line, _enqueue, policies=policies, takes_ticket=True)


COMING = (
    WriteCase(
        "call_create",
        _nobody,
        lambda router: services.call_create(router, call_id="c0", language="Spanish", caller="Ines"),
    ),
    WriteCase(
        "call_enqueue_created",
        _created,
        lambda router: services.call_enqueue(router, call_id="c0", language="Spanish", gender="F"),
        takes_ticket=True,
    ),
    WriteCase(
        "call_enqueue_preferring",
        lambda router: a_waiting_agent(router, "ana"),
        lambda router: services.call_enqueue(
            router, call_id="c0", language="Spanish", preferred_agent="ana", steps=(Step("F"),)
        ),
        takes_ticket=True,
    ),
    _full("call_enqueue_rejected", "reject"),
    _full("call_enqueue_set_aside", "deadLetter"),
    _full("call_enqueue_elsewhere", "W#Spanish#F"),
)
OFFERS = (
    WriteCase("call_offer", _pair, lambda router: services.call_offer(router, agent_id="ana")),
    WriteCase("match_auto_answer", _bot, services.match_once),
    WriteCase("match_auto_answer_published", _bot, services.match_once, strategy="published"),
    WriteCase(
        "call_decline_to_dead_letters",
        _ringing,
        lambda router: services.call_decline(router, call_id="c0", agent_id="ana"),
        policies=_policies(max_offers=1),
    ),
    WriteCase(
        "call_decline_without_rest",
        _ringing,
        lambda router: services.call_decline(router, call_id="c0", agent_id="ana"),
        policies=_policies(AgentPolicy(declined_rest_seconds=0), restore_to_end=True),
        takes_ticket=True,
    ),
)
WAITING = (
    WriteCase(
        "call_touch",
        _line,
        lambda router: services.call_touch(router, call_id="c0", by="boss", expected_version=1),
        takes_ticket=True,
    ),
    WriteCase(
        "call_change_priority",
        _line,
        lambda router: services.call_change_priority(router, call_id="c2", priority=0, by="boss"),
    ),
    WriteCase("call_outcome", _talking, _outcome),
    WriteCase("call_remove_waiting", _line, _remove),
    WriteCase("call_remove_ringing", _ringing, _remove),
    WriteCase(
        "call_dequeue",
        _line,
        lambda router: services.call_dequeue(router, queue=call_queue("Spanish", "Any"), by="robot"),
    ),
    WriteCase("call_dead_letter_waiting", _line, _bury),
    WriteCase("call_dead_letter_ringing", _ringing, _bury),
    WriteCase("call_restore_ringing", _ringing, _restore),
    WriteCase("call_restore_dead", _dead, _restore),
    WriteCase("call_assign_waiting", _with_eva(_line), _assign),
    WriteCase("call_assign_ringing", _with_eva(_ringing), _assign),
    WriteCase(
        "call_restore_to_the_end", _dead, lambda router: _restore(router, to_end=True), takes_ticket=True
    ),
    WriteCase(
        "dead_letters_restore",
        _dead,
        lambda router: services.dead_letters_restore(router, versions=[("c0", 2), ("c1", 2)], by="boss"),
    ),
)
AGENTS = (
    WriteCase(
        "call_hand_back",
        _talking,
        lambda router: services.call_hand_back(router, call_id="c0", reason="no sound", by="boss"),
    ),
    WriteCase(
        "call_complete_without_wrap_up",
        _talking,
        lambda router: services.call_complete(router, call_id="c0", wrap_up_seconds=0),
        takes_ticket=True,
    ),
    WriteCase("agent_release_ringing", _agent_in(AgentStatus.OFFERED), _release),
    WriteCase("agent_release_talking", _agent_in(AgentStatus.ATTENDING_CALL), _release, takes_ticket=True),
    WriteCase("agent_release_writing", _agent_in(AgentStatus.WRAP_UP), _release, takes_ticket=True),
    WriteCase(
        "agent_extend_wrap_up",
        _agent_in(AgentStatus.WRAP_UP),
        lambda router: services.agent_extend_wrap_up(router, agent_id="ana", seconds=60, by="ana"),
    ),
)
DUE = (
    WriteCase("due_no_answer", _ringing, _when_due, later_seconds=RING),
    WriteCase(
        "due_no_answer_and_pause",
        _ringing,
        _when_due,
        later_seconds=RING,
        policies=_policies(AgentPolicy(max_missed_offers=1)),
    ),
    WriteCase("due_promotion", _line, _when_due, later_seconds=PROMOTE),
    WriteCase("due_next_step", _stepping, _when_due, later_seconds=RING + 1),
    WriteCase("due_overflow", _line, _when_due, later_seconds=60, policies=_policies(max_wait_seconds=60)),
    WriteCase(
        "due_overflow_elsewhere",
        _line,
        _when_due,
        later_seconds=60,
        policies=_policies(max_wait_seconds=60, overflow="W#Spanish#F"),
    ),
    WriteCase("due_never_queued", _created, _when_due, later_seconds=300),
    WriteCase(
        "due_end_of_rest",
        _resting,
        lambda router: services.agent_when_due(router, agent_id="ana"),
        later_seconds=REST,
        takes_ticket=True,
    ),
    WriteCase(
        "due_end_of_wrap_up",
        _agent_in(AgentStatus.WRAP_UP),
        lambda router: services.agent_when_due(router, agent_id="ana"),
        later_seconds=WRAP_UP,
        takes_ticket=True,
    ),
    WriteCase("sweep_of_one_offer", _ringing, services.sweep, later_seconds=RING),
)

LIFE_WRITES: tuple[WriteCase, ...] = (*COMING, *OFFERS, *WAITING, *AGENTS, *DUE)
