"""Owns playing a scenario in real time, apart from real operation or on the deployment's table."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from routing import runtime
from routing.audit import Finding, audit
from routing.router import Router
from simulation import runs
from simulation.exceptions import LoadRunningError
from simulation.in_real_time.limits import check_real_time, check_same_skills
from simulation.in_real_time.places import place_on_the_deployment, table_of_its_own
from simulation.in_real_time.play import Ended, Play
from simulation.in_real_time.progress import Progress
from simulation.reports import Gathered, Report
from simulation.scenarios import Scenario
from simulation.turns import Pace

# Actions of one step are independent of each other; more threads would only queue at the table.
THREADS = 8


@dataclass(frozen=True)
class Onlooker:
    """How time passes, when to stop, and who is told once a second; usually nobody, and never."""

    pace: Pace = field(default_factory=Pace)
    stopping: Callable[[], bool] = lambda: False
    tell: Callable[[Progress], None] = lambda _: None


@dataclass(frozen=True)
class Played:
    """A run that has ended, and its report; `findings` are of the audit of a table of its own."""

    run_id: str
    scenario: Scenario
    ended: Ended
    report: Report
    findings: tuple[Finding, ...] = ()

    @property
    def how(self) -> str:
        """How it was played, for the first line of the report."""
        stopped_at = self.ended.counts.stopped_at
        stopped = "" if stopped_at is None else f", stopped after {stopped_at:,.0f} s"
        return f"in real time at speed {self.scenario.speed:g}{stopped}"

    @property
    def facts(self) -> dict[str, Any]:
        """What a report in virtual time does not have, as plain objects; times in seconds of real time."""
        progress = self.ended.progress
        return {
            "run": self.run_id,
            "speed": self.scenario.speed,
            "was_stopped": self.ended.was_stopped,
            "is_clean": self.ended.is_clean and not self.findings,
            "arrived": progress.arrived,
            "planned": progress.total,
            "refused": progress.refused,
            "errors": progress.errors,
            "elapsed_seconds": round(progress.elapsed_seconds, 3),
            "calls_per_second": round(progress.rate, 3),
            "target_calls_per_second": round(progress.target_rate, 3),
        }


def scenario_play_apart(scenario: Scenario, *, onlooker: Onlooker) -> Played:
    """Plays a scenario on a table of its own, which is audited and deleted at the end.

    Raises ScenarioError before anything is made, RoutingError and DynamoError.
    """
    check_real_time(scenario)
    run_id = _new_id()
    with (
        table_of_its_own(scenario, run_id=run_id) as router,
        ThreadPoolExecutor(THREADS, thread_name_prefix="simulation") as pool,
    ):
        play = Play(router, scenario, run_id, each=pool.map, pace=onlooker.pace)
        ended = play.run(stopping=onlooker.stopping, watch=_told(onlooker))
        return _played(play, ended, tuple(audit(router)))


def scenario_play_on_deployment(
    scenario: Scenario, *, by: str, origin: str, onlooker: Onlooker, router: Router | None = None
) -> Played:
    """Plays a scenario on the deployment's table, beside real operation, with its dispatcher and policies.

    The start is in the audit trail, as done by somebody from an origin; what made-up people do is not.
    Raises ScenarioError, LoadRunningError where a load or another scenario is there, RoutingError where the
    deployment does not know a skill, and DynamoError; then nothing was started.
    """
    router = router or runtime.router()
    deployment_check(scenario, router)
    run_id, person = _new_id(), replace(router, origin=origin, actor=by)
    with (
        place_on_the_deployment(person, scenario, run_id=run_id, by=by) as claim,
        ThreadPoolExecutor(THREADS, thread_name_prefix="simulation") as pool,
    ):
        play = Play(
            router,
            scenario,
            run_id,
            each=pool.map,
            pace=onlooker.pace,
            by_hand=runs.agents_by_hand(),
            is_alone=False,
        )

        def watch(progress: Progress) -> bool:
            onlooker.tell(progress)
            return claim.renew(progress, now=router.clock())

        return _played(play, play.run(stopping=onlooker.stopping, watch=watch))


def deployment_check(scenario: Scenario, router: Router) -> None:
    """Raises ScenarioError, RoutingError or LoadRunningError where a scenario cannot be played there now."""
    check_real_time(scenario)
    check_same_skills(scenario, topics=bool(router.skills.topics))
    for group in scenario.groups:
        router.skills.queues_of(group.gender, group.languages, group.topics)
    there = runs.live_run()
    if there is not None:
        raise LoadRunningError(there.id)


def _played(play: Play, ended: Ended, findings: tuple[Finding, ...] = ()) -> Played:
    gathered = Gathered(play.scenario.seed)
    gathered.add(ended.counts)
    return Played(play.run_id, play.scenario, ended, gathered.report(), findings)


def _told(onlooker: Onlooker) -> Callable[[Progress], bool]:
    def watch(progress: Progress) -> bool:
        onlooker.tell(progress)
        return True

    return watch


def _new_id() -> str:
    return secrets.token_hex(4)
