"""Contact centre where something of each kind falls due at the same moment, for sweep tests."""

from dynamo.table import Table
from routing import services
from routing.model.calls import CallStatus
from routing.model.policies import QueuePolicy
from routing.model.queues import call_queue
from routing.model.steps import Step
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in
from tests.contracts.call_life import Life, a_life

SECONDS = 25.0
RINGING = ("ring-0", "ring-1", "ring-2")
# The due change of each call and agent, and its event.
DUE = {
    **dict.fromkeys(RINGING, "callNotAnswered"),
    "promoted": "callPromoted",
    "relaxed": "callRelaxed",
    "overflowed": "callRejected",
    "created": "callAbandoned",
    "resting": "agentStatusChanged",
    "writing": "agentStatusChanged",
}


def everything_due(table: Table) -> Life:
    """Everything is due now, without events so far. The three ringing calls are of one match."""
    life = a_life(
        table,
        promote_after_seconds=SECONDS,
        collect_seconds=SECONDS,
        agents={"declined_rest_seconds": SECONDS},
        queues={call_queue("French", "M"): QueuePolicy(max_wait_seconds=SECONDS, promote_after_seconds=0)},
    )
    router = life.router
    a_call_in(router, CallStatus.OFFERED, "declined", agent_id="resting")
    services.call_decline(router, call_id="declined", agent_id="resting")
    services.call_remove(router, call_id="declined", reason="settled")
    a_call_in(router, CallStatus.IN_PROGRESS, "done", agent_id="writing")
    services.call_complete(router, call_id="done", wrap_up_seconds=SECONDS)
    services.call_create(router, call_id="created", language="Spanish")
    a_waiting_call(router, "promoted", language="English")
    steps = (Step("F", seconds=SECONDS), Step("M"))
    a_waiting_call(router, "relaxed", language="English", priority=0, steps=steps)
    a_waiting_call(router, "overflowed", language="French", gender="M")
    life.clock.advance(SECONDS - 20)
    for number, name in enumerate(RINGING):
        a_waiting_agent(router, f"agent-{number}")
        a_waiting_call(router, name, priority=0)
    assert len(services.match_once(router).matches) == len(RINGING)
    life.sweep(after=15)  # forgets the offers that were answered or declined
    life.clock.advance(5)
    life.told.clear()
    return life


def told_once(life: Life) -> bool:
    """True if every due change was made and told exactly once, and nothing else was."""
    told = [(event.call_id or event.agent_id, event.kind) for event in life.told]
    return sorted(told) == sorted(DUE.items())
