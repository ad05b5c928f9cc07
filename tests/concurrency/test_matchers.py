"""Four matchers beside enqueuers on the real engine, without faults and bounded by counts.

Nothing is killed or lost here (see the storm): a failure points at matching itself.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Lock
from typing import NamedTuple

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.table import Table
from dynamo.transaction import ActionKind, Outcome, Transaction
from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.tables import PassingTable
from tests.thorough import every

MATCHERS = 4
EACH = 30
ENQUEUERS = 2
SECONDS_AT_MOST = 60


class Span(NamedTuple):
    """From when to when something was done, in seconds of one clock."""

    began: float
    ended: float


class TimedTable(PassingTable):
    """Notes the time of the commit that took an agent or a call out of the queues."""

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self.taken: dict[str, Span] = {}
        self.refused = 0
        self._lock = Lock()

    def commit(self, transaction: Transaction) -> Outcome:
        began = time.monotonic()
        outcome = self.behind.commit(transaction)
        span = Span(began, time.monotonic())
        living = ("AllAgents", "Call#")
        with self._lock:
            self.refused += not outcome.ok
            for action in transaction.actions if outcome.ok else ():
                if action.kind is ActionKind.UPDATE and action.key.pk.startswith(living):
                    name = action.key.sk.removeprefix("Agent#").replace("Call", action.key.pk[5:])
                    assert name not in self.taken, f"{name} was taken twice"
                    self.taken[name] = span
        return outcome


def queue_everybody(router: Router, queued: dict[str, Span], enqueuer: int) -> None:
    """Agents of each gender in one or two languages, and calls that any of them fits, one after the other."""
    for number in range(EACH):
        name = f"{enqueuer}-{number:03d}"
        languages = ("English", "Spanish") if number % 2 else ("Spanish",)
        steps: dict[str, Callable[[], object]] = {
            f"a{name}": lambda name=name, number=number, languages=languages: a_waiting_agent(  # type: ignore[misc]
                router, f"a{name}", gender="FMT"[number % 3], languages=languages
            ),
            f"c{name}": lambda name=name: a_waiting_call(router, f"c{name}"),  # type: ignore[misc]
        }
        for who, step in steps.items():
            began = time.monotonic()
            step()
            queued[who] = Span(began, time.monotonic())


def overtakings(side: str, queued: Mapping[str, Span], taken: Mapping[str, Span]) -> list[tuple[str, str]]:
    """Entries in line before another began to queue, but taken after it."""
    names = sorted((name for name in queued if name.startswith(side)), key=lambda name: queued[name].ended)
    return [
        (first, later)
        for first, later in combinations(names, 2)
        if queued[first].ended < queued[later].began and taken[later].ended < taken[first].began
    ]


@pytest.mark.parametrize("strategy", every(2, ["batched", "published"]))
def test_nobody_is_lost_taken_twice_or_overtaken(table: DynamoTable, strategy: str) -> None:
    timed = TimedTable(table)
    calm, matching = a_router(table), a_router(timed, strategy=strategy)
    queued: dict[str, Span] = {}
    total = 2 * ENQUEUERS * EACH

    deadline = time.monotonic() + SECONDS_AT_MOST

    def match_until_all_are_taken() -> int:
        made = 0
        while len(timed.taken) < total and time.monotonic() < deadline:
            made += len(drain(matching, rest=lambda _seconds: None).matches)
        return made

    with ThreadPoolExecutor(MATCHERS + ENQUEUERS) as threads:
        matchers = [threads.submit(match_until_all_are_taken) for _ in range(MATCHERS)]
        enqueuers = [threads.submit(queue_everybody, calm, queued, number) for number in range(ENQUEUERS)]
        for work in enqueuers:
            work.result()
        made = [work.result() for work in matchers]

    assert sum(made) == ENQUEUERS * EACH
    assert timed.taken.keys() == queued.keys()
    assert overtakings("a", queued, timed.taken) == []
    assert overtakings("c", queued, timed.taken) == []
    calls, agents = list(selectors.all_calls(calm)), selectors.agents(calm)
    assert sorted(str(call.agent_id) for call in calls) == sorted(agent.agent_id for agent in agents)
    assert {(str(call.status), call.attempts) for call in calls} == {("offered", 1)}
    depths = [info.depth for info in selectors.agent_queue_infos(calm) + selectors.call_queue_infos(calm)]
    assert set(depths) == {0}
    assert audit(calm) == []
