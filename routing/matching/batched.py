"""Batched strategy, the default: one read of the queue heads, many matches in each transaction.

Conditions on its own items guard every pair, so two matchers that plan the same pair at the same time cannot
both commit it. The refusal names the agents and calls that are gone; the loser plans again without them from
the same heads. The rest of the old plan could give a younger call an agent that an older call is now due.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from dynamo.exceptions import UnfitItemError
from dynamo.items import Key
from dynamo.transaction import CONDITION_FAILED, Refused
from routing.matching.heads import (
    HEAD_LENGTH,
    SPARE,
    asked_for,
    busy_with_calls,
    may_decide,
    preferred_agents,
    read_head,
    up_to,
)
from routing.matching.known import Known
from routing.matching.planning import Entry, Head, plan
from routing.model.agents import person_id, row_id
from routing.model.deadlines import due_by
from routing.model.events import matched, of_operation
from routing.model.outcomes import Match, Round
from routing.model.queues import AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.router import Router
from routing.storage import keys, store
from routing.storage.change_set import ChangeSet
from routing.storage.ticket_items import last_tickets

log = logging.getLogger(__name__)

_readers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="heads")


@dataclass
class _Heads:
    """Heads of one reading, the calls that waited by number, and the agents and calls gone by now."""

    calls: Mapping[QueueKey, Head[CallEntry]]
    agents: Mapping[QueueKey, Head[AgentEntry]]
    fitting: Mapping[QueueKey, Collection[QueueKey]]
    preferred: Mapping[str, AgentEntry]
    waiting: int
    gone: set[str] = field(default_factory=set)
    chats_during_calls: bool = True

    @property
    def leave_nothing(self) -> bool:
        """Whether no other entry of these queues could give a pair: all calls are gone, or all were read."""
        if not all(head.whole for head in self.calls.values()):
            return False
        left = (
            call for head in self.calls.values() for call in head.entries if call.call_id not in self.gone
        )
        return next(left, None) is None or all(head.whole for head in self.agents.values())

    def plan(self) -> list[Match]:
        planned = self._plan_without(self.gone)
        if self.chats_during_calls:
            return planned
        # The calls of the second plan are those of the first, since no call fits a chat row.
        called = {match.agent.agent_id for match in planned if not match.call.queue.channel}
        return self._plan_without(self.gone | {row_id(agent_id) for agent_id in called})

    def _plan_without(self, gone: Collection[str]) -> list[Match]:
        return plan(self.calls, self.agents, self.fitting, preferred=self.preferred, without=gone)


def match_batch(router: Router, known: Known | None = None) -> Round:
    """Matches as much as one reading of the queues' heads allows.

    Of what is `known` from earlier rounds, only that is read which has changed.

    A refused commit (another operation took, paused or removed one of the pairs) counts as one conflict; if
    most of a commit's pairs are gone, another matcher works on the same heads, and the round ends. A pair
    with an item that takes no change is left out. A round without matches and conflicts, or a complete one,
    means that no waiting call fits a waiting agent. Raises DynamoError.
    """
    known = known or Known()
    heads = _look(router, known)
    matched: list[Match] = []
    conflicts = 0
    planned = heads.plan()
    while planned:
        try:
            chunk, refusal = _commit(router, planned, known)
        except UnfitItemError as error:
            heads.gone |= _touching(error, planned)
            planned = heads.plan()
            continue
        if not chunk:  # created in a release that allowed more queues: this agent cannot be matched
            heads.gone.add(planned[0].agent.agent_id)
            planned = heads.plan()
            continue
        if refusal is None:
            matched += chunk
            heads.gone.update(*((match.agent.agent_id, match.call.call_id) for match in chunk))
            planned = planned[len(chunk) :]
            continue
        conflicts += 1
        gone = _named_by(refusal, chunk, chats_during_calls=router.chats_during_calls)
        if not gone or len(gone) > len(chunk):
            return Round(tuple(matched), conflicts, overtaken=True)
        heads.gone |= gone
        planned = heads.plan()
    if heads.waiting == len(matched):
        known.nobody_waited()
    return Round(
        tuple(matched), conflicts, is_complete=bool(matched) and heads.leave_nothing and not conflicts
    )


def next_matches(router: Router) -> list[Match]:
    """The first matches of a round that started now, in order; commits nothing. Raises DynamoError."""
    return _look(router, Known()).plan()


def _look(router: Router, known: Known) -> _Heads:
    """Reads the infos, then the heads of only those queues that can give a pair and are not known.

    Tickets taken after the reading began do not count (unless the ticket counters cannot be read): the queues
    are read one by one, so a later entry could be seen in one queue and an earlier one missed in another. A
    preferred agent who was not waiting when read gets no other call either: that would pass over the call
    that asks for it. If the last tickets are those heard of, and an entry beyond them could decide what
    others get, the counters are asked and the reading begins again.
    """
    known.round_begins()
    heard = known.tickets.last
    last_agent, last_call = heard or known.tickets.found(last_tickets(router.table))
    agents, calls = _waiting(router)
    fitting = {
        queue: tuple(other for other in router.skills.fitting.get(queue, ()) if other in agents)
        for queue in calls
    }
    fitting = {queue: others for queue, others in fitting.items() if others}
    demand: dict[QueueKey, int] = {}
    for queue, others in fitting.items():
        for other in others:
            demand[other] = demand.get(other, 0) + calls[queue].depth
    supply = {queue: sum(agents[other].depth for other in others) for queue, others in fitting.items()}
    call_heads = _heads(router, known, (calls, supply), store.read_call_entries)
    agent_heads = _heads(router, known, (agents, demand), store.read_agent_entries)
    wanted = {other for queue in calls for other in router.skills.fitting.get(queue, ())}
    calls_found, agents_found = call_heads(), agent_heads()
    calls_read = {queue: up_to(last_call, head) for queue, head in calls_found.items()}
    agents_read = {queue: up_to(last_agent, head) for queue, head in agents_found.items()}
    if heard and may_decide(calls_found, calls_read, agents_found, agents_read):
        known.tickets.ask()
        return _look(router, known)
    preferred = preferred_agents(router, calls_read.values(), last=last_agent)
    half_seen = _half_seen(agents_read, wanted, preferred)
    gone = half_seen | {one for one in asked_for(calls_read.values()) if one not in preferred}
    seen = (entry for head in agents_read.values() for entry in head.entries)
    gone |= busy_with_calls(router, (*seen, *preferred.values()))
    waiting = sum(info.depth for info in calls.values())
    return _Heads(calls_read, agents_read, fitting, preferred, waiting, gone, router.chats_during_calls)


def _half_seen(
    heads: Mapping[QueueKey, Head[AgentEntry]],
    wanted: Collection[QueueKey],
    preferred: Mapping[str, AgentEntry],
) -> set[str]:
    """The agents seen in one of their queues, or by a call that asks for them, but not in all queues read.

    They came or left between two reads. A match with a call of the first queue could pass over an older call
    of the second.
    """
    seen = {queue: {entry.agent_id for entry in head.entries} for queue, head in heads.items()}
    entries = {entry.agent_id: entry for head in heads.values() for entry in head.entries}
    return {
        agent_id
        for agent_id, entry in {**entries, **preferred}.items()
        if len(entry.languages) > 1 or len(entry.topics) > 1 or agent_id in preferred
        for queue in entry.queues
        if queue in wanted
        and agent_id not in seen.get(queue, ())
        and (queue not in heads or heads[queue].reaches(entry))
    }


def _waiting(router: Router) -> tuple[dict[QueueKey, QueueInfo], dict[QueueKey, QueueInfo]]:
    """The infos of the agent queues and call queues that are not empty."""
    reads = (store.read_agent_queue_infos, store.read_call_queue_infos)
    agents, calls = _readers.map(lambda read: read(router.table), reads)
    return tuple(  # type: ignore[return-value]  # a tuple of two, from two
        {queue: info for queue, info in side.items() if info.depth > 0} for side in (agents, calls)
    )


def _heads(
    router: Router,
    known: Known,
    needed: tuple[Mapping[QueueKey, QueueInfo], Mapping[QueueKey, int]],
    read: Callable[..., list[Entry]],
) -> Callable[[], dict[QueueKey, Head[Entry]]]:
    """Starts to read the heads that are not known, no longer than needed; call the result to wait.

    `needed` are the infos, and how much is needed of each queue.
    """
    infos, counts = needed
    lengths = {queue: min(HEAD_LENGTH, count + SPARE) for queue, count in counts.items()}
    found = {queue: known.head(infos[queue], limit=limit) for queue, limit in lengths.items()}
    started = {
        queue: _readers.submit(read_head, router, queue, read, limit=limit + known.more)
        for queue, limit in lengths.items()
        if found[queue] is None
    }

    def wait() -> dict[QueueKey, Head[Entry]]:
        for queue, head in started.items():
            known.keep(infos[queue], head.result())
        return {queue: found[queue] or started[queue].result() for queue in lengths}

    return wait


def _commit(router: Router, planned: Iterable[Match], known: Known) -> tuple[list[Match], Refused | None]:
    """Commits as much of the front of the plan as one transaction holds; returns the refusal, if any.

    Nothing if not even the first match fits.
    """
    at = router.clock()
    changes = ChangeSet(router.new_id(), router.skills)
    chunk: list[Match] = []
    for match in planned:
        if not changes.has_room_for(match):
            break
        until = due_by(router.policies, match, at)
        changes.match(match, at=at, until=until, only_without_call=not router.chats_during_calls)
        chunk.append(match)
    if not chunk:
        return [], None
    outcome = router.table.commit(changes.transaction())
    if isinstance(outcome, Refused):
        return chunk, outcome
    known.committed(changes.queues, chunk)
    router.emit(of_operation(matched(chunk, at), changes.operation_id))
    return chunk, None


def _touching(error: UnfitItemError, planned: Collection[Match]) -> set[str]:
    """The ids of the agents and calls that cannot be matched while these items are as they are."""
    log.error("a match cannot be made: %s", error)
    owners: defaultdict[Key, set[str]] = defaultdict(set)
    for match in planned:
        agent, call = match.agent, match.call
        owners[keys.agent_key(agent.agent_id)].add(agent.agent_id)
        owners[keys.call_key(call.call_id)].add(call.call_id)
        owners[keys.queue_info_key(call.queue)].add(call.call_id)
        for queue in agent.queues:
            owners[keys.queue_info_key(queue)].add(agent.agent_id)
    found = set[str]().union(*(owners[key] for key in error.keys))
    if not found:
        raise error
    return found


def _named_by(refusal: Refused, chunk: Collection[Match], *, chats_during_calls: bool) -> set[str]:
    """The ids of the agents and calls whose own items a refusal names.

    An agent who is gone takes the chat row along only where a call keeps chats away.
    """
    owners: dict[Key, str] = {}
    for match in chunk:
        agent, call = match.agent, match.call
        owners[keys.agent_key(agent.agent_id)] = agent.agent_id
        if call.queue.channel and not chats_during_calls:
            owners[keys.agent_key(person_id(agent.agent_id))] = agent.agent_id
        owners[keys.call_key(call.call_id)] = call.call_id
        owners[keys.call_entry_key(call.queue, call.priority, call.ticket)] = call.call_id
        for queue in agent.queues:
            owners[keys.agent_entry_key(queue, agent.ticket)] = agent.agent_id
    return {
        owners[failure.key]
        for failure in refusal.failures
        if failure.code == CONDITION_FAILED and failure.key in owners
    }
