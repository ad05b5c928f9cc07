"""What-if: the agents needed for another demand at the same goals. Pure."""

from dataclasses import dataclass

from simulation.theory.demand import Demand
from simulation.theory.figures import Figures
from simulation.theory.needed import AgentsNeeded, Goals, agents_needed


@dataclass(frozen=True)
class WhatIf:
    """A demand beside a changed one.

    `unchanged_agents`: the figures of the base's agents under the changed demand.
    """

    base: AgentsNeeded
    demand: Demand
    changed: AgentsNeeded
    unchanged_agents: Figures

    @property
    def more_agents(self) -> int:
        """Additional agents at work for the change; below 0 if fewer."""
        return self.changed.agents - self.base.agents


def what_if(
    demand: Demand, goals: Goals, *, volume: float = 0.0, aht: float = 0.0, shrinkage: float = 0.0
) -> WhatIf:
    """The effect of more (0.1 is 10 %) or less (-0.1) volume or handle time.

    Raises TheoryRangeError and GoalError, as `Demand.changed` and `agents_needed`.
    """
    base = agents_needed(demand, goals, shrinkage=shrinkage)
    other = demand.changed(volume=volume, aht=aht)
    return WhatIf(
        base=base,
        demand=other,
        changed=agents_needed(other, goals, shrinkage=shrinkage),
        unchanged_agents=goals.expected(other, base.agents),
    )
