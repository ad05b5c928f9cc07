"""Next status of a free agent: its choice, and its queues if it is ready."""

from collections.abc import Callable

from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.events import Event, EventKind
from routing.model.queues import AGENT_SIDE, CALL_SIDE
from routing.router import Router
from routing.services.tickets import reserve_tickets
from routing.storage import store
from routing.storage.change_set import ChangeSet

Enter = Callable[[Agent], Agent]


def entering(router: Router, *, reserved: int | None = None) -> Enter:
    """Puts an agent at the end of its queues; one ticket for the whole operation, taken when needed.

    `reserved` is a ticket taken for this agent before.
    """
    tickets = [] if reserved is None else [reserved]

    def enter(agent: Agent) -> Agent:
        if not tickets:
            tickets.extend(reserve_tickets(router, AGENT_SIDE))
        at = router.clock()
        return agent.queued(ticket=tickets[0], queued_at=at, at=at)

    return enter


def call_ticket(router: Router) -> Callable[[], int]:
    """Gives a ticket for one call; the same one for every decision of the operation."""
    tickets: list[int] = []

    def take() -> int:
        if not tickets:
            tickets.extend(reserve_tickets(router, CALL_SIDE))
        return tickets[0]

    return take


def returning(router: Router) -> Enter:
    """Puts an agent without fault back to its old place; without one, to the end."""
    at_the_end = entering(router)

    def enter(agent: Agent) -> Agent:
        if agent.ticket is None or agent.queued_at is None:
            return at_the_end(agent)
        return agent.queued(ticket=agent.ticket, queued_at=agent.queued_at, at=router.clock())

    return enter


def settled(agent: Agent, router: Router, enter: Enter) -> Agent:
    """The agent in the status of its choice; `enter` puts a ready one into its queues."""
    if agent.choice is Choice.READY:
        return agent if agent.status is AgentStatus.QUEUED else enter(agent)
    status = AgentStatus.PAUSED if agent.choice is Choice.PAUSED else AgentStatus.OFFLINE
    return agent if agent.status is status else agent.moved(status, at=router.clock())


def agent_named(router: Router, agent_id: str) -> Agent:
    """The agent as it is now, or was seen. Raises UnknownAgentError."""
    agent = router.seen.take_agent(agent_id) if router.seen else None
    agent = agent or store.read_agent(router.table, agent_id)
    if agent is None:
        raise UnknownAgentError(agent_id)
    return agent


def agent_changed(
    router: Router,
    changes: ChangeSet,
    agent_id: str,
    by: str,
    call_id: str | None = None,
    *,
    reason: str = "",
) -> Event:
    """The event of a changed status or choice, if the agent is in the change set."""
    queues = tuple(map(str, changes.queues))
    was, became = changes.moves.get(agent_id, ("", ""))
    return Event(
        EventKind.AGENT_STATUS_CHANGED,
        router.clock(),
        agent_id,
        call_id,
        queues,
        by,
        reason,
        was=str(was),
        became=str(became),
    )
