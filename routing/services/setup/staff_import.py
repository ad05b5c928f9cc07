"""Import of agents from a sheet: what each line would do, then all lines, if none is wrong."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from routing.exceptions import RoutingError
from routing.model.agents import Agent
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.setup.agent_sheet import SheetLine, WrongLine, read_sheet, sheet_lines
from routing.services.setup.staff import agent_compare, agent_set_up, facts_faults

CREATED, CHANGED, SAME = "new", "changed", "unchanged"


@dataclass(frozen=True)
class Planned:
    """What a line would do, or everything for which it cannot."""

    number: int
    agent_id: str
    name: str
    does: str
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What a sheet would do. `checked` is a digest of its agents as they were."""

    lines: tuple[SheetLine, ...]
    planned: tuple[Planned, ...]
    checked: str

    @property
    def wrong(self) -> list[Planned]:
        """The lines that are wrong; with one of them nothing is imported."""
        return [one for one in self.planned if one.wrong]

    @property
    def counts(self) -> dict[str, int]:
        """How many lines do what."""
        return {does: sum(one.does == does for one in self.planned) for does in (CREATED, CHANGED, SAME)}


def staff_plan(router: Router, text: str, agents: Iterable[Agent]) -> Plan:
    """What a sheet would do to these agents. Raises InvalidFieldError for one that is no such sheet."""
    lines, present = read_sheet(text), {agent.agent_id: agent for agent in agents}
    planned = tuple(_planned(router, line, present) for line in lines)
    return Plan(
        tuple(one for one in lines if isinstance(one, SheetLine)),
        planned,
        _digest(present[one.agent_id] for one in planned if one.agent_id in present),
    )


def staff_import(router: Router, plan: Plan, *, by: str) -> list[str]:
    """Saves the lines one by one, and returns why some could not be saved meanwhile.

    A repeat saves what is left. Raises DynamoError.
    """
    late = []
    for line in plan.lines:
        try:
            saved = agent_set_up(
                router, agent_id=line.agent_id, facts=line.facts, by=by, expected_version=None
            )
        except RoutingError as error:
            late.append(f"line {line.number}: {error}")
        else:
            if isinstance(saved, Conflict):
                late.append(f"line {line.number}: {saved.reason}")
    return late


def _digest(agents: Iterable[Agent]) -> str:
    """Of what a sheet has of these agents; their status changes all the time."""
    return sha256(json.dumps(sheet_lines(agents)).encode()).hexdigest()


def _planned(router: Router, line: SheetLine | WrongLine, present: Mapping[str, Agent]) -> Planned:
    if isinstance(line, WrongLine):
        return Planned(line.number, "", "", "", (line.why,))
    agent = present.get(line.agent_id)
    faults = (*line.wrong, *map(str, facts_faults(router, line.agent_id, line.facts, agent)))
    if faults:
        return Planned(line.number, line.agent_id, line.facts.name, "", faults)
    try:
        is_same = agent_compare(router, line.agent_id, line.facts, agent)
    except RoutingError as error:  # as for an agent who waits in too many queues
        return Planned(line.number, line.agent_id, line.facts.name, "", (str(error),))
    does = CREATED if agent is None else SAME if is_same else CHANGED
    return Planned(line.number, line.agent_id, line.facts.name, does)
