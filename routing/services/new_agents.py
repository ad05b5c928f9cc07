"""New agents: checked facts, and everything that is wrong with them."""

from collections.abc import Collection, Iterator

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.agents import ROW_MARK, Agent, AgentStatus, Choice
from routing.model.calls import MAX_TEXT_LENGTH, NOT_PRINTABLE
from routing.router import Router


def new_agent(
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
    """An agent with checked facts, not written anywhere yet.

    Raises UnknownSkillError, InvalidFieldError and TooManyQueuesError.
    """
    for fault in agent_faults(
        router,
        agent_id=agent_id or "",
        name=name,
        gender=gender,
        languages=languages,
        topics=topics,
        team=team,
    ):
        raise fault
    if status not in (AgentStatus.AVAILABLE, AgentStatus.OFFLINE):
        raise InvalidFieldError("status", str(status), "a new agent is available or offline")
    return Agent(
        agent_id=agent_id or router.new_id(),
        name=name,
        gender=gender,
        languages=frozenset(languages),
        topics=frozenset(topics),
        status=status,
        status_since=router.clock(),
        auto_answer=auto_answer,
        team=team,
        choice=Choice.READY if status is AgentStatus.AVAILABLE else Choice.OFFLINE,
    )


def agent_faults(
    router: Router,
    *,
    agent_id: str,
    name: str,
    gender: str,
    languages: Collection[str],
    topics: Collection[str],
    team: str,
) -> Iterator[RoutingError]:
    """Everything that is wrong with the facts of an agent; no id is one that is still to be chosen."""
    if len(agent_id) > MAX_TEXT_LENGTH:
        yield InvalidFieldError("agent_id", f"{agent_id[:20]}…", f"at most {MAX_TEXT_LENGTH} characters")
    if not agent_id.isprintable():
        yield InvalidFieldError("agent_id", agent_id[:20], NOT_PRINTABLE)
    if ROW_MARK in agent_id:
        yield InvalidFieldError("agent_id", agent_id, f"no {ROW_MARK!r} is allowed; it marks chat rows")
    if not 0 < len(name) <= MAX_TEXT_LENGTH:
        yield InvalidFieldError("name", name[:20], f"from 1 to {MAX_TEXT_LENGTH} characters")
    yield from router.skills.faults(gender, sorted(set(languages)), sorted(set(topics)))
    if team and (fault := router.teams.fault(team)):
        yield fault
