"""Audit of the peers: it finds forged doubles, a forged order, wrong depths and versions, lost entries."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bench.peers.audit import audit, in_order
from bench.peers.state import Agent, Call, Counts, Pair, State

ENGLISH, SPANISH = "Q#English#F", "Q#Spanish#F"
CALLS_ENGLISH, CALLS_SPANISH = "W#English#F", "W#Spanish#F"


def a_state(agents: list[Agent], calls: list[Call], versions: Mapping[str, int]) -> State:
    entries = {(queue, agent.ticket, agent.agent_id) for agent in agents for queue in agent.queues}
    entries |= {(call.queue, call.ticket, call.call_id) for call in calls}
    depths = {queue: sum(entry[0] == queue for entry in entries) for queue in versions}
    return State(
        fits={CALLS_ENGLISH: (ENGLISH,), CALLS_SPANISH: (SPANISH,)},
        agents={agent.agent_id: agent for agent in agents},
        calls={call.call_id: call for call in calls},
        queues={queue: Counts(version, depths[queue]) for queue, version in versions.items()},
        entries=frozenset(entries),
    )


AGENTS = [Agent("ann", 1, (SPANISH,)), Agent("bea", 2, (ENGLISH, SPANISH)), Agent("cat", 3, (ENGLISH,))]
CALLS = [
    Call("later", 1, 9, CALLS_ENGLISH),
    Call("first", 1, 7, CALLS_ENGLISH),
    Call("urgent", 0, 10, CALLS_SPANISH),
]
BEFORE = a_state(AGENTS, CALLS, dict.fromkeys((ENGLISH, SPANISH, CALLS_ENGLISH, CALLS_SPANISH), 5))
PAIRS = (Pair("urgent", "ann", "one"), Pair("first", "bea", "one"), Pair("later", "cat", "two"))
# `one` changed all queues, `two` those of English.
VERSIONS = {ENGLISH: 7, SPANISH: 6, CALLS_ENGLISH: 7, CALLS_SPANISH: 6}
AFTER = replace(
    a_state([], [], VERSIONS),
    pairs=PAIRS,
    calls_of={"ann": "urgent", "bea": "first", "cat": "later"},
)


def test_the_one_right_result_passes() -> None:
    assert in_order(BEFORE) == [("urgent", "ann"), ("first", "bea"), ("later", "cat")]
    assert audit(BEFORE, AFTER) == []


def test_a_forged_double_is_found() -> None:
    forged = replace(AFTER, pairs=(*PAIRS[:2], Pair("later", "bea", "two")))

    assert "bea is in 2 matches" in audit(BEFORE, forged)


def test_a_forged_order_is_found() -> None:
    swapped = (PAIRS[0], Pair("first", "cat", "one"), Pair("later", "bea", "two"))
    forged = replace(AFTER, pairs=swapped, calls_of={"ann": "urgent", "cat": "first", "bea": "later"})

    assert "first got cat out of order" in audit(BEFORE, forged)


def test_a_later_call_before_an_earlier_one_is_found_in_part_of_the_work() -> None:
    left = a_state(AGENTS[2:], [CALLS[1]], {ENGLISH: 6, SPANISH: 7, CALLS_ENGLISH: 6, CALLS_SPANISH: 6})
    early = (PAIRS[0], Pair("later", "bea", "two"))
    forged = replace(left, pairs=early, calls_of={"ann": "urgent", "bea": "later"})

    assert audit(BEFORE, forged, is_complete=False) == ["later got bea out of order"]


@pytest.mark.parametrize(
    ("counts", "fault"),
    [
        (Counts(7, 1), f"{ENGLISH} has depth 1 and 0 entries"),
        (Counts(8, 0), f"{ENGLISH} is at version 8, not 7"),
    ],
)
def test_a_wrong_depth_or_version_is_found(counts: Counts, fault: str) -> None:
    forged = replace(AFTER, queues={**AFTER.queues, ENGLISH: counts})

    assert audit(BEFORE, forged) == [fault]


def test_a_match_left_out_an_entry_left_over_and_a_one_sided_match_are_found() -> None:
    missing = replace(AFTER, pairs=PAIRS[:2], calls_of={"ann": "urgent", "bea": "first"})
    extra = replace(AFTER, entries=frozenset({(ENGLISH, 3, "cat")}))
    one_sided = replace(AFTER, calls_of={"ann": "urgent", "bea": "first"})

    assert "2 matches, not 3" in audit(BEFORE, missing)
    assert "cat neither waits nor is matched" in audit(BEFORE, missing)
    assert f"the entry of cat in {ENGLISH} with ticket 3 is missing or too many" in audit(BEFORE, extra)
    assert audit(BEFORE, one_sided) == ["cat and later do not both tell of their match"]
