"""Agents of a scenario on a table: created, signed in and out by their shifts, removed at its end."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import groupby

from routing import selectors
from routing.model.agents import Agent, AgentStatus, Choice, row_id
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services import agent_choose, agent_remove, agent_slots, agents_add
from routing.services.new_agents import new_agent
from simulation.durations import Constant
from simulation.people.hands import Each
from simulation.scenarios import AgentGroup, Scenario

BY = "simulation"
LONGEST_GROUP_IN_NAME = 70


@dataclass(frozen=True)
class ShiftChange:
    """Agents who come or go home at some second of the scenario."""

    seconds: float
    choice: Choice
    agent_ids: tuple[str, ...]


def agents_make(router: Router, scenario: Scenario, *, each: Each = map) -> dict[str, int]:
    """Creates missing agents and chat rows, offline; answers their ids, as `member_ids`.

    An id follows from the group: the next run of the scenario has the same agents. Raises RoutingError if the
    router does not know their skills, and DynamoError.
    """
    wanted = dict(_members(scenario))
    present = {agent.agent_id for agent in selectors.agents_by_id(router, wanted)}
    at_once = scenario.answer_delay == Constant(0.0) and not scenario.missed_share
    made = [
        _offline_agent(router, scenario.groups[group], agent_id, answers_at_once=at_once)
        for agent_id, group in wanted.items()
        if agent_id not in present
    ]
    agents_add(router, made)
    chatting = [agent_id for agent_id, group in wanted.items() if scenario.groups[group].chat_slots]
    list(each(partial(_slots, router, scenario, wanted), chatting))
    return member_ids(scenario)


def member_ids(scenario: Scenario) -> dict[str, int]:
    """The ids that the agents of a scenario have on any table, with the place of their hours in the counts.

    After the groups come the chat rows of those that chat.
    """
    members = dict(_members(scenario))
    chatting = [number for number, group in enumerate(scenario.groups) if group.chat_slots]
    places = {number: len(scenario.groups) + place for place, number in enumerate(chatting)}
    rows = {row_id(agent_id): places[group] for agent_id, group in members.items() if group in places}
    return {**members, **rows}


def agents_choose(router: Router, agent_ids: Iterable[str], choice: Choice, *, each: Each = map) -> None:
    """Signs agents in or out; a busy one finishes first. Safe to repeat. Raises DynamoError."""
    list(each(partial(_choose, router, choice), agent_ids))


def agents_are_offline(router: Router, agent_ids: Iterable[str]) -> bool:
    return all(
        agent.status is AgentStatus.OFFLINE for agent in selectors.agents_by_id(router, list(agent_ids))
    )


def agents_remove(
    router: Router, scenario: Scenario, *, kept: Collection[str] = (), each: Each = map
) -> bool:
    """Removes a scenario's agents but those `kept`; False if one is not offline yet. Safe to repeat.

    Raises DynamoError.
    """
    wanted = [agent_id for agent_id, _ in _members(scenario) if agent_id not in kept]
    made = [agent.agent_id for agent in selectors.agents_by_id(router, wanted)]
    gone = [*each(partial(_remove, router), made)]
    return all(isinstance(one, Agent) for one in gone)


def shift_changes(scenario: Scenario, groups_of: dict[str, int]) -> list[ShiftChange]:
    """Shift changes in order; at one moment departures first. Nobody goes after the length."""
    return sorted(_changes(scenario, groups_of), key=lambda one: (one.seconds, one.choice is Choice.READY))


def _changes(scenario: Scenario, groups_of: dict[str, int]) -> Iterator[ShiftChange]:
    length, groups = scenario.length_seconds, (*scenario.groups, *scenario.chatting)
    by_group = groupby(groups_of.items(), key=lambda item: item[1])
    for number, members in by_group:
        agent_ids, shifts = tuple(agent_id for agent_id, _ in members), groups[number].shifts
        if not shifts:
            yield ShiftChange(0.0, Choice.READY, agent_ids)
        for shift in shifts:
            if shift.from_seconds < length:
                yield ShiftChange(shift.from_seconds, Choice.READY, agent_ids)
            if shift.to_seconds < length:
                yield ShiftChange(shift.to_seconds, Choice.OFFLINE, agent_ids)


def _members(scenario: Scenario) -> Iterator[tuple[str, int]]:
    at_once = scenario.answer_delay == Constant(0.0) and not scenario.missed_share
    for number, group in enumerate(scenario.groups):
        skills = (group.name, group.gender, sorted(group.languages), sorted(group.topics), at_once)
        digest = blake2b(repr(skills).encode(), digest_size=4).hexdigest()
        for one in range(group.agents):
            yield f"simulated-{digest}-{one + 1}", number


def _offline_agent(router: Router, group: AgentGroup, agent_id: str, *, answers_at_once: bool) -> Agent:
    return new_agent(
        router,
        name=f"{group.name[:LONGEST_GROUP_IN_NAME]} {agent_id.rpartition('-')[2]}",
        gender=group.gender,
        languages=group.languages,
        topics=group.topics,
        agent_id=agent_id,
        status=AgentStatus.OFFLINE,
        auto_answer=answers_at_once,
    )


def _slots(router: Router, scenario: Scenario, groups_of: dict[str, int], agent_id: str) -> None:
    slots = scenario.groups[groups_of[agent_id]].chat_slots
    agent_slots(router, agent_id=agent_id, slots=slots, by=BY)


def _remove(router: Router, agent_id: str) -> Agent | Conflict:
    return agent_remove(router, agent_id=agent_id, by=BY)


def _choose(router: Router, choice: Choice, agent_id: str) -> None:
    agent_choose(router, agent_id=agent_id, choice=choice, by=BY)
