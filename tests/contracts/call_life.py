"""Contact centre with its own policies and a fixed clock, for tests of a call's life."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dynamo.table import Table
from routing import services
from routing.model.calls import Call
from routing.model.events import Event
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import QueueKey, call_queue
from routing.router import Router
from routing.services.sweeping import Swept
from tests.builders import FakeClock, a_router
from tests.centres import call_now

ANYBODY, WOMEN = call_queue("Spanish", "Any"), call_queue("Spanish", "F")


@dataclass
class Life:
    """The router of the centre, its clock, and its events so far."""

    router: Router
    clock: FakeClock
    told: list[Event]

    def sweep(self, *, after: float = 0) -> Swept:
        """Lets some seconds pass and sweeps once."""
        self.clock.advance(after)
        return services.sweep(self.router)

    def told_of(self, name: str) -> list[str]:
        """The kinds of the events about one call or agent, in order."""
        return [event.kind for event in self.told if name in (event.call_id, event.agent_id)]

    def last_told(self) -> tuple[str, str | None, str | None, str, str]:
        """Kind, call, agent, by whom and why of the newest event."""
        event = self.told[-1]
        return event.kind, event.call_id, event.agent_id, event.by, event.reason

    def history(self, call_id: str) -> list[str]:
        """The kinds of what a call remembers."""
        return [note.kind for note in call_now(self.router, call_id).notes]


def a_life(
    table: Table,
    *,
    agents: Mapping[str, Any] | None = None,
    queues: Mapping[QueueKey, QueuePolicy] | None = None,
    strategy: str = "batched",
    topics: Sequence[str] = (),
    **policy: Any,
) -> Life:
    """A centre on this table; `policy` applies to all call queues except those in `queues`."""
    clock, told = FakeClock(), list[Event]()
    router = a_router(table, emit=told.extend, clock=clock, strategy=strategy, topics=tuple(topics))
    policies = Policies(AgentPolicy(**agents or {}), QueuePolicy(**policy), queues or {})
    return Life(replace(router, policies=policies), clock, told)


def seconds_of(life: Life, call: Call, *moments: str) -> list[float | None]:
    """The named times of a call, in seconds from now; None for absent ones."""
    found = [getattr(call, name) for name in moments]
    return [None if at is None else (at - life.clock()).total_seconds() for at in found]
