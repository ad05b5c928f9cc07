"""Floor: where simulated agents are and go next: queues, call, rest, home. Pure."""

from collections.abc import Iterable

from routing.model.policies import AgentPolicy
from simulation.forward.clock import Clock
from simulation.forward.counts import Counts
from simulation.forward.played_agents import PlayedAgent, Stands, entries_of

# Time until an agent comes back that was paused after too many missed offers.
PAUSE_SECONDS = 300.0


class Floor:
    """The agents at work, with busy and idle time from the warm-up's end to the run's end."""

    def __init__(self, clock: Clock, counts: Counts, policy: AgentPolicy) -> None:
        self._clock = clock
        self._policy = policy
        self._hours = counts.groups
        self._from = counts.scenario.warm_up_seconds
        self._to = counts.scenario.length_seconds
        self._tickets = 0

    def enter(self, agent: PlayedAgent, *, old_place: bool = False) -> None:
        """Puts an agent into its queues: at the end, or at its old place."""
        if not old_place:
            self._tickets += 1
            agent.ticket = self._tickets
        agent.entries = entries_of(agent)
        for line, entry in zip(agent.lines, agent.entries, strict=True):
            line.add(entry)
        agent.stands, agent.since = Stands.WAITS, self._clock.now

    def take(self, agent: PlayedAgent) -> None:
        """Takes a waiting agent out of its queues, for a ringing call or to go home."""
        for line, entry in zip(agent.lines, agent.entries, strict=True):
            line.remove(entry)
        self._count(agent)
        agent.stands, agent.since = Stands.RINGS, self._clock.now

    def let_go(self, agent: PlayedAgent, *, old_place: bool = False) -> bool:
        """Ends ringing, talk or wrap-up; True if the agent waits for the next call, False if it went home."""
        self._count(agent)
        return self._settle(agent, old_place=old_place)

    def missed(self, agent: PlayedAgent) -> float:
        """Ends a missed offer; answers the agent's rest in seconds."""
        self._count(agent)
        agent.stands, agent.since = Stands.RESTS, self._clock.now
        agent.missed += 1
        if agent.missed < self._policy.max_missed_offers:
            return self._policy.no_answer_rest_seconds
        agent.missed = 0
        return PAUSE_SECONDS

    def rested(self, agent: PlayedAgent) -> bool:
        """Ends a rest; True if the agent waits for the next call."""
        return self._settle(agent)

    def accepted(self, row: PlayedAgent) -> bool:
        """A chat row has one more chat; True if it waits for the next one, at the end of the line."""
        self._count(row)
        row.held += 1
        return self._settle(row)

    def closed(self, row: PlayedAgent) -> bool:
        """A chat row has one less; True if it was full and waits again, at the end of the line.

        One that waits keeps its place.
        """
        was_full = row.stands is Stands.BUSY
        self._count(row)
        row.held -= 1
        row.since = self._clock.now
        return was_full and self._settle(row)

    def shift_begins(self, agent: PlayedAgent) -> bool:
        """True if the agent waits for a call from now on."""
        agent.on_shift = True
        return agent.stands is Stands.AWAY and self._settle(agent)

    def shift_ends(self, agent: PlayedAgent) -> None:
        """Sends an agent home, once it has nothing to do."""
        agent.on_shift = False
        if agent.stands is Stands.WAITS:
            self.take(agent)
            agent.stands = Stands.AWAY

    def close(self, agents: Iterable[PlayedAgent], end: float) -> None:
        """Counts the time to the end of the run for agents who wait, or have a call in a stopped run."""
        for agent in agents:
            self._count(agent, end)

    def _settle(self, agent: PlayedAgent, *, old_place: bool = False) -> bool:
        if agent.slots:
            self._count(agent)
            agent.since = self._clock.now
        if agent.on_shift and not agent.is_full:
            self.enter(agent, old_place=old_place)
            return True
        agent.stands = Stands.BUSY if agent.is_full else Stands.AWAY
        return False

    def _count(self, agent: PlayedAgent, until: float | None = None) -> None:
        """Counts the time of an agent's state; of a chat row that of each slot."""
        hours, seconds = self._hours[agent.hours], self._counted(agent.since, until)
        if agent.slots:
            busy = agent.held + (agent.stands is Stands.RINGS)
            hours.busy += busy * seconds
            # Neither at rest nor at home are its other slots offered.
            hours.idle += (
                (agent.slots - busy) * seconds if agent.stands in (Stands.WAITS, Stands.RINGS) else 0
            )
            agent.since = self._clock.now
        elif agent.stands is Stands.WAITS:
            hours.idle += seconds
        elif agent.stands in (Stands.RINGS, Stands.BUSY):
            hours.busy += seconds

    def _counted(self, since: float, until: float | None = None) -> float:
        until = self._clock.now if until is None else until
        if self._from <= since <= until <= self._to:
            return until - since
        return max(0.0, min(until, self._to) - max(since, self._from))
