"""The published algorithm alone, without calls: takes the longest-waiting agent of a queue.

As AWS published it: a snapshot of all agent queues, the first entry of the wanted queue, and one transaction
for this agent on condition that none of its queues has changed. Which queue is wanted is drawn by lot among
those with agents, as callers would come. Nothing is read or written for a call: it is less work than a match.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bench.peers import product
from bench.peers.audit import soundness
from bench.peers.state import Pair, State
from dynamo.changes import Add, Append, Set
from dynamo.transaction import OPERATIONS, Refused, Transaction
from routing.matching.published import snapshot
from routing.model.agents import AgentStatus
from routing.model.queues import AgentEntry, QueueInfo, QueueKey
from routing.router import Router
from routing.storage import agent_items, conditions, keys, store
from routing.storage.attributes import to_text

BARE = "published bare"


def take_all(
    router: Router, random: Random, *, keep_on: Callable[[], bool], taken: Callable[[], None]
) -> int:
    """Takes agents until none waits or `keep_on` says no, and tells each; answers the refused commits."""
    refused = 0
    while keep_on():
        found = _take_one(router, random)
        if found is None:
            break
        if found:
            taken()
        refused += not found
    return refused


def findings(endpoint: str, before: State) -> list[str]:
    """Faults of a table that was worked on in this way; none if it is sound."""
    after = product.read(endpoint)
    told = after.calls_of or {}
    pairs = tuple(Pair(operation, agent_id, operation) for agent_id, operation in told.items())
    return [*soundness(before, replace(after, pairs=pairs))]


def _take_one(router: Router, random: Random) -> bool | None:
    """Whether an agent was taken, or a queue had changed; None if no agent waits."""
    infos = snapshot(router)
    waiting = [queue for queue, info in infos.items() if info.depth > 0]
    if not waiting:
        return None
    entries = store.read_agent_entries(router.table, random.choice(waiting), limit=1)
    if not entries:
        return False
    return not isinstance(router.table.commit(_transaction(router, entries[0], infos)), Refused)


def _transaction(router: Router, agent: AgentEntry, infos: dict[QueueKey, QueueInfo]) -> Transaction:
    """The agent is taken and leaves its queues, which are still at their versions."""
    transaction = Transaction(router.new_id())
    transaction.update(
        keys.agent_key(agent.agent_id),
        Set(agent_items.AGENT_STATUS, str(AgentStatus.OFFERED)),
        Set(agent_items.STATUS_SINCE, to_text(router.clock())),
        Set("CallID", transaction.operation_id),
        Append(OPERATIONS, [transaction.operation_id]),
        Add(agent_items.VERSION, 1),
        when=conditions.agent_waits_with(agent.ticket),
    )
    for queue in agent.queues:
        transaction.delete(keys.agent_entry_key(queue, agent.ticket), when=conditions.ENTRY_EXISTS)
        transaction.update(
            keys.queue_info_key(queue),
            Add(agent_items.QUEUE_VERSION_ID, 1),
            Add(agent_items.QUEUE_DEPTH, -1),
            when=conditions.queue_unchanged(infos[queue].version),
        )
    return transaction
