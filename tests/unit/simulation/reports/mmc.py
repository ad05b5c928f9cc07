"""M/M/c by the textbook, begun in steady state, to test estimators against. Pure."""

from dataclasses import dataclass
from heapq import heapify, heapreplace
from random import Random

from simulation.theory import Demand, Figures, erlang_c, predict

WITHIN = 20.0


@dataclass(frozen=True)
class Queue:
    """A demand without patience, its agents, and the seconds that one replication lasts."""

    demand: Demand
    agents: int
    seconds: float

    @property
    def predicted(self) -> Figures:
        """The figures of theory."""
        return predict(self.demand, agents=self.agents, within_seconds=WITHIN)

    def replication(self, random: Random) -> dict[str, float]:
        """Sums over the calls of one replication, in the columns of reports."""
        rate, aht = self.demand.calls_per_second, self.demand.aht_seconds
        free = self._begun(random)
        sums = dict.fromkeys(("offered", "in_time", "waited_seconds", "had_to_wait"), 0.0)
        now = random.expovariate(rate)
        while now <= self.seconds:
            begins = max(now, free[0])
            heapreplace(free, begins + random.expovariate(1 / aht))
            sums["offered"] += 1
            sums["in_time"] += begins - now <= WITHIN
            sums["waited_seconds"] += begins - now
            sums["had_to_wait"] += begins > now
            now += random.expovariate(rate)
        return sums

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
