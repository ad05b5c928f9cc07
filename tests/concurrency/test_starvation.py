"""Starvation: below capacity every call is answered, with all priorities mixed, on a test clock."""

from collections import deque
from random import Random

import pytest

from routing import services
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call, as_call
from tests.memory.table import MemoryTable

AGENTS, TALK_SECONDS, PROMOTE_SECONDS = 4, 20, 30
SECONDS = 2500
# Load as a share of the agents' capacity, and the share of the highest priority in it.
LOAD, URGENT = 0.95, 0.8


def wait_times(*, promote_after_seconds: float) -> tuple[int, int]:
    """The longest wait, and the longest time by which a later call went first beyond the other's time to the
    highest band; both in seconds.
    """
    clock, chance = FakeClock(), Random("starvation")  # noqa: S311 - a workload, no secret
    policy = QueuePolicy(promote_after_seconds=promote_after_seconds, wrap_up_seconds=0)
    router = a_router(MemoryTable(), clock=clock, policies=Policies(AgentPolicy(), policy))
    for number in range(AGENTS):
        a_waiting_agent(router, f"a{number}")
    came: dict[str, tuple[int, int]] = {}
    waiting: dict[str, int] = {}
    talks: deque[tuple[int, str]] = deque()
    longest = overtaken = 0
    for second in range(SECONDS):
        clock.advance(1)
        while talks and talks[0][0] <= second:
            as_call(services.call_complete(router, call_id=talks.popleft()[1]))
        if chance.random() < LOAD * AGENTS / TALK_SECONDS:
            name, priority = f"c{second}", 0 if chance.random() < URGENT else chance.randint(1, 9)
            a_waiting_call(router, name, priority=priority)
            came[name] = second, priority
            waiting[name] = second
        services.sweep(router)
        for match in services.match_once(router).matches if waiting else ():
            name = match.call.call_id
            as_call(services.call_accept(router, call_id=name, agent_id=match.agent.agent_id))
            talks.append((second + TALK_SECONDS, name))
            longest = max(longest, second - waiting.pop(name))
            for other, since in waiting.items():
                highest_at = since + came[other][1] * PROMOTE_SECONDS
                overtaken = max(overtaken, came[name][0] - highest_at)
    return longest, overtaken


def test_nobody_goes_before_one_who_waited_long_enough() -> None:
    longest, overtaken = wait_times(promote_after_seconds=PROMOTE_SECONDS)

    assert overtaken <= 1
    assert 2 * PROMOTE_SECONDS < longest < 12 * PROMOTE_SECONDS  # priority counted, and not for ever


@pytest.mark.exhaustive
def test_without_promotion_the_same_load_lets_somebody_starve() -> None:
    longest, overtaken = wait_times(promote_after_seconds=0)

    assert longest > 20 * PROMOTE_SECONDS
    assert overtaken > 10 * PROMOTE_SECONDS
