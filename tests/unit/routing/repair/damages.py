"""Damaged tables: each way to break one by hand, and the audit rules that name it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.queues import agent_queue, call_queue
from routing.router import Router
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call, unique_id
from tests.centres import a_call_in, an_agent_in, offer_of

WOMEN, ENGLISH = agent_queue("Spanish", "F"), agent_queue("English", "F")
CALLS = call_queue("Spanish", "Any")
DEPTH = "depth equals entries"
TICKET = "a queued agent has a ticket"
PLACES = "a queued agent is in all its queues"
AGENT_ENTRY = "an agent entry belongs to a queued agent"
CALL_ENTRY = "a call entry belongs to a queued call"
CALL_PLACE = "a queued call has its entry"
AGENTS_CALL = "an agent's call is with that agent"
CALLS_AGENT = "a call's agent has that call"
ONE_CALL = "an agent has one call"
READABLE = "an item can be read"
AGREES = "an agent entry has its agent's skills and time"
CALL_AGREES = "a call entry has its call's time and wishes"
ONE_TICKET = "a ticket belongs to one"
NEW_TICKETS = "tickets to come are new"
DEADLINE = "a ringing call has its deadline"
DUE = "what is due can be found"


def a_busy_centre(table: Table | None = None) -> Router:
    """Ana waits in two queues, Eva's call rings, Mia talks, Zoe is in wrap-up, and two calls without agents
    wait.
    """
    router = a_router(table)
    for name, status in (
        ("eva", CallStatus.OFFERED),
        ("mia", CallStatus.IN_PROGRESS),
        ("zoe", CallStatus.COMPLETED),
    ):
        a_call_in(router, status, agent_id=name)
    an_agent_in(router, AgentStatus.PAUSED, "pia")
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c1", gender="M")
    a_waiting_call(router, "c2", gender="M", priority=0)
    return router


def spoil(router: Router, key: Key, *without: str, **attributes: Any) -> bool:
    """Writes into an item, or makes it, past every rule."""
    kept: Attributes = {**(router.table.get(key) or {}), **attributes}
    transaction = Transaction(unique_id())
    transaction.put(key, {name: value for name, value in kept.items() if name not in without})
    return router.table.commit(transaction).ok


def remove(router: Router, key: Key) -> bool:
    """Deletes an item past every rule."""
    transaction = Transaction(unique_id())
    transaction.delete(key)
    return router.table.commit(transaction).ok


def entry_of(agent_id: str) -> dict[str, Any]:
    return {
        "AgentID": agent_id,
        "AgentName": agent_id,
        "Gender": "F",
        "Languages": frozenset({"Spanish"}),
        "QueuedAt": "2026-11-21T12:00:00.000000+00:00",
    }


@dataclass(frozen=True)
class Damage:
    """One damage of a table: how, the rules that must name it, and the subject of one finding."""

    rules: set[str]
    subject: str
    detail: str
    spoils: Callable[[Router], object]


def ticket_of(router: Router, agent_id: str) -> int:
    item = router.table.get(keys.agent_key(agent_id))
    assert item is not None
    return int(str(item["Ticket"]))


def call_place(router: Router, call_id: str) -> Key:
    item = router.table.get(keys.call_key(call_id))
    assert item is not None
    queue = call_queue(str(item["Language"]), str(item["Gender"]))
    return keys.call_entry_key(queue, int(str(item["Band"])), int(str(item["Ticket"])))


DAMAGES = {
    "a depth too high": Damage(
        {DEPTH},
        "Q#Spanish#F",
        "depth 7 at version",
        lambda r: spoil(r, keys.queue_info_key(WOMEN), QueueDepth=7),
    ),
    "a depth below zero": Damage(
        {DEPTH}, "W#Spanish#Any", "depth -1", lambda r: spoil(r, keys.queue_info_key(CALLS), QueueDepth=-1)
    ),
    "no info": Damage(
        {DEPTH}, "Q#English#F", "but 1 entries", lambda r: remove(r, keys.queue_info_key(ENGLISH))
    ),
    "a queued agent without a ticket": Damage(
        {TICKET, AGENT_ENTRY}, "ana", "none at version", lambda r: spoil(r, keys.agent_key("ana"), "Ticket")
    ),
    "an agent missing in one of its queues": Damage(
        {PLACES, DEPTH},
        "ana",
        "no entry Q#English#F",
        lambda r: remove(r, keys.agent_entry_key(ENGLISH, ticket_of(r, "ana"))),
    ),
    "an agent with different tickets in its queues": Damage(
        {PLACES, AGENT_ENTRY},
        "ana",
        "no entry Q#English#F",
        lambda r: (
            remove(r, keys.agent_entry_key(ENGLISH, ticket_of(r, "ana"))),
            spoil(r, keys.agent_entry_key(ENGLISH, 999), **entry_of("ana")),
        ),
    ),
    "an entry of an agent who does not exist": Damage(
        {AGENT_ENTRY, DEPTH},
        "Q#Spanish#F 00000000000000000999",
        "there is no agent ghost",
        lambda r: spoil(r, keys.agent_entry_key(WOMEN, 999), **entry_of("ghost")),
    ),
    "an entry of an agent who rests": Damage(
        {AGENT_ENTRY, DEPTH},
        "Q#Spanish#F 00000000000000000999",
        "agent pia is paused",
        lambda r: spoil(r, keys.agent_entry_key(WOMEN, 999), **entry_of("pia")),
    ),
    "an entry in another's place": Damage(
        {AGENT_ENTRY},
        "Q#Spanish#F 00000000000000000004",
        "agent pia is paused",
        lambda r: spoil(r, keys.agent_entry_key(WOMEN, ticket_of(r, "ana")), **entry_of("pia")),
    ),
    "an entry that says less than its agent speaks": Damage(
        {AGREES},
        "Q#Spanish#F 00000000000000000004",
        "not those of agent ana",
        lambda r: spoil(
            r, keys.agent_entry_key(WOMEN, ticket_of(r, "ana")), Languages=frozenset({"Spanish"})
        ),
    ),
    "two agents with one ticket": Damage(
        {ONE_TICKET},
        "Agents 4",
        "has ana, pia",
        lambda r: spoil(r, keys.agent_key("pia"), AgentStatus="queued", Ticket=ticket_of(r, "ana")),
    ),
    "two calls with one ticket": Damage(
        {ONE_TICKET, CALL_PLACE, CALL_ENTRY},
        "Calls 5",
        "has c1, c2",
        lambda r: spoil(r, keys.call_key("c1"), Ticket=5),
    ),
    "a ticket counter that was lost": Damage(
        {NEW_TICKETS},
        "Tickets Agents",
        "the last was 0, but there is 4",
        lambda r: remove(r, keys.AGENT_TICKETS),
    ),
    "a ticket counter set back": Damage(
        {NEW_TICKETS}, "Tickets Calls", "the last was 1", lambda r: spoil(r, keys.CALL_TICKETS, Next=1)
    ),
    "a queued call without its entry": Damage(
        {CALL_PLACE, DEPTH}, "c1", "no entry W#Spanish#M", lambda r: remove(r, call_place(r, "c1"))
    ),
    "a queued call without a ticket": Damage(
        {CALL_PLACE, CALL_ENTRY}, "c1", "no entry", lambda r: spoil(r, keys.call_key("c1"), "Ticket")
    ),
    "a call in another band than its entry": Damage(
        {CALL_PLACE, CALL_ENTRY}, "c1", "no entry", lambda r: spoil(r, keys.call_key("c1"), Band=1)
    ),
    "a call entry with another time": Damage(
        {CALL_AGREES},
        "W#Spanish#M 5#00000000000000000004",
        "not those of call c1",
        lambda r: spoil(r, call_place(r, "c1"), QueuedAt="2026-11-21T11:00:00.000000+00:00"),
    ),
    "a call entry that forgets who was tried": Damage(
        {CALL_AGREES},
        "W#Spanish#M 5#00000000000000000004",
        "not those of call c1",
        lambda r: spoil(r, keys.call_key("c1"), Tried=["max"]),
    ),
    "an entry of a call that does not exist": Damage(
        {CALL_ENTRY, DEPTH},
        "W#Spanish#Any 5#00000000000000000999",
        "call ghost does not exist",
        lambda r: spoil(
            r,
            keys.call_entry_key(CALLS, 5, 999),
            CallID="ghost",
            QueuedAt="2026-11-21T12:00:00.000000+00:00",
        ),
    ),
    "an entry of a call that rings": Damage(
        {CALL_ENTRY, DEPTH},
        "W#Spanish#Any 5#00000000000000000999",
        "call eva-call is offered",
        lambda r: spoil(
            r,
            keys.call_entry_key(CALLS, 5, 999),
            CallID="eva-call",
            QueuedAt="2026-11-21T12:00:00.000000+00:00",
        ),
    ),
    "a call that was dropped while it rang": Damage(
        {AGENTS_CALL}, "eva", "its call is missing", lambda r: remove(r, keys.call_key("eva-call"))
    ),
    "an agent who talks while the call still rings": Damage(
        {AGENTS_CALL, CALLS_AGENT},
        "eva",
        "its call eva-call is offered",
        lambda r: spoil(r, keys.agent_key("eva"), AgentStatus="attendingCall"),
    ),
    "a call that nobody ever stops ringing": Damage(
        {DEADLINE}, "eva-call", "none kept at version 2", lambda r: remove(r, offer_of(r, "eva-call"))
    ),
    "an agent who rings without a call": Damage(
        {AGENTS_CALL}, "pia", "is offered", lambda r: spoil(r, keys.agent_key("pia"), AgentStatus="offered")
    ),
    "a call with two agents": Damage(
        {AGENTS_CALL},
        "pia",
        "its call mia-call is inProgress with agent mia",
        lambda r: spoil(r, keys.agent_key("pia"), AgentStatus="attendingCall", CallID="mia-call"),
    ),
    "a call whose agent knows nothing of it": Damage(
        {CALLS_AGENT},
        "c3",
        "agent pia is paused with call None",
        lambda r: (
            a_waiting_call(r, "c3", gender="M"),
            services.call_abandon(r, call_id="c3"),
            spoil(r, keys.call_key("c3"), CallStatus="inProgress", AgentID="pia"),
        ),
    ),
    "a call whose agent does not exist": Damage(
        {CALLS_AGENT, AGENTS_CALL},
        "mia-call",
        "agent ghost does not exist",
        lambda r: spoil(r, keys.call_key("mia-call"), AgentID="ghost"),
    ),
    "a call whose agent has gone on without it": Damage(
        {CALLS_AGENT, DUE},
        "mia-call",
        "agent mia is wrapUp with call mia-call",
        lambda r: spoil(r, keys.agent_key("mia"), AgentStatus="wrapUp"),
    ),
    "an agent with two calls": Damage(
        {ONE_CALL, CALLS_AGENT},
        "mia",
        "has mia-call at version 3, zoe-call at version 4",
        lambda r: spoil(r, keys.call_key("zoe-call"), CallStatus="inProgress", AgentID="mia"),
    ),
    "a status nobody knows": Damage(
        {READABLE, AGENT_ENTRY},
        "AllAgents Agent#ana",
        "AgentStatus",
        lambda r: spoil(r, keys.agent_key("ana"), AgentStatus="asleep"),
    ),
    "a call without its times": Damage(
        {READABLE, CALL_ENTRY},
        "Call#c1 Call",
        "CreatedAt",
        lambda r: spoil(r, keys.call_key("c1"), "CreatedAt"),
    ),
    "an entry with a place that is no place": Damage(
        {READABLE},
        "Q#Spanish#F first",
        "first",
        lambda r: spoil(r, Key("Q#Spanish#F", "first"), **entry_of("pia")),
    ),
    "an info of a queue that is no queue": Damage(
        {READABLE},
        "AllQueues Spanish",
        "Spanish",
        lambda r: spoil(r, Key("AllQueues", "Spanish"), QueueDepth=0),
    ),
}
