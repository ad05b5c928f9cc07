"""Workers that play one simulation in real time together, each with the record of its share."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import TypeVar

from django.db.models import Sum

from routing.router import Router
from simulation.background import real_time_records as records
from simulation.in_real_time.crew import Done
from simulation.in_real_time.playing import Playing
from simulation.in_real_time.scenario_plan import ALL, ScenarioPlan, Share
from simulation.models import SimulationRun, SimulationShare
from simulation.people.pace import LEAST_PAUSE_SECONDS, STEP_SECONDS, Pace
from simulation.people.runner import Each

# Beat sends a worker each second; later ones are not waited for.
GATHERING_SECONDS = 5.0
LOOK_SECONDS = 0.1
BEAT_SECONDS = 0.5
T = TypeVar("T")
R = TypeVar("R")
GOES = "A worker that played a part of it was lost; the report covers the time until then."


@dataclass
class Workers:
    """The other workers of a run, for its leader."""

    run: SimulationRun
    owner: str
    clock: Callable[[], datetime]
    pace: Pace
    calls: int

    def gathered(self, alive: Callable[[], object]) -> Share:
        """See Crew."""
        if self.run.shares == 1:
            return ALL
        free, until = self.run.parts.filter(owner=""), self.pace.monotonic() + GATHERING_SECONDS
        records.share_take(self.run, owner=self.owner, now=self.clock())
        while free.exists() and self.pace.monotonic() < until:
            alive()
            self.pace.sleep(LOOK_SECONDS)
        free.update(owner=self.owner)
        mine = self.run.parts.filter(owner=self.owner).values_list("number", flat=True)
        return Share(frozenset(mine), self.run.shares)

    def begin(self, at: datetime) -> None:
        """See Crew."""
        records.begin(self.run, owner=self.owner, at=at, calls=self.calls)

    def done(self) -> Done:
        """See Crew."""
        names = ("arrived", "refused", "errors", "conflicts")
        found = self.run.parts.exclude(owner=self.owner).aggregate(**{name: Sum(name) for name in names})
        return Done(**{name: number or 0 for name, number in found.items()})

    def dismiss(self, alive: Callable[[], object]) -> None:
        """See Crew."""
        self.run.parts.update(is_over=True)
        while records.shares_at_work(self.run, owner=self.owner, now=self.clock()):
            alive()
            self.pace.sleep(LOOK_SECONDS)

    @property
    def trouble(self) -> str:
        """The reason why the run is incomplete; empty while all workers are there."""
        return GOES if records.shares_lost(self.run, owner=self.owner, now=self.clock()) else ""


@dataclass
class Helper:
    """A worker that plays one share of a run led by another; `plan` is of the whole run."""

    share: SimulationShare
    owner: str
    router: Router
    plan: ScenarioPlan
    each: Each = map
    pace: Pace = field(default_factory=Pace)
    by_hand: frozenset[str] = frozenset()
    _playing: Playing | None = field(default=None, init=False)
    _told_at: float = field(default=float("-inf"), init=False)
    _is_over: bool = field(default=False, init=False)

    def play(self) -> None:
        """Steps until it is dismissed, or the run has no leader."""
        try:
            began = self.pace.monotonic()
            while self.step():
                took = self.pace.monotonic() - began
                self.pace.sleep(max(STEP_SECONDS - took, LEAST_PAUSE_SECONDS))
                began = self.pace.monotonic()
        finally:
            self.leave()

    def step(self) -> bool:
        """Performs due actions, once the run has begun; False if it is dismissed."""
        self._tell()
        if self._is_over:
            return False
        if self._playing:
            self._playing.step(now=self.router.clock())
        return True

    def _tell(self) -> None:
        """Records its counts twice a second, within a long step too, and reads whether to go on."""
        if self.pace.monotonic() - self._told_at < BEAT_SECONDS:
            return
        self._told_at = self.pace.monotonic()
        now = self.router.clock()
        told = records.share_beat(self.share, owner=self.owner, now=now, **self._done)
        self._is_over = not told or records.is_lost(self.share.run, now=now)
        self._playing = self._playing or self._begun()

    def _each(self, do: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """See Each."""
        for result in self.each(do, items):
            self._tell()
            yield result

    def leave(self) -> None:
        """Records that it does nothing more."""
        now = self.router.clock()
        records.share_leave(self.share, owner=self.owner, now=now, **self._done)

    def _begun(self) -> Playing | None:
        run = SimulationRun.objects.get(pk=self.share.run_id)
        if run.begins_at is None:
            return None
        plan = self.plan.begun(run.begins_at, Share(frozenset({self.share.number}), run.shares))
        return Playing(self.router, plan, each=self._each, by_hand=self.by_hand, pace=self.pace)

    @property
    def _done(self) -> dict[str, int]:
        return asdict(self._playing.done) if self._playing else {}
