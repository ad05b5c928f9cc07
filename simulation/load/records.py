"""Records of loads: lease by turns, and the progress of each step.

The lease keeps workers from doing the same work side by side, for efficiency only: every action is
idempotent, so two workers at once still do it once.
"""

from datetime import datetime

from django.db import transaction

from simulation import run_records
from simulation.arrivals import Mark
from simulation.models import LoadRun, SimulationRun
from simulation.people.step import Step
from simulation.states import RunState


def live_run() -> LoadRun | None:
    """The load that has not ended, or None."""
    return LoadRun.objects.filter(is_cleared=False).first()


def lease_take(*, owner: str, now: datetime) -> LoadRun | None:
    """The live load, leased to `owner` for three seconds; None if there is none or another worker has it."""
    run = live_run()
    if run is None or not run_records.claim(run, owner=owner, now=now):
        return None
    return leased_run(owner=owner)


def leased_run(*, owner: str) -> LoadRun | None:
    """The live load as it is now, if `owner` has it."""
    return LoadRun.objects.filter(is_cleared=False, owner=owner).first()


def lease_release(*, owner: str, now: datetime) -> None:
    """Releases the lease; no effect if it was lost."""
    LoadRun.objects.filter(is_cleared=False, owner=owner).update(owner="", heard_at=now)


def staff_of_last_load() -> frozenset[str]:
    """The ids of the agents that the newest load has played."""
    last = LoadRun.objects.values_list("scenario__staff", flat=True).first()
    return frozenset(last or ())


def has_ended(run: LoadRun) -> bool:
    return LoadRun.objects.filter(pk=run.pk, is_cleared=True).exists()


def mark_of(run: SimulationRun) -> Mark:
    """The position of a load in its arrivals."""
    return Mark(run.arrived, run.facts.get("arrived_seconds", 0.0))


def missed_of(run: SimulationRun) -> int:
    """The number of its callers that could not be sent."""
    return int(run.facts.get("missed", 0))


def step_record(run: LoadRun, step: Step, *, owner: str, now: datetime) -> bool:
    """Records the progress of a step, renews the lease, and ends the load once it is over.

    The first worker to continue from the step's start records its progress, with or without the lease: its
    arrivals exist. All else is left to the holder: False for a worker that has lost the lease.
    """
    here = LoadRun.objects.filter(pk=run.pk, arrived=run.arrived)
    facts = {
        "arrived_seconds": step.mark.seconds,
        "missed": missed_of(run) + step.missed,
    }
    with transaction.atomic():
        is_first = here.update(arrived=step.mark.arrived, facts=facts)
        if step.is_over and is_first:
            return run_records.end(run, owner=owner, state=RunState.STOPPED, now=now, error=step.error)
        return run_records.renew(run, owner=owner, now=now, error=step.error)
