"""Audit of a peer's result, by the states before and after; knows no store and none of the plan's code. Pure.

Nobody comes while the matchers work, so strict order allows one result only: the calls by band and ticket,
for each the agent who fits and has waited longest. After any number of matches the pairs are the first of
these.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from bench.peers.state import Agent, Pair, State


def audit(before: State, after: State, *, is_complete: bool = True) -> list[str]:
    """One line for each fault; none if the result is right.

    `is_complete`: the matchers worked until nothing more fitted.
    """
    return [*_order(before, after.pairs, is_complete=is_complete), *soundness(before, after)]


def soundness(before: State, after: State) -> list[str]:
    """The faults in whatever order the matches were made."""
    return [
        *_doubles(after.pairs),
        *_sides(after),
        *_entries(before, after),
        *_counts(before, after),
    ]


def in_order(before: State) -> list[tuple[str, str]]:
    """The call and agent of every match that strict order allows, in that order."""
    free = sorted(before.agents.values(), key=lambda agent: agent.ticket)
    found = []
    for call in sorted(before.calls.values(), key=lambda call: (call.band, call.ticket)):
        agent = next((one for one in free if set(one.queues) & set(before.fits[call.queue])), None)
        if agent is not None:
            free.remove(agent)
            found.append((call.call_id, agent.agent_id))
    return found


def _doubles(pairs: Sequence[Pair]) -> Iterator[str]:
    for side in ("call_id", "agent_id"):
        counted = Counter(str(getattr(pair, side)) for pair in pairs)
        for name, times in counted.items():
            if times > 1:
                yield f"{name} is in {times} matches"


def _order(before: State, pairs: Sequence[Pair], *, is_complete: bool) -> Iterator[str]:
    wanted = in_order(before)
    if is_complete and len(pairs) != len(wanted):
        yield f"{len(pairs)} matches, not {len(wanted)}"
    made = {(pair.call_id, pair.agent_id) for pair in pairs}
    first = set(wanted[: len(pairs)])
    for call_id, agent_id in sorted(made - first):
        yield f"{call_id} got {agent_id} out of order"


def _sides(after: State) -> Iterator[str]:
    """Agents and calls tell the same matches, and nobody matched still waits."""
    told = {pair.agent_id: pair.call_id for pair in after.pairs}
    for agent_id, call_id in sorted((after.calls_of or {}).items() ^ told.items()):
        yield f"{agent_id} and {call_id} do not both tell of their match"
    for pair in after.pairs:
        if pair.agent_id in after.agents or pair.call_id in after.calls:
            yield f"{pair.call_id} and {pair.agent_id} are matched, but one still waits"


def _entries(before: State, after: State) -> Iterator[str]:
    """Those who wait have exactly their entries, and nobody is lost."""
    wanted = {
        (queue, agent.ticket, agent.agent_id) for agent in after.agents.values() for queue in agent.queues
    }
    wanted |= {(call.queue, call.ticket, call.call_id) for call in after.calls.values()}
    for queue, ticket, name in sorted(wanted ^ after.entries):
        yield f"the entry of {name} in {queue} with ticket {ticket} is missing or too many"
    matched = {pair.agent_id for pair in after.pairs} | {pair.call_id for pair in after.pairs}
    for name in sorted((before.agents.keys() | before.calls.keys()) - matched):
        if name not in after.agents and name not in after.calls:
            yield f"{name} neither waits nor is matched"


def _counts(before: State, after: State) -> Iterator[str]:
    """Depth is the number of entries; each operation raised the version of each of its queues by one."""
    depths = Counter(queue for queue, _, _ in after.entries)
    operations: defaultdict[str, set[str]] = defaultdict(set)
    for pair in after.pairs:
        for queue in _queues_of(before, pair):
            operations[queue].add(pair.operation_id)
    for queue, counts in after.queues.items():
        if counts.depth != depths[queue]:
            yield f"{queue} has depth {counts.depth} and {depths[queue]} entries"
        version = before.queues[queue].version + len(operations[queue])
        if counts.version != version:
            yield f"{queue} is at version {counts.version}, not {version}"


def _queues_of(before: State, pair: Pair) -> Iterator[str]:
    agent: Agent | None = before.agents.get(pair.agent_id)
    yield from agent.queues if agent else ()
    if pair.call_id in before.calls:
        yield before.calls[pair.call_id].queue
