"""M/M/c by the textbook, begun in steady state, and M/M/c+M after a warm-up, to test estimators. Pure."""

from dataclasses import astuple, dataclass
from heapq import heapify, heapreplace
from math import inf
from random import Random

from routing.model.service_level import BY_OFFERED, Counted, ServiceLevel
from simulation.theory import Demand, Figures, erlang_c, predict

WITHIN = 20.0
WARM_UP = 20  # handle times, where no steady state can be drawn
OTHERS = ("waited_seconds", "had_to_wait")


@dataclass(frozen=True)
class Queue:
    """A demand, its agents, the seconds that one replication lasts, and the service level's definition."""

    demand: Demand
    agents: int
    seconds: float
    level: ServiceLevel = BY_OFFERED

    @property
    def predicted(self) -> Figures:
        """The figures of theory."""
        return predict(self.demand, agents=self.agents, within_seconds=WITHIN, level=self.level)

    def replication(self, random: Random) -> dict[str, float]:
        """Sums over the calls of one replication, in the columns of reports."""
        rate, aht, patience = astuple(self.demand)
        free = self._begun(random) if patience is None else [-inf] * self.agents
        sums = dict.fromkeys(("offered", "answered", "abandoned", "soon", "in_time", *OTHERS), 0.0)
        now = random.expovariate(rate) - (0 if patience is None else WARM_UP * aht)
        while now <= self.seconds:
            begins = max(now, free[0])
            stays = inf if patience is None else random.expovariate(1 / patience)
            if begins - now <= stays:
                heapreplace(free, begins + random.expovariate(1 / aht))
            if now > 0:
                _count(sums, begins - now, stays, self.level)
            now += random.expovariate(rate)
        counted = Counted(sums["in_time"], sums["answered"], sums["abandoned"], sums["soon"])
        return {**sums, "service_level_of": self.level.whole(counted)}

    def _begun(self, random: Random) -> list[float]:
        """The time at which each agent is free of the initial calls."""
        there = self._there(random)
        aht = self.demand.aht_seconds
        free = [random.expovariate(1 / aht) if n < there else 0.0 for n in range(self.agents)]
        heapify(free)
        for _ in range(there - self.agents):
            heapreplace(free, free[0] + random.expovariate(1 / aht))
        return free

    def _there(self, random: Random) -> int:
        """The number of calls in the steady state."""
        load = self.demand.load
        if random.random() < erlang_c(load, self.agents):
            there = self.agents
            while random.random() < load / self.agents:
                there += 1
            return there
        weights = [1.0]
        for n in range(1, self.agents):
            weights.append(weights[-1] * load / n)
        return random.choices(range(self.agents), weights)[0]


def _count(sums: dict[str, float], offered_wait: float, stays: float, level: ServiceLevel) -> None:
    sums["offered"] += 1
    sums["had_to_wait"] += offered_wait > 0
    if offered_wait <= stays:
        sums["answered"] += 1
        sums["in_time"] += offered_wait <= WITHIN
        sums["waited_seconds"] += offered_wait
    else:
        sums["abandoned"] += 1
        sums["soon"] += stays < level.short_abandon_seconds
