"""Places: next status of a free agent by its choice, its queues if it is ready; the place of a call."""

from collections.abc import Callable
from datetime import timedelta

from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.copies import replace
from routing.model.deadlines import waiting_from
from routing.model.events import Event, EventKind
from routing.model.people.pause_totals import pause_ended, used_seconds
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
    status = agent.chosen_status
    if status is AgentStatus.PAUSED:
        return _paused(agent, router)
    if agent.status is status:
        return agent
    return enter(agent) if status is AgentStatus.QUEUED else agent.moved(status, at=router.clock())


def _paused(agent: Agent, router: Router) -> Agent:
    """The agent paused, until the limit of the reason; a longer pause is marked, not ended."""
    is_new = agent.status is not AgentStatus.PAUSED
    paused = agent.moved(AgentStatus.PAUSED, at=router.clock()) if is_new else agent
    used = used_seconds(paused, paused.pause_reason, router.day_of(paused.status_since))
    allowed = router.pauses.allowed_seconds(paused.pause_reason, used_seconds=used)
    until = None if allowed is None else paused.status_since + timedelta(seconds=allowed)
    return replace(paused, until=until)


def pause_left(router: Router, before: Agent, after: Agent) -> Agent:
    """The agent after a choice, with the pause that it ends, if any, in the totals of the day."""
    return pause_ended(before, after, router.pauses, at=router.clock(), day_of=router.day_of)


def in_other_queues(before: Agent, after: Agent, enter: Enter) -> Agent:
    """The agent after a change of skills: one who waits goes to the end of its new queues.

    With the old ticket a match that was planned before would leave the entries in new queues behind.
    """
    if after.status is not AgentStatus.QUEUED or set(before.queues) == set(after.queues):
        return after
    return enter(replace(after, status=AgentStatus.AVAILABLE))


def kept_up(agent: Agent, router: Router, enter: Enter) -> Agent:
    """A chat row whose chats or slots have changed: in line, full, or in the status of its choice.

    One that waits keeps its place; one that rings or rests goes on with that.
    """
    rests = agent.status is AgentStatus.AVAILABLE and agent.choice is Choice.READY
    return agent if rests or agent.status is AgentStatus.OFFERED else settled(agent, router, enter)


def without_call(agent: Agent, call_id: str, router: Router, enter: Enter) -> Agent:
    """The agent once its call in progress has left it."""
    if not agent.channel:
        return settled(agent, router, enter)
    return kept_up(agent.holding(one for one in agent.held if one != call_id), router, enter)


def back_in_line(call: Call, router: Router, ticket: Callable[[], int]) -> Call:
    """A call in progress that waits again, at its old place.

    The caller was not waiting during the talk: all times of the call start again.
    """
    at = router.clock()
    waiting = call.moved(CallStatus.QUEUED, at=at)
    waiting = waiting_from(waiting, router.policy_of(waiting), at)
    return replace(waiting, ticket=call.ticket or ticket(), queued_at=call.queued_at or at)


def agent_named(router: Router, agent_id: str) -> Agent:
    """The agent of an operation, as it is now or was seen. Raises UnknownAgentError, OutOfReachError."""
    agent = router.seen.take_agent(agent_id) if router.seen else None
    agent = agent or store.read_agent(router.table, agent_id)
    if agent is None:
        raise UnknownAgentError(agent_id)
    router.reach.check(agent, router.teams)
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
    agent = changes.agents.get(agent_id)
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
        ticket=(agent is not None and agent.status is AgentStatus.QUEUED and agent.ticket) or 0,
    )
