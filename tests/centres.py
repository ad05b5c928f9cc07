"""Contact centre for tests: reads, and agents and calls brought into each status."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from dynamo.items import Attributes, Key, key_of
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import AgentEntry, QueueKey
from routing.router import Router
from routing.storage import keys
from routing.storage.attributes import listed
from tests.builders import a_waiting_agent, a_waiting_call, as_agent, as_call


def agent_now(router: Router, agent_id: str) -> Agent:
    """The agent as the table holds it."""
    agent = selectors.agent(router, agent_id)
    assert agent is not None
    return agent


def call_now(router: Router, call_id: str) -> Call:
    """The call as the table holds it."""
    call = selectors.call(router, call_id)
    assert call is not None
    return call


def infos_now(router: Router) -> dict[QueueKey, tuple[int, int]]:
    """Version and depth of every queue."""
    infos = [*selectors.agent_queue_infos(router), *selectors.call_queue_infos(router)]
    return {info.key: (info.version, info.depth) for info in infos}


def queues_moved(before: dict[QueueKey, tuple[int, int]], router: Router) -> dict[str, tuple[int, int]]:
    """Changes of version and depth of the queues since; unchanged queues are left out."""
    return {
        str(queue): (version - before[queue][0], depth - before[queue][1])
        for queue, (version, depth) in infos_now(router).items()
        if (version, depth) != before[queue]
    }


def table_now(router: Router) -> dict[Key, Attributes]:
    """Every item of the table except the ticket counters: tickets may be skipped."""
    return {key_of(item): item for item in router.table.scan() if item["pk"] != keys.TICKETS}


def in_line(router: Router, queue: QueueKey) -> list[str]:
    """The ids in a queue, in order of service."""
    entries = selectors.queue_entries(router, queue)
    return [entry.agent_id if isinstance(entry, AgentEntry) else entry.call_id for entry in entries]


def pairs_of(router: Router) -> dict[str, str | None]:
    """The agent of each call, by call id; calls without one are left out."""
    return {call.call_id: call.agent_id for call in selectors.all_calls(router) if call.agent_id}


def match_all(router: Router) -> list[tuple[str, str]]:
    """Rounds of matching until one is empty; the pairs (call, agent) in the order they were made."""
    pairs: list[tuple[str, str]] = []
    while (found := services.match_once(router)).matches or found.conflicts:
        pairs += [(match.call.call_id, match.agent.agent_id) for match in found.matches]
        assert len(pairs) < 10_000
    return pairs


def an_agent_in(router: Router, status: AgentStatus, agent_id: str = "ana") -> Agent:
    """An agent brought into a status by services alone; its call, if any, is `<agent_id>-call`."""
    ways: dict[AgentStatus, Callable[[], object]] = {
        AgentStatus.OFFLINE: lambda: _chosen(router, agent_id, Choice.OFFLINE),
        AgentStatus.PAUSED: lambda: _chosen(router, agent_id, Choice.PAUSED),
        AgentStatus.AVAILABLE: lambda: _created(router, agent_id),
        AgentStatus.QUEUED: lambda: a_waiting_agent(router, agent_id),
        AgentStatus.OFFERED: lambda: a_call_in(router, CallStatus.OFFERED, agent_id=agent_id),
        AgentStatus.ATTENDING_CALL: lambda: a_call_in(router, CallStatus.IN_PROGRESS, agent_id=agent_id),
        AgentStatus.WRAP_UP: lambda: a_call_in(router, CallStatus.COMPLETED, agent_id=agent_id),
    }
    ways[status]()
    agent = agent_now(router, agent_id)
    assert agent.status is status
    return agent


def an_agent_resting(router: Router, agent_id: str = "ana") -> Agent:
    """An agent who has just declined a call, `<agent_id>-call`, which waits again."""
    call = a_call_in(router, CallStatus.OFFERED, agent_id=agent_id)
    as_call(services.call_decline(router, call_id=call.call_id, agent_id=agent_id))
    agent = agent_now(router, agent_id)
    assert (agent.status, agent.until is None) == (AgentStatus.AVAILABLE, False)
    return agent


def a_call_in(router: Router, status: CallStatus, call_id: str = "", *, agent_id: str = "ana") -> Call:
    """A call brought into a status by services alone; its agent, if it needs one, is `agent_id`."""
    name = call_id or f"{agent_id}-call"
    ways: dict[CallStatus, Callable[[], object]] = {
        CallStatus.CREATED: lambda: services.call_create(router, call_id=name, language="Spanish"),
        CallStatus.QUEUED: lambda: a_waiting_call(router, name),
        CallStatus.ABANDONED: lambda: (
            a_waiting_call(router, name),
            services.call_abandon(router, call_id=name),
        ),
        CallStatus.REMOVED: lambda: (
            a_waiting_call(router, name),
            services.call_remove(router, call_id=name, reason="called back", by="olga"),
        ),
        CallStatus.REJECTED: lambda: _rejected(router, name),
        CallStatus.DEAD_LETTERED: lambda: (
            a_waiting_call(router, name),
            services.call_dead_letter(router, call_id=name, reason="nobody knows", by="olga"),
        ),
    }
    ways.get(status, lambda: _with_agent(router, status, name, agent_id))()
    call = call_now(router, name)
    assert call.status is status
    return call


def _with_agent(router: Router, status: CallStatus, call_id: str, agent_id: str) -> None:
    a_waiting_call(router, call_id)
    a_waiting_agent(router, agent_id)
    assert (call_id, agent_id) in match_all(router)
    if status is not CallStatus.OFFERED:
        as_call(services.call_accept(router, call_id=call_id, agent_id=agent_id))
    if status is CallStatus.COMPLETED:
        as_call(services.call_complete(router, call_id=call_id))


def _rejected(router: Router, call_id: str) -> None:
    """A call that waits too long in a queue whose policy rejects it."""
    strict = replace(router, policies=Policies(default=QueuePolicy(max_wait_seconds=1)))
    a_waiting_call(strict, call_id)
    later = replace(strict, clock=lambda: router.clock() + timedelta(seconds=1))
    as_call(services.call_when_due(later, call_id=call_id))


def _created(router: Router, agent_id: str) -> Agent:
    return services.agent_create(router, agent_id=agent_id, name="Ana", gender="F", languages=("Spanish",))


def _chosen(router: Router, agent_id: str, choice: Choice) -> Agent:
    _created(router, agent_id)
    return as_agent(services.agent_choose(router, agent_id=agent_id, choice=choice))


def offer_of(router: Router, call_id: str) -> Key:
    """The item with the ring deadline of a call; those of answered calls may still exist."""
    items = (item for item in router.table.scan() if item["sk"] == keys.OFFERS_SORT)
    (key,) = (key_of(item) for item in items if call_id in map(str, listed(item, "Calls")))
    return key
