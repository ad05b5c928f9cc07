"""Worker of a run in real time: its name, its threads, its heartbeat, the end of its run."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from dynamo.exceptions import DynamoError
from messaging.chats.agreement import disagreements
from routing import runtime
from routing.repair.audit import Finding, audit
from routing.router import Router
from simulation import run_records
from simulation.agents_by_hand import agents_by_hand
from simulation.background.results import Played, facts_of, told
from simulation.in_real_time.progress import Progress
from simulation.in_real_time.scenario_agents import agents_remove
from simulation.in_real_time.tables import router_apart, router_on_deployment, tables_gone
from simulation.models import SimulationRun
from simulation.people.hands import Each, Hands
from simulation.people.pace import Pace
from simulation.scenarios import Scenario, scenario_from
from simulation.states import Place, RunState

ALIVE_SECONDS = 0.5
LOOK_SECONDS = 0.1
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Onlooker:
    """Pace, stop check, and a callback once a second; by default none."""

    pace: Pace = field(default_factory=Pace)
    stopping: Callable[[], bool] = lambda: False
    tell: Callable[[Progress], None] = lambda _: None


@dataclass
class Worker:
    """A process: its name, a router of the deployment, and its thread pool.

    Without `hands` the people of a run act one after the other. `goes_on` says whether it keeps the load for
    another second.
    """

    owner: str
    router: Router
    each: Each = map
    hands: Hands | None = None
    onlooker: Onlooker = field(default_factory=Onlooker)
    goes_on: Callable[[], bool] = lambda: False

    @property
    def pace(self) -> Pace:
        return self.onlooker.pace


def scenario_of(run: SimulationRun) -> Scenario:
    """The scenario of a run, with the deployment's service level. Raises ScenarioError."""
    return replace(scenario_from(run.scenario), level=runtime.service_level())


class Held:
    """A run owned by a process: its table, and its heartbeat."""

    def __init__(self, worker: Worker, run: SimulationRun) -> None:
        self.run = run
        self.owner = worker.owner
        self.pace = worker.pace
        self.scenario: Scenario = scenario_of(run)
        self.is_apart = run.place == Place.APART
        # Actions of simulated people are not in the audit trail: this router acts for no user.
        self.router = (
            router_apart(self.scenario, run_id=run.id)
            if self.is_apart
            else router_on_deployment(worker.router, self.scenario)
        )
        self.by_hand = frozenset[str]() if self.is_apart else agents_by_hand()
        self.hands = worker.hands
        self._each = worker.each
        self._alive_at = float("-inf")

    @property
    def is_led(self) -> bool:
        """Whether the process still leads the run."""
        return run_records.is_held(self.run, owner=self.owner)

    def alive(self) -> None:
        """Sends a heartbeat, at most twice a second."""
        if self.pace.monotonic() - self._alive_at >= ALIVE_SECONDS:
            self._alive_at = self.pace.monotonic()
            run_records.renew(self.run, owner=self.owner, now=self.router.clock())

    def each(self, do: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        for result in self._each(do, items):
            self.alive()
            yield result

    def audited(self) -> tuple[Finding, ...]:
        """Findings of the audit of its own table; heartbeats go on, since a large one takes long."""
        if not self.is_apart:
            return ()
        with ThreadPoolExecutor(1) as pool:
            found = pool.submit(_audited, self.router)
            while not found.done():
                self.alive()
                self.pace.sleep(LOOK_SECONDS)
            return tuple(found.result())

    def cleared(self, *, is_clean: bool) -> bool:
        """Whether nothing is left of the run: its own table is deleted, else the agents that it made up.

        An agent that a person has taken over stays.
        """
        if self.is_apart:
            tables_gone(self.router, self.scenario)
            return True
        try:
            return is_clean and agents_remove(
                self.router, self.scenario, kept=agents_by_hand(), each=self.each
            )
        except DynamoError:
            return False


def _audited(router: Router) -> list[Finding]:
    """What contradicts itself on the table of a run that has ended, and in its conversations."""
    return [*audit(router), *sorted(disagreements(router))]


UNCLEAN = "Not all of its calls could be ended and agents removed. Workers keep trying."


def run_ended(
    held: Held, state: RunState, played: Played | None = None, *, is_cleared: bool, error: str = ""
) -> bool:
    """Ends a run, with its report if it was played: failed if anything is wrong with it.

    False if another process leads it by now.
    """
    found: dict[str, Any] = {}
    if played is not None:
        error = error or played.fault or ("" if is_cleared else UNCLEAN)
        state = RunState.FAILED if error else state
        report, sheet = told(played)
        facts, counts = facts_of(played.ended.progress, played.ended.counts), played.ended.counts
        done = int(not played.ended.was_stopped)
        found = {"report": report, "sheet": sheet, "facts": facts, "arrived": counts.arrived, "done": done}
    now = held.router.clock()
    return run_records.end(
        held.run, owner=held.owner, state=state, now=now, is_cleared=is_cleared, error=error, **found
    )
