"""Simulations in real time played through their records, on a test clock and a table in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from routing import selectors
from routing.dispatcher.dispatching import drain
from routing.model.calls import Call
from routing.router import Router
from routing.services import table_create
from simulation.background.simulation_services import real_time_start, simulation_show, simulation_stop
from simulation.background.worker import Onlooker, Worker
from simulation.in_real_time import Progress
from simulation.models import SimulationRun
from simulation.people.pace import Pace
from simulation.scenarios import Scenario
from simulation.states import Place
from tests.memory.table import MemoryTable
from tests.unit.simulation.sittings import ten_agents
from tests.unit.simulation.worlds import Clock

SHORT = ten_agents(length_seconds=20)


@dataclass
class Deployment:
    """A deployment with a dispatcher that matches during rests."""

    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        ids = count()
        self.router = Router(
            MemoryTable(), SHORT.skills, clock=self.clock, new_id=lambda: f"id-{next(ids):06d}"
        )
        table_create(self.router)

    def start(self, scenario: Scenario = SHORT) -> SimulationRun:
        """A run that waits for a worker."""
        person = replace(self.router, origin="203.0.113.7", actor="sue")
        return real_time_start(scenario, place=Place.DEPLOYMENT, by="sue", router=person)

    def worker(
        self,
        owner: str = "ann",
        *,
        tell: Callable[[Progress], None] = lambda _: None,
        rest: Callable[[float], None] | None = None,
    ) -> Worker:
        """A process that plays."""
        return Worker(
            owner,
            self.router,
            onlooker=Onlooker(pace=Pace(self.clock.monotonic, rest or self.rest), tell=tell),
        )

    def rest(self, seconds: float) -> None:
        """Time passes, and the dispatcher matches."""
        self.clock.sleep(seconds)
        drain(self.router)

    def stop(self, run: SimulationRun, *, by: str) -> None:
        """A person stops a run."""
        simulation_stop(run.id, by=by, router=replace(self.router, origin="203.0.113.8", actor=by))

    def calls(self) -> list[Call]:
        """The calls as the table has them."""
        return list(selectors.all_calls(self.router))

    def is_left_alone(self) -> bool:
        """Whether no call goes on and no agent is there."""
        return all(call.is_ended for call in self.calls()) and not selectors.agents(self.router)


def now_of(run: SimulationRun) -> SimulationRun:
    """The run as it is now."""
    found = simulation_show(run.id)
    assert found is not None
    return found
