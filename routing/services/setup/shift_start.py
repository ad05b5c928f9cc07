"""Services for many agents: create and enqueue them in as few transactions as possible."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from routing.model.agents import Agent, AgentStatus
from routing.model.events import Event, EventKind
from routing.model.queues import AGENT_SIDE
from routing.router import Router
from routing.services.agent_services import agent_enqueue
from routing.services.places import agent_changed
from routing.services.tickets import reserve_tickets
from routing.storage import store
from routing.storage.change_set import ChangeSet

Change = tuple[Agent | None, Agent]


def agents_enqueue(router: Router) -> list[Agent]:
    """Queues every available agent in the order they became available; answers those it queued.

    All tickets are reserved in one call. If an agent of a transaction changed meanwhile, the agents of that
    transaction are queued one by one, with the same tickets. Raises DynamoError; agents queued before it stay
    queued.
    """
    agents = store.read_agents(router.table)
    ready = [one for one in agents if one.status is AgentStatus.AVAILABLE and not one.is_full]
    if not ready:
        return []
    ready.sort(key=lambda agent: (agent.status_since, agent.agent_id))
    at = router.clock()
    tickets = reserve_tickets(router, AGENT_SIDE, len(ready))
    changes: list[Change] = [
        (agent, agent.queued(ticket=ticket, queued_at=at, at=at))
        for agent, ticket in zip(ready, tickets, strict=True)
    ]

    def told(written: Agent, packed: ChangeSet) -> Event:
        return agent_changed(router, packed, written.agent_id, written.changed_by)

    def one_by_one(refused: Iterable[Change]) -> list[Agent]:
        answers = [
            agent_enqueue(router, agent_id=after.agent_id, reserved=after.ticket) for _, after in refused
        ]
        return [answer for answer in answers if isinstance(answer, Agent)]

    return _write(router, changes, told, one_by_one)


def agents_add(router: Router, agents: Sequence[Agent]) -> list[Agent]:
    """Writes new agents, up to 100 in each transaction; answers those that were new.

    An agent whose id is taken is left out, with the others of its transaction. Raises DynamoError.
    """

    def told(written: Agent, _packed: ChangeSet) -> Event:
        return Event(EventKind.AGENT_CREATED, written.status_since, written.agent_id)

    return _write(router, [(None, agent) for agent in agents], told, lambda _refused: [])


def _write(
    router: Router,
    changes: Sequence[Change],
    told: Callable[[Agent, ChangeSet], Event],
    refused: Callable[[Iterable[Change]], list[Agent]],
) -> list[Agent]:
    """Commits the changes in order, packed; for a refused transaction the answer of `refused`."""
    written: list[Agent] = []
    rest = list(changes)
    while rest:
        packed = ChangeSet(router.new_id(), router.skills)
        done = [packed.agent(*change) for change in _fitting(packed, rest, spare=bool(router.origin))]
        front, rest = rest[: len(done)], rest[len(done) :]
        events = [told(agent, packed) for agent in done]
        if router.origin:
            packed.log([_as_one(events, done)], origin=router.origin, by=router.actor)
        if router.table.commit(packed.transaction()).ok:
            router.emit(events)
            written += done
        else:
            written += refused(front)
    return written


def _as_one(events: Sequence[Event], agents: Sequence[Agent]) -> Event:
    """The audit entry for all agents of a transaction: it names them all."""
    names = ", ".join(agent.name for agent in agents)
    return replace(events[0], agent_id=None, reason=f"{len(agents)} agents: {names}")


def _fitting(packed: ChangeSet, changes: Iterable[Change], *, spare: int) -> Iterable[Change]:
    """The first changes that fit into a transaction, with some items to spare."""
    for before, after in changes:
        if not packed.has_room_for_agent(after, spare=spare):
            return
        yield before, after
