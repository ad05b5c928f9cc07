"""Services of agents outside calls: create, enqueue, choose, end or extend wrap-up."""

from collections.abc import Collection
from datetime import timedelta

from routing.exceptions import AgentExistsError, InvalidFieldError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import check_reason
from routing.model.copies import replace
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.model.words import FULL, agent_word
from routing.router import Router
from routing.services.new_agents import new_agent
from routing.services.operation import Nothing, Write, carry_out
from routing.services.outcome_saving import CHOOSE_FIRST, lacks_outcome
from routing.services.places import agent_changed, agent_named, entering, pause_left, settled
from routing.storage import store
from routing.storage.change_set import ChangeSet

DEACTIVATED = "agent is deactivated; activate it under Setup first"
Decision = Write[Agent] | Nothing[Agent] | Conflict


def agent_create(
    router: Router,
    *,
    name: str,
    gender: str,
    languages: Collection[str],
    topics: Collection[str] = (),
    agent_id: str | None = None,
    status: AgentStatus = AgentStatus.AVAILABLE,
    auto_answer: bool = False,
    team: str = "",
) -> Agent:
    """Creates an agent who is available (in no queue yet) or offline.

    With `auto_answer` its calls do not ring: they are in progress at once.

    Safe to repeat with the same `agent_id` and facts. Raises UnknownSkillError, InvalidFieldError,
    TooManyQueuesError, and AgentExistsError if the id belongs to an agent with another name.
    """
    agent = new_agent(
        router,
        name=name,
        gender=gender,
        languages=languages,
        topics=topics,
        agent_id=agent_id,
        status=status,
        auto_answer=auto_answer,
        team=team,
    )

    def decide(changes: ChangeSet) -> Decision:
        present = store.read_agent(router.table, agent.agent_id) if agent_id else None
        if present is not None:
            return Nothing(present)
        written = changes.agent(None, agent)
        return Write(changes, written, (Event(EventKind.AGENT_CREATED, agent.status_since, agent.agent_id),))

    made = carry_out(router, decide)
    if isinstance(made, Conflict) or made.name != name:
        raise AgentExistsError(agent.agent_id)
    return made


def agent_enqueue(
    router: Router, *, agent_id: str, by: str = "", reserved: int | None = None
) -> Agent | Conflict:
    """Puts an available agent at the end of each of its queues; a queued one stays where it is.

    `reserved` is an unused ticket taken for this agent. A Conflict for an agent in any other status. Raises
    UnknownAgentError.
    """
    enter = entering(router, reserved=reserved)

    def decide(changes: ChangeSet) -> Decision:
        agent = agent_named(router, agent_id)
        if agent.status is AgentStatus.QUEUED:
            return Nothing(agent)
        if agent.status is not AgentStatus.AVAILABLE:
            return Conflict(f"agent is {agent_word(agent)}, not available", agent)
        if agent.is_full:
            return Conflict(f"agent is {FULL}: {len(agent.held)} of {agent.slots} slots in use", agent)
        return _written(router, changes, agent, enter(agent), by=by, what="queued")

    return carry_out(router, decide)


def agent_choose(
    router: Router,
    *,
    agent_id: str,
    choice: Choice,
    reason: str = "",
    by: str = "",
    expected_version: int | None = None,
) -> Agent | Conflict:
    """Sets an agent's choice: at once if it is free, else after its call and wrap-up.

    Ready means waiting in every queue of its skills. `by` names the user. A Conflict if `expected_version` is
    given and the agent is at another, unless it has this choice already. Raises UnknownAgentError,
    InvalidFieldError.
    """
    check_reason(reason)
    enter = entering(router)

    def decide(changes: ChangeSet) -> Decision:
        agent = agent_named(router, agent_id)
        if agent.is_deactivated and choice is not Choice.OFFLINE:
            return Conflict(DEACTIVATED, agent, is_rule=True)
        chosen = agent.chose(choice, reason=reason, by=by)
        stands = not agent.is_free or agent.status is chosen.chosen_status
        if stands and (chosen.choice, chosen.pause_reason) == (agent.choice, agent.pause_reason):
            return Nothing(agent)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        after = settled(pause_left(router, agent, chosen), router, enter) if chosen.is_free else chosen
        what = f"{choice}: {reason}" if reason else str(choice)
        return _written(router, changes, agent, after, by=by, what=what, reason=reason)

    return carry_out(router, decide)


def agent_end_wrap_up(
    router: Router,
    *,
    agent_id: str,
    reason: str = "",
    by: str = "",
    call_id: str | None = None,
    expected_version: int | None = None,
    without_outcome: bool = False,
) -> Agent | Conflict:
    """Ends an agent's wrap-up: the agent goes to the status of its choice, into its queues if it is ready.

    Safe to repeat; with `call_id` only the wrap-up of that call. A Conflict during an offer or a call, in the
    wrap-up of another call, at another than the expected version, or before a required outcome is chosen,
    unless it may end `without_outcome`, as of simulated agents. Raises UnknownAgentError, InvalidFieldError.
    """
    check_reason(reason)
    enter = entering(router)

    def decide(changes: ChangeSet) -> Decision:
        agent = agent_named(router, agent_id)
        if agent.is_free:
            return Nothing(agent)
        if agent.status is not AgentStatus.WRAP_UP:
            return Conflict(f"agent is {agent_word(agent)}, not in wrap-up", agent)
        if call_id not in (None, agent.call_id):
            return Conflict(f"agent writes up call {agent.call_id}, not {call_id}", agent)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        if router.policies.need_outcomes and not without_outcome and _lacks_outcome(router, agent):
            return Conflict(CHOOSE_FIRST, agent, is_rule=True)
        what = f"wrap-up ended: {reason}" if reason else "wrap-up ended"
        free = settled(agent, router, enter)
        return _written(router, changes, agent, free, by=by, what=what, reason=reason)

    return carry_out(router, decide)


def _lacks_outcome(router: Router, agent: Agent) -> bool:
    call = store.read_call(router.table, agent.call_id) if agent.call_id else None
    return call is not None and lacks_outcome(router, call)


def agent_extend_wrap_up(
    router: Router, *, agent_id: str, seconds: float, by: str = "", expected_version: int | None = None
) -> Agent | Conflict:
    """Extends a wrap-up by some seconds, up to the longest wrap-up allowed.

    Not safe to repeat without `expected_version`. A Conflict if the agent is not in wrap-up. Raises
    UnknownAgentError, and InvalidFieldError if the wrap-up would get too long.
    """
    longest = router.policies.agents.longest_wrap_up_seconds
    if not 1 <= seconds <= longest:
        raise InvalidFieldError("seconds", seconds, f"from 1 to {longest:g}")

    def decide(changes: ChangeSet) -> Decision:
        agent = agent_named(router, agent_id)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        if agent.status is not AgentStatus.WRAP_UP:
            return Conflict(f"agent is {agent_word(agent)}, not in wrap-up", agent)
        at = router.clock()
        until = max(agent.until or at, at) + timedelta(seconds=seconds)
        if until > agent.status_since + timedelta(seconds=longest):
            raise InvalidFieldError("seconds", seconds, f"a wrap-up lasts at most {longest:g} seconds in all")
        what = f"wrap-up extended by {seconds:g} seconds"
        return _written(router, changes, agent, replace(agent, until=until), by=by, what=what)

    return carry_out(router, decide)


def _written(
    router: Router, changes: ChangeSet, before: Agent, after: Agent, *, by: str, what: str, reason: str = ""
) -> Write[Agent]:
    """The decision to write an agent, with the user and the reason of the change, if any."""
    if by:
        after = replace(after, changed_by=by, change_reason=reason)
    written = changes.agent(before, after)
    return Write(changes, written, (agent_changed(router, changes, before.agent_id, by, reason=what),))
