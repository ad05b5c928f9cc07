"""Reads of what notices name: agents, calls and queues in one request. Blocking; writes nothing.

A read at half the cost may lag: what does not show all that notices promised is read again, strongly
consistent.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from live.feed.work import UNKNOWN, Work
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.queues import QueueInfo, QueueKey
from routing.router import Router


@dataclass
class Named:
    """The items that were read, and the ids of agents and calls that are not, or no longer, in the table."""

    agents: list[Agent]
    calls: list[Call]
    infos: list[QueueInfo]
    agents_gone: set[str] = field(default_factory=set)
    calls_gone: set[str] = field(default_factory=set)


class NamedReader:
    """`agent_version` and `call_version` answer the version at which the board shows one, 0 without it."""

    def __init__(
        self, router: Router, *, agent_version: Callable[[str], int], call_version: Callable[[str], int]
    ) -> None:
        self._router = router
        self._agent_version, self._call_version = agent_version, call_version
        self._promised: dict[str, int] = {}

    def forget_queues(self) -> None:
        """All queues have just been read: what notices promised before does not count."""
        self._promised = {}

    def read(self, work: Work, queues: Collection[QueueInfo]) -> Named:
        """What a work names, and these queues, given as they are shown. Raises DynamoError."""
        promised = {one for one in work.operations if UNKNOWN not in work.operations_of(one)}
        for info in queues:
            self._promise(info, work.changes[str(info.key)])
        shown = {info.key: info.version for info in queues}
        keys = set(shown)
        found = self._found(work.agents & promised, work.calls & promised, keys, consistent=False)
        found.agents = [one for one in found.agents if self._is_new_agent(work, one)]
        found.calls = [one for one in found.calls if self._is_new_call(work, one)]
        found.infos = [one for one in found.infos if one.version >= self._least(one, shown)]
        agents = work.agents - {agent.agent_id for agent in found.agents}
        calls = work.calls - {call.call_id for call in found.calls}
        again = self._found(agents, calls, keys - {info.key for info in found.infos})
        return Named(
            [*found.agents, *again.agents],
            [*found.calls, *again.calls],
            [*found.infos, *again.infos],
            agents - {agent.agent_id for agent in again.agents},
            calls - {call.call_id for call in again.calls},
        )

    def _least(self, info: QueueInfo, shown: Mapping[QueueKey, int]) -> int:
        """The version that a read has to show: what notices promised, and never less than is shown."""
        return max(self._promised[str(info.key)], shown[info.key])

    def _promise(self, shown: QueueInfo, changes: int) -> None:
        """Each notice of a queue is one version: some were perhaps seen before it came."""
        key = str(shown.key)
        self._promised[key] = self._promised.get(key, shown.version) + changes

    def _found(
        self,
        agents: Collection[str],
        calls: Collection[str],
        queues: set[QueueKey],
        *,
        consistent: bool = True,
    ) -> Named:
        if not agents and not calls and not queues:
            return Named([], [], [])
        return Named(*selectors.named(self._router, agents, calls, queues, consistent=consistent))

    def _is_new_agent(self, work: Work, agent: Agent) -> bool:
        shown = self._agent_version(agent.agent_id)
        return agent.version >= shown and work.operations_of(agent.agent_id).issubset(agent.operations)

    def _is_new_call(self, work: Work, call: Call) -> bool:
        shown = self._call_version(call.call_id)
        return call.version >= shown and work.operations_of(call.call_id).issubset(call.operations)
