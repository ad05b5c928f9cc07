"""Run in virtual time, with worker and dispatcher played together, its result, and what it reads."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from dynamo.items import Key
from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.model.calls import Call
from routing.router import Router
from simulation.arrivals import START, Mark
from simulation.people.ending import Ending
from simulation.people.hands import Each, OneByOne
from simulation.people.runner import Runner
from simulation.people.step import Step
from tests.unit.simulation.worlds import Clock, a_plan

STEP = 0.1


def play(router: Router, clock: Clock, *, seconds: float, mark: Mark = START, each: Each = map) -> Mark:
    """Steps and rounds of matching in turn, for some seconds."""
    runner, until = Runner(router, a_plan(), hands=OneByOne(each)), clock.now + timedelta(seconds=seconds)
    while clock.now < until:
        clock.sleep(STEP)
        mark = runner.step(mark, now=clock.now).mark
        drain(router)
    return mark


def close(router: Router, clock: Clock, mark: Mark) -> list[Step]:
    """Closing steps until the run is over."""
    ending, steps = Ending(router, a_plan()), list[Step]()
    while not steps or not steps[-1].is_over:
        assert len(steps) < 20
        clock.sleep(STEP)
        steps.append(ending.closing_step(mark))
        drain(router)
    return steps


def story(router: Router) -> list[tuple[object, ...]]:
    """Outcome of every call, without ids that depend on retries."""
    return sorted(
        (call.call_id, call.status, call.caller, call.queued_at, call.answered_at, call.ended_at)
        for call in selectors.all_calls(router)
    )


def calls_of(router: Router) -> list[Call]:
    return sorted(selectors.all_calls(router), key=lambda call: call.call_id)


class Reads:
    """A router that counts the reads of its table."""

    def __init__(self, router: Router) -> None:
        self.single = self.of_agents = self.of_calls = self.calls = self.agents = 0
        behind: Any = router.table
        counting = self

        class Table:
            def __getattr__(self, name: str) -> Any:
                return getattr(behind, name)

            def get(self, key: Any) -> Any:
                counting.single += 1
                return behind.get(key)

            def get_many(self, keys: Iterable[Key], **options: Any) -> Any:
                wanted = [*keys]
                calls = sum(key.pk.startswith("Call#") for key in wanted)
                counting.calls += calls
                counting.agents += sum(key.pk == "AllAgents" for key in wanted)
                counting.of_calls += bool(calls)
                return behind.get_many(wanted, **options)

            def query(self, pk: str, **options: Any) -> Any:
                counting.of_agents += pk == "AllAgents"
                return behind.query(pk, **options)

        table: Any = Table()
        self.router = replace(router, table=table)
