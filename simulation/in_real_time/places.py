"""Owns where a scenario is played in real time: a table of its own, or the deployment's."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from routing import runtime
from routing.router import Router
from routing.services import table_create, table_delete, trail_write
from routing.trail import SIMULATION_STARTED
from simulation import runs
from simulation.exceptions import LoadRunningError
from simulation.in_real_time.plan import policies_at
from simulation.in_real_time.progress import Progress
from simulation.models import LoadRun
from simulation.scenarios import Scenario

# Said anew every second. After so long without a word workers end the calls of the run.
CLAIM_SECONDS = 15.0


@contextmanager
def table_of_its_own(scenario: Scenario, *, run_id: str) -> Iterator[Router]:
    """A router on a new table, named after the deployment's, deleted at the end. Raises DynamoError."""
    name = f"{runtime.table_name()}-simulation-{run_id}"
    router = runtime.router_beside(name, scenario.skills, policies_at(scenario.speed))
    try:
        table_create(router)
        yield router
    finally:
        if router.table.exists():
            table_delete(router)


@dataclass(frozen=True)
class Claim:
    """The deployment's one place for a load or a scenario, held by this process."""

    run_id: str
    owner: str

    def renew(self, progress: Progress, *, now: datetime) -> bool:
        """Says that the process is there and how far it is; False if it has lost the place."""
        mine = LoadRun.objects.filter(pk=self.run_id, ended_at=None, lease_owner=self.owner)
        until = now + timedelta(seconds=CLAIM_SECONDS)
        return bool(mine.update(arrived=progress.arrived, error=progress.error, lease_until=until))


@contextmanager
def place_on_the_deployment(router: Router, scenario: Scenario, *, run_id: str, by: str) -> Iterator[Claim]:
    """Holds the place that loads have too; a line in the audit trail says so.

    The record of the run is that of a load that is being stopped: so the workers bring nobody in for it, and
    end its calls should this process die. Raises LoadRunningError, which names the run that is there.
    """
    now, rate = router.clock(), scenario.expected_calls / scenario.length_seconds * scenario.speed
    claim = Claim(run_id, f"simulate-{run_id}")
    record = LoadRun(
        id=run_id,
        seed=scenario.seed,
        rate=rate,
        agents=sum(group.agents for group in scenario.groups),
        answer_seconds=0,
        talk_seconds=1,
        wrap_up_seconds=0,
        patience_seconds=1,
        started_at=now,
        started_by=by,
        stop_requested_at=now,
        lease_owner=claim.owner,
        lease_until=now + timedelta(seconds=CLAIM_SECONDS),
    )
    try:
        with transaction.atomic():
            record.save(force_insert=True)
            trail_write(
                router, kind=SIMULATION_STARTED, by=by, reason=f"{scenario.name}, in real time ({run_id})"
            )
    except IntegrityError:
        there = runs.live_run()
        raise LoadRunningError(there.id if there else "another") from None
    try:
        yield claim
    finally:
        LoadRun.objects.filter(pk=run_id, ended_at=None, lease_owner=claim.owner).update(
            ended_at=router.clock()
        )
