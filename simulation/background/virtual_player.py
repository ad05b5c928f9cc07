"""Player: one worker plays a simulation, replication by replication, with a heartbeat twice a second."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from simulation import run_records
from simulation.background.worker import scenario_of
from simulation.models import SimulationRun
from simulation.reports import (
    Gathered,
    WithSlots,
    by_slots,
    compared,
    replicated,
    report_csv,
    report_to,
)
from simulation.scenarios import Scenario, ScenarioError
from simulation.states import RunState

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
BEAT_SECONDS = 0.5
# A report takes longer than a small replication.
KEEP_SECONDS = 2.0


@dataclass
class Player:
    """A worker: its name, clock and pace; tests bring their own."""

    owner: str
    clock: Callable[[], datetime]
    monotonic: Callable[[], float] = monotonic
    beats_every: float = BEAT_SECONDS
    _beaten: float = field(default=float("-inf"), init=False)

    def play_next(self) -> bool:
        """Plays the next simulation to its end; False if there is none to play."""
        run = run_records.claim_next_virtual(owner=self.owner, now=self.clock())
        if run is None:
            return False
        try:
            state, error = self._play(run)
        except Exception as failure:
            # Kept results stay; a simulation without a worker must not seem to run.
            logger.exception("simulation %s failed", run.id)
            state, error = RunState.FAILED, f"It failed because of a program error ({failure!r:.200})."
        run_records.end(run, owner=self.owner, state=state, now=self.clock(), error=error)
        return True

    def _play(self, run: SimulationRun) -> tuple[RunState, str]:
        if run.state == RunState.STOPPING:
            return RunState.STOPPED, ""
        if run.attempts > MOST_ATTEMPTS:
            return RunState.FAILED, f"The worker was lost {MOST_ATTEMPTS} times while it ran this."
        try:
            scenario = scenario_of(run)
        except ScenarioError as error:
            return RunState.FAILED, f"The scenario can no longer be read: {error}"
        return self._replications(run, scenario)

    def _replications(self, run: SimulationRun, scenario: Scenario) -> tuple[RunState, str]:
        gathered, done, before, kept = Gathered(scenario.seed), 0, 0, self.monotonic()

        def watch(arrived: int) -> bool:
            return self._beat(run, before + arrived)

        for counts in replicated(scenario, run.replications, watch=watch):
            before += counts.arrived
            if counts.stopped_at is not None and not counts.arrived:
                return RunState.STOPPED, ""
            gathered.add(counts)
            if counts.stopped_at is not None:
                self._keep(run, scenario, gathered, 0)
                return RunState.STOPPED, ""
            done += 1
            if done == run.replications or self.monotonic() - kept >= KEEP_SECONDS:
                self._keep(run, scenario, gathered, done, self._slots(run, scenario, done, before))
                kept = self.monotonic()
            if done < run.replications and not self._beat(run, before):
                break
        if done == run.replications:
            run_records.beat(run, owner=self.owner, arrived=before, now=self.clock())
            return RunState.DONE, ""
        if done:
            self._keep(run, scenario, gathered, done)
        return RunState.STOPPED, ""

    def _slots(
        self, run: SimulationRun, scenario: Scenario, done: int, arrived: int
    ) -> tuple[WithSlots, ...]:
        """The outcome with other numbers of slots, once all replications are done."""
        if done < run.replications:
            return ()
        return by_slots(scenario, replications=done, watch=lambda _: self._beat(run, arrived))

    def _beat(self, run: SimulationRun, arrived: int) -> bool:
        if self.monotonic() - self._beaten < self.beats_every:
            return True
        self._beaten = self.monotonic()
        return run_records.beat(run, owner=self.owner, arrived=arrived, now=self.clock())

    def _keep(
        self,
        run: SimulationRun,
        scenario: Scenario,
        gathered: Gathered,
        done: int,
        slots: Sequence[WithSlots] = (),
    ) -> None:
        report = gathered.report()
        told = report_to(report, compared(scenario, report), slots)
        sheet = report_csv(report)
        run_records.renew(run, owner=self.owner, now=self.clock(), done=done, report=told, sheet=sheet)
