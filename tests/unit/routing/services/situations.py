"""Contact centre in a situation: prepared once, then copied for each test."""

from collections.abc import Callable
from dataclasses import replace

from routing.model.events import Event
from routing.model.policies import Policies
from routing.router import Router
from tests.builders import FakeClock, a_router, counting_ids
from tests.memory.table import MemoryTable


class Situations:
    """Centres by situation. `prepare` brings a router into one."""

    def __init__(self, prepare: Callable[[Router, str], None], policies: Policies | None = None) -> None:
        self._prepare, self._policies = prepare, policies
        self._prepared: dict[str, tuple[Router, MemoryTable, FakeClock]] = {}

    def centre(self, situation: str) -> tuple[Router, list[Event]]:
        """A centre of the test's own, and the events that are told from now on.

        A person acts, so that what is done is in the audit trail, and what is refused is not.
        """
        if situation not in self._prepared:
            self._prepared[situation] = self._made(situation)
        router, table, clock = self._prepared[situation]
        told: list[Event] = []
        own = replace(
            router,
            table=table.copied(),
            clock=replace(clock),
            new_id=counting_ids("later"),
            emit=told.extend,
            left_out={},
            origin="desk 7",
        )
        return own, told

    def _made(self, situation: str) -> tuple[Router, MemoryTable, FakeClock]:
        clock, table = FakeClock(), MemoryTable()
        router = a_router(table, clock=clock, new_id=counting_ids(), policies=self._policies)
        self._prepare(router, situation)
        return router, table, clock
