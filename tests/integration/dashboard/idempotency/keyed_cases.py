"""Cases of keyed operations: what must exist before, and what is posted where."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.queues import CHAT
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, an_agent_in, match_all

Fields = dict[str, Any]
Post = Callable[..., Any]
# Prepares with the router and with requests without a key; answers the address and what is posted there.
Case = Callable[[Router, Post], tuple[str, Fields]]


def _agent(status: AgentStatus, address: str, **fields: object) -> Case:
    def prepared(router: Router, _post: Post) -> tuple[str, Fields]:
        an_agent_in(router, status)
        return address, fields

    return prepared


def _call(status: CallStatus, action: str, **fields: object) -> Case:
    def prepared(router: Router, _post: Post) -> tuple[str, Fields]:
        a_call_in(router, status, "c1")
        a_waiting_call(router, "c2")
        return f"/calls/c1/{action}/", fields

    return prepared


def _desk(status: CallStatus, action: str, **fields: object) -> Case:
    def prepared(router: Router, _post: Post) -> tuple[str, Fields]:
        call = a_call_in(router, status, "c1")
        return f"/desk/ana/{action}/", {"call": "c1", "expected_version": call.version, **fields}

    return prepared


def _pairs(address: str) -> Case:
    """Two agents and two calls that fit each other wait."""

    def prepared(router: Router, _post: Post) -> tuple[str, Fields]:
        for agent_id, call_id in (("ana", "c1"), ("bob", "c2")):
            a_waiting_agent(router, agent_id)
            a_waiting_call(router, call_id)
        return address, {}

    return prepared


def _bulk(router: Router, _post: Post) -> tuple[str, Fields]:
    agents = [a_waiting_agent(router, name) for name in ("ana", "bob", "eva")]
    seen = [f"{one.version}:{one.agent_id}" for one in agents]
    return "/agents/bulk/", {"action": "paused", "reason": "Lunch", "agent": seen}


def _dead_letters(router: Router, _post: Post) -> tuple[str, Fields]:
    calls = [a_call_in(router, CallStatus.DEAD_LETTERED, name) for name in ("c1", "c2")]
    seen = [f"{one.version}:{one.call_id}" for one in calls]
    return "/dead-letters/restore/", {"which": "picked", "letter": seen, "to_end": "on"}


def _transfer(router: Router, _post: Post) -> tuple[str, Fields]:
    """A chat in progress with ana."""
    router = replace(router, skills=replace(router.skills, channels=("", CHAT)))
    a_waiting_agent(router, "ana")
    services.agent_slots(router, agent_id="ana")
    services.agent_choose(router, agent_id="ana~chat", choice=Choice.READY)
    a_waiting_call(router, "c1", channel=CHAT)
    match_all(router)
    services.call_accept(router, call_id="c1", agent_id="ana~chat")
    return "/calls/c1/transfer/", {"to_queue": "W.chat#Spanish#F", "reason": "wrong desk"}


def _assign(router: Router, _post: Post) -> tuple[str, Fields]:
    """A call that waits, and ana who waits for another queue."""
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    return "/calls/c1/assign/", {"agent": "ana", "reason": "knows the case"}


def _take(router: Router, _post: Post) -> tuple[str, Fields]:
    services.agent_create(router, agent_id="ana", name="Ana", gender="F", languages=("Spanish",))
    return "/seats/take/", {"agent": "ana", "user": "olga"}


def _leave(router: Router, post: Post) -> tuple[str, Fields]:
    post(*_take(router, post))
    return "/seats/leave/", {"user": "olga"}


def _load_stop(router: Router, post: Post) -> tuple[str, Fields]:
    assert router.table.exists()
    assert post("/load/start/", {"rate": 1, "agents": 2}).status == 200
    return "/load/stop/", {}


def _simulation(address: str) -> Case:
    def prepared(_router: Router, post: Post) -> tuple[str, Fields]:
        return address.format(id=post("/simulations/start/", READY_MADE).body["id"]), {}

    return prepared


def _plain(address: str, fields: Fields) -> Case:
    return lambda _router, _post: (address, fields)


READY_MADE = {"ready": "one-queue", "replications": 2}
EXTEND, FINISHED = {"seconds": 30}, AgentStatus.WRAP_UP
CASES: dict[str, Case] = {
    "agent-choice": _agent(AgentStatus.QUEUED, "/agents/ana/choice/", choice="paused", reason="Lunch"),
    "agent-release": _agent(FINISHED, "/agents/ana/release/", reason="Stuck"),
    "agent-end-wrap-up": _agent(FINISHED, "/agents/ana/end-wrap-up/"),
    "agent-extend-wrap-up": _agent(FINISHED, "/agents/ana/extend-wrap-up/", **EXTEND),
    "agent-offer": _pairs("/agents/ana/offer/"),
    "agents-bulk": _bulk,
    "call-create": _plain("/calls/create/", {"language": "Spanish", "caller": "Leo"}),
    "call-enqueue": _plain("/calls/enqueue/", {"language": "Spanish", "caller": "Leo"}),
    "call-touch": _call(CallStatus.QUEUED, "touch"),
    "call-priority": _call(CallStatus.QUEUED, "priority", priority=0),
    "call-restore": _call(CallStatus.DEAD_LETTERED, "restore"),
    "call-abandon": _call(CallStatus.QUEUED, "abandon"),
    "call-hand-back": _call(CallStatus.IN_PROGRESS, "hand-back", reason="wrong desk"),
    "agent-slots": _agent(AgentStatus.QUEUED, "/agents/ana/slots/", slots=2),
    "call-transfer": _transfer,
    "call-assign": _assign,
    "call-outcome": _call(CallStatus.IN_PROGRESS, "outcome", note="rings again"),
    "call-dead-letter": _call(CallStatus.QUEUED, "dead-letter", reason="nobody knows"),
    "call-remove": _call(CallStatus.QUEUED, "remove", reason="called back"),
    "queue-dequeue": _pairs("/queues/W%23Spanish%23Any/dequeue/"),
    "dead-letters-restore": _dead_letters,
    "desk-choice": _agent(AgentStatus.QUEUED, "/desk/ana/choice/", choice="offline"),
    "desk-end-wrap-up": _agent(FINISHED, "/desk/ana/end-wrap-up/"),
    "desk-extend-wrap-up": _agent(FINISHED, "/desk/ana/extend-wrap-up/", **EXTEND),
    "desk-accept": _desk(CallStatus.OFFERED, "accept"),
    "desk-decline": _desk(CallStatus.OFFERED, "decline"),
    "desk-complete": _desk(CallStatus.IN_PROGRESS, "complete"),
    "desk-outcome": _desk(CallStatus.IN_PROGRESS, "outcome", note="rings again"),
    "seat-take": _take,
    "seat-leave": _leave,
    "load-start": _plain("/load/start/", {"rate": 1, "agents": 2}),
    "load-stop": _load_stop,
    "simulation-start": _plain("/simulations/start/", READY_MADE),
    "simulation-stop": _simulation("/simulations/{id}/stop/"),
    "simulation-again": _simulation("/simulations/{id}/again/"),
}
