"""Plan of matches: which waiting call gets which waiting agent. Pure.

Calls are served in order of priority, then ticket, over all call queues together. Each gets, of the agents
who fit, the one who has waited longest. Only the heads of queues are read, so a plan ends where the order
beyond a head is unknown: it equals the plan from whole queues.
"""

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from routing.model.outcomes import Match
from routing.model.queues import AgentEntry, CallEntry, QueueKey, turn

Entry = TypeVar("Entry", AgentEntry, CallEntry)
Rank = tuple[int, int]


@dataclass(frozen=True)
class Head(Generic[Entry]):
    """The first entries of one queue in its order, and whether these are all of them."""

    entries: tuple[Entry, ...]
    whole: bool
    newest_first: bool = False

    def rank_at(self, position: int) -> Rank:
        """Order of the entry at a position among all queues of its side; smaller comes first."""
        return turn(self.entries[position], newest_first=self.newest_first)

    def reaches(self, entry: Entry) -> bool:
        """Whether the entry would be in this head if it were in this queue."""
        if self.whole or not self.entries:
            return self.whole
        return turn(entry, newest_first=self.newest_first) < self.rank_at(-1)


class _OrderUnknownError(Exception):
    """The next entry of a queue was not read."""


@dataclass
class _Agents:
    """The agents not yet planned for, looked up by queue."""

    heads: Mapping[QueueKey, Head[AgentEntry]]
    taken: set[str]
    positions: dict[QueueKey, int] = field(default_factory=dict)

    def longest_waiting(
        self, queues: Collection[QueueKey], *, without: Collection[str] = ()
    ) -> AgentEntry | None:
        """The next agent over these queues. Raises _OrderUnknownError if a head is used up."""
        found = [(rank, entry) for queue in queues for rank, entry in self._next(queue, without)]
        return min(found, key=lambda one: one[0])[1] if found else None

    def _next(self, queue: QueueKey, without: Collection[str]) -> Iterator[tuple[Rank, AgentEntry]]:
        head = self.heads.get(queue)
        if head is None:
            return
        position = self.positions.get(queue, 0)
        while position < len(head.entries) and head.entries[position].agent_id in self.taken:
            position += 1
        self.positions[queue] = position
        while position < len(head.entries) and (
            head.entries[position].agent_id in without or head.entries[position].agent_id in self.taken
        ):
            position += 1
        if position < len(head.entries):
            yield head.rank_at(position), head.entries[position]
        elif not head.whole:
            raise _OrderUnknownError


def plan(
    calls: Mapping[QueueKey, Head[CallEntry]],
    agents: Mapping[QueueKey, Head[AgentEntry]],
    fitting: Mapping[QueueKey, Collection[QueueKey]],
    *,
    preferred: Mapping[str, AgentEntry] = MappingProxyType({}),
    without: Collection[str] = (),
    limit: int | None = None,
) -> list[Match]:
    """The matches to commit, in order: at most `limit`, none with an id in `without`.

    `fitting` names for each call queue the agent queues that fit. A queue that is not in `agents` counts as
    empty. `preferred` are, by id, the waiting agents of calls that go to one agent only. An agent who did not
    answer an offer of the call gets it again only if no other fitting agent waits.
    """
    planned: list[Match] = []
    waiting = _Agents(agents, set(without))
    try:
        for call, wanted in _in_order(calls, without):
            if call.preferred_agent:
                agent = preferred.get(call.preferred_agent)
                if agent is None or agent.agent_id in waiting.taken:
                    continue
            else:
                agent = _agent_for(call, fitting[wanted.queue], waiting)
            if agent is None:
                wanted.give_up()
                continue
            waiting.taken.add(agent.agent_id)
            planned.append(Match(call, agent))
            if limit is not None and len(planned) >= limit:
                break
    except _OrderUnknownError:
        pass
    return planned


def _agent_for(call: CallEntry, queues: Collection[QueueKey], waiting: _Agents) -> AgentEntry | None:
    if call.tried:
        agent = waiting.longest_waiting(queues, without=call.tried)
        if agent is not None:
            return agent
    return waiting.longest_waiting(queues)


@dataclass
class _CallQueue:
    """One call queue while it is being merged with the others."""

    queue: QueueKey
    head: Head[CallEntry]
    position: int = 0
    given_up: bool = False

    def give_up(self) -> None:
        """No agent fits this queue's calls any more, so the rest of it waits."""
        self.given_up = True


def _in_order(
    heads: Mapping[QueueKey, Head[CallEntry]], without: Collection[str]
) -> Iterator[tuple[CallEntry, _CallQueue]]:
    """The calls over all queues in the order they are served.

    Raises _OrderUnknownError if a queue with unread entries is used up, or shows no entry at all.
    """
    if any(not head.entries and not head.whole for head in heads.values()):
        raise _OrderUnknownError
    merged = [
        (head.rank_at(0), str(queue), _CallQueue(queue, head))
        for queue, head in heads.items()
        if head.entries
    ]
    heapq.heapify(merged)
    while merged:
        _, name, queue = heapq.heappop(merged)
        call = queue.head.entries[queue.position]
        if call.call_id not in without:
            yield call, queue
        queue.position += 1
        if queue.given_up:
            continue
        if queue.position < len(queue.head.entries):
            heapq.heappush(merged, (queue.head.rank_at(queue.position), name, queue))
        elif not queue.head.whole:
            raise _OrderUnknownError
