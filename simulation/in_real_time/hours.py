"""Busy and idle time of a scenario's agents, from one reading to the next. Pure."""

from collections.abc import Mapping, Sequence

from routing.model.agents import Agent, AgentStatus
from simulation.forward.counts import Hours

BUSY = frozenset({AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP})

OFFERED_SLOTS = frozenset({AgentStatus.QUEUED, AgentStatus.OFFERED})


class Watched:
    """Counts the statuses of each look until the next; from the warm-up's end to the scenario's."""

    def __init__(self, groups_of: Mapping[str, int], hours: tuple[Hours, ...], *, start: float) -> None:
        self._groups_of = groups_of
        self._hours = hours
        self._start = start
        self._seen_at = 0.0
        self._busy: list[int] = [0] * len(hours)
        self._idle: list[int] = [0] * len(hours)
        self._counted: Sequence[Agent] = ()

    def look(self, agents: Sequence[Agent], *, seconds: float, until: float) -> None:
        """Notes the agents' statuses at a second of the scenario; time counts up to `until`."""
        span = max(0.0, min(seconds, until) - max(self._seen_at, self._start))
        for hours, busy, idle in zip(self._hours, self._busy, self._idle, strict=True):
            hours.busy += busy * span
            hours.idle += idle * span
        self._seen_at = seconds
        if agents is self._counted:
            return
        self._counted = agents
        self._busy, self._idle = [0] * len(self._hours), [0] * len(self._hours)
        for agent in agents:
            group = self._groups_of.get(agent.agent_id)
            if group is not None:
                busy, idle = _slots(agent) if agent.channel else _hands(agent)
                self._busy[group] += busy
                self._idle[group] += idle


def _hands(agent: Agent) -> tuple[int, int]:
    return agent.status in BUSY, agent.status is AgentStatus.QUEUED


def _slots(row: Agent) -> tuple[int, int]:
    """The busy and idle slots of a chat row; the free ones of an agent at rest or at home are neither."""
    busy = len(row.held) + (row.status is AgentStatus.OFFERED)
    return busy, max(0, row.slots - busy) if row.status in OFFERED_SLOTS else 0
