"""Shared parts of one run: clock, queues, people, counts. Pure."""

from dataclasses import dataclass, field

from simulation.forward.centre import Centre
from simulation.forward.clock import Clock
from simulation.forward.counts import Counts, counts_for
from simulation.forward.floor import Floor
from simulation.forward.played_agents import PlayedAgent, PlayedCall, crew
from simulation.forward.record import Record
from simulation.scenarios import Scenario


@dataclass
class Stage:
    """One run; `calls` are those not answered yet, by id, `agents` all of the scenario."""

    scenario: Scenario
    seed: int
    clock: Clock
    centre: Centre
    counts: Counts
    record: Record
    floor: Floor
    agents: dict[str, PlayedAgent]
    calls: dict[str, PlayedCall] = field(default_factory=dict)


def stage_for(scenario: Scenario, *, seed: int) -> Stage:
    """A run before its start: no calls, no agents at work."""
    clock = Clock()
    centre = Centre(scenario)
    counts = counts_for(scenario, scenario.queues)
    people = crew(scenario.groups, scenario.skills, centre)
    return Stage(
        scenario=scenario,
        seed=seed,
        clock=clock,
        centre=centre,
        counts=counts,
        record=Record(counts),
        floor=Floor(clock, counts, scenario.policies.agents),
        agents={agent.agent_id: agent for agent in people},
    )
