"""Queues in memory, matched by the router's own planner. Pure.

`routing.matching.planning.plan` decides; this gives it the heads of the queues, as the router reads them from
its table.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from routing.matching.planning import Head, plan
from routing.model.calls import REMEMBERED_TRIED
from routing.model.outcomes import Match
from routing.model.policies import QueuePolicy
from routing.model.queues import AgentEntry, CallEntry, QueueKey
from routing.model.waiting_rules import is_full
from simulation.forward.lines import Line
from simulation.scenarios import Scenario
from simulation.scenarios.served import overflows_to


@dataclass(slots=True, eq=False)
class CallQueue:
    """One call queue: its number, its entries, its policy, and the agent queues that fit.

    `overflow` is the queue it overflows to, if any.
    """

    number: int
    key: QueueKey
    fitting: tuple[tuple[QueueKey, Line[AgentEntry]], ...]
    policy: QueuePolicy
    line: Line[CallEntry]
    overflow: "CallQueue | None" = None

    @property
    def is_full(self) -> bool:
        return is_full(self.policy, len(self.line.ranks))


class Centre:
    """The queues that the callers of a scenario use, and those of all its agents."""

    def __init__(self, scenario: Scenario) -> None:
        skills, newest = scenario.skills, scenario.newest_first
        self.agents: dict[QueueKey, Line[AgentEntry]] = {
            queue: Line(newest_first=queue in newest)
            for channel in skills.channels
            for queue in skills.agent_queues_of(channel)
        }
        self.calls = tuple(
            CallQueue(
                number,
                key,
                tuple((other, self.agents[other]) for other in skills.fitting[key]),
                scenario.policies.of(key),
                Line(newest_first=key in newest),
            )
            for number, key in enumerate(scenario.queues)
        )
        self.by_key = {queue.key: queue for queue in self.calls}
        for queue in self.calls:
            other = overflows_to(queue.key, skills, scenario.policies)
            queue.overflow = self.by_key[other] if other else None

    def served_from(self, queues: Iterable[QueueKey]) -> tuple[CallQueue, ...]:
        """The call queues whose calls an agent of these agent queues may get."""
        own = set(queues)
        return tuple(one for one in self.calls if any(queue in own for queue, _ in one.fitting))

    def matches(self, queues: Iterable[CallQueue], *, limit: int = 1) -> list[Match]:
        """The router's next matches among these call queues: the first `limit`, in order.

        Between two events no waiting call fits a waiting agent. So only the call queues of the event need a
        look, and as many entries as it added.
        """
        calls: dict[QueueKey, Head[CallEntry]] = {}
        agents: dict[QueueKey, Head[AgentEntry]] = {}
        fitting: dict[QueueKey, list[QueueKey]] = {}
        for queue in queues:
            if not queue.line.ranks:
                continue
            others = [one for one in queue.fitting if one[1].ranks]
            if not others:
                continue
            head = calls[queue.key] = queue.line.head(limit)
            fitting[queue.key] = [key for key, _ in others]
            seen = limit + REMEMBERED_TRIED if any(entry.tried for entry in head.entries) else limit
            for key, line in others:
                if key not in agents or len(agents[key].entries) < seen:
                    agents[key] = line.head(seen)
        return plan(calls, agents, fitting, limit=limit) if calls else []
