"""Services of the staff: change an agent's name and skills, deactivate, remove."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypedDict

from routing.exceptions import InvalidFieldError, RoutingError, UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice, person_id, row_id
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.model.skills import MAX_ITEMS_PER_TRANSACTION
from routing.model.words import agent_word
from routing.router import Router
from routing.services.agent_services import agent_create
from routing.services.new_agents import agent_faults, new_agent
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import (
    Enter,
    agent_changed,
    agent_named,
    entering,
    in_other_queues,
    pause_left,
    settled,
)
from routing.storage import store
from routing.storage.change_set import ChangeSet

# Besides entries and infos of queues: the agent, the audit entry.
OTHER_ITEMS = 2
EDITED = "changed in setup"
FIRST = "only an offline agent can be removed; deactivate the agent first"


class Given(TypedDict):
    """Facts as arguments."""

    name: str
    gender: str
    languages: Collection[str]
    topics: Collection[str]
    team: str


@dataclass(frozen=True)
class Facts:
    """What is set up about an agent. If not active, it gets no new calls, but finishes the current one.

    `team` is the code of its team, empty for none; None: as it is.
    """

    name: str
    gender: str
    languages: Collection[str]
    topics: Collection[str] = ()
    auto_answer: bool = False
    is_active: bool = True
    team: str | None = None

    def given(self, team: str) -> Given:
        """What makes a new agent, in a team, and is checked."""
        return {
            "name": self.name,
            "gender": self.gender,
            "languages": self.languages,
            "topics": self.topics,
            "team": team,
        }


def agent_set_up(
    router: Router, *, agent_id: str, facts: Facts, by: str = "", expected_version: int | None
) -> Agent | Conflict:
    """Creates an agent who is offline, or gives one these facts; safe to repeat.

    `expected_version` is 0 for a new agent; None: whatever there is. Raises as `agent_edit` and
    `agent_create`.
    """
    if not expected_version and store.read_agent(router.table, agent_id) is None:
        agent_create(
            router,
            agent_id=agent_id,
            auto_answer=facts.auto_answer,
            status=AgentStatus.OFFLINE,
            **facts.given(facts.team or ""),
        )
        expected_version = 1
    return agent_edit(router, agent_id=agent_id, facts=facts, by=by, expected_version=expected_version)


def agent_compare(router: Router, agent_id: str, facts: Facts, agent: Agent | None) -> bool:
    """Whether an agent has these facts already; raises as `agent_set_up` for facts that do not fit."""
    like = agent or new_agent(router, agent_id=agent_id, **facts.given(facts.team or ""))
    return _with_facts(router, like, facts, "", lambda one: one) == agent


def facts_faults(router: Router, agent_id: str, facts: Facts, agent: Agent | None) -> Iterator[RoutingError]:
    """Everything for which `agent_set_up` would refuse these facts, field by field."""
    team = "" if agent and facts.team == agent.team else facts.team or ""
    return agent_faults(router, agent_id=agent_id, **facts.given(team))


def agent_edit(
    router: Router, *, agent_id: str, facts: Facts, by: str = "", expected_version: int | None = None
) -> Agent | Conflict:
    """Gives an agent, and its chat row, these facts; safe to repeat.

    One who waits and gets other queues goes to their end; a deactivated one is offline after its call and
    wrap-up, and its chat row after its chats. Skills that are no longer in use are remembered. A Conflict if
    `expected_version` is given and the agent is at another, unless nothing is left to do. Raises
    UnknownAgentError, UnknownSkillError, InvalidFieldError, TooManyQueuesError.
    """
    person = _edited(router, agent_id, facts, by, expected_version)
    if not isinstance(person, Conflict) and store.read_agent(router.table, row_id(agent_id)) is not None:
        row = _edited(router, row_id(agent_id), replace(facts, auto_answer=False), by, None)
        if isinstance(row, Conflict):
            return row
    return person


def _edited(
    router: Router, agent_id: str, facts: Facts, by: str, expected_version: int | None
) -> Agent | Conflict:
    enter = entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent] | Conflict:
        agent = agent_named(router, agent_id)
        after = _with_facts(router, agent, facts, by, enter)
        if after == agent:
            return Nothing(agent)
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        written = changes.agent(agent, replace(after, changed_by=by or agent.changed_by))
        return Write(changes, written, (agent_changed(router, changes, agent_id, by, reason=EDITED),))

    return carry_out(router, decide)


def _with_facts(router: Router, agent: Agent, facts: Facts, by: str, enter: Enter) -> Agent:
    team = agent.team if facts.team is None else facts.team
    checked = new_agent(router, **facts.given("" if team == agent.team else team))
    _check_room(agent, checked)
    languages, topics = {*router.skills.languages}, {*router.skills.topics}
    like = replace(
        agent.like(checked),
        team=team,
        auto_answer=facts.auto_answer,
        is_deactivated=not facts.is_active,
        former_languages=(agent.former_languages | agent.languages) - languages,
        former_topics=(agent.former_topics | agent.topics) - topics,
    )
    if like.is_deactivated and like.choice is not Choice.OFFLINE:
        gone = pause_left(router, agent, like.chose(Choice.OFFLINE, by=by, why=EDITED))
        return settled(gone, router, enter) if gone.is_free else gone
    return in_other_queues(agent, like, enter)


def _check_room(agent: Agent, like: Agent) -> None:
    """Raises InvalidFieldError if leaving and entering queues is more than one transaction holds."""
    queues = {*agent.queues, *replace(like, channel=agent.channel).queues}
    if agent.status is AgentStatus.QUEUED and 2 * len(queues) + OTHER_ITEMS > MAX_ITEMS_PER_TRANSACTION:
        allowed = f"old and new skills make {len(queues)} queues; pause the agent first"
        raise InvalidFieldError("languages", ", ".join(sorted(like.languages)), allowed)


def agent_remove(
    router: Router, *, agent_id: str, by: str = "", expected_version: int | None = None
) -> Agent | Conflict:
    """Removes an offline agent and its chat row; past calls and reports keep the name. Safe to repeat.

    A Conflict for an agent who is not offline, or still has chats. Raises UnknownAgentError.
    """

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent] | Conflict:
        agent = store.read_agent(router.table, agent_id)
        if agent is None:
            former = store.read_former_agents(router.table, [agent_id])
            if not former:
                raise UnknownAgentError(agent_id)
            return Nothing(former[0])
        if expected_version not in (None, agent.version):
            return Conflict(f"agent is at version {agent.version}, not {expected_version}", agent)
        row = store.read_agent(router.table, row_id(agent_id))
        for one in (agent, *([row] if row else [])):
            if one.status is not AgentStatus.OFFLINE or one.call_ids:
                return Conflict(f"agent is {agent_word(one)}; {FIRST}", agent, is_rule=True)
        changes.agents_removed(agent, row, at=router.clock())
        gone = Event(EventKind.AGENT_REMOVED, router.clock(), agent_id, by=by, reason=agent.name)
        return Write(changes, agent, (gone, *([replace(gone, agent_id=row.agent_id)] if row else [])))

    return carry_out(router, decide)


def former_agents(router: Router, agent_ids: Collection[str]) -> list[Agent]:
    """Removed agents: their names and last wrap-ups."""
    return store.read_former_agents(router.table, agent_ids) if agent_ids else []


def former_names(router: Router, agent_ids: Collection[str]) -> dict[str, str]:
    """The names of removed agents and their chat rows, by id."""
    found = former_agents(router, {person_id(one) for one in agent_ids})
    names = {agent.agent_id: agent.name for agent in found}
    return {one: names[person_id(one)] for one in agent_ids if person_id(one) in names}
