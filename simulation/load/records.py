"""Records of loads: every write is one conditional update.

The lease keeps workers from doing the same work side by side, for efficiency only: every action is
idempotent, so two workers at once still do it once. It expires sooner than that of a scenario, which fails
when its worker is lost.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from simulation.arrivals import Mark
from simulation.exceptions import LoadRunningError
from simulation.models import LoadRun, SimulationRun
from simulation.people.runner import Step
from simulation.states import Place, RunState

LEASE_SECONDS = 3.0


def on_the_deployment() -> SimulationRun | None:
    """The load or the scenario in real time that has the deployment's table; there is one at most."""
    return SimulationRun.every.filter(is_cleared=False, place=Place.DEPLOYMENT).first()


def refuse_second(run: SimulationRun | None) -> None:
    """Raises LoadRunningError for a run that has not ended."""
    if run is not None:
        raise LoadRunningError(run.id, simulation="" if run.is_endless else run.id)


def live_run() -> LoadRun | None:
    """The load that has not ended, or None."""
    return LoadRun.objects.filter(is_cleared=False).first()


def lease_take(*, owner: str, now: datetime) -> LoadRun | None:
    """The live load, leased to `owner` for three seconds; None if there is none or another worker has it."""
    free = Q(owner__in=("", owner)) | Q(heard_at__lte=now - timedelta(seconds=LEASE_SECONDS))
    LoadRun.objects.filter(free, is_cleared=False).update(owner=owner, heard_at=now)
    return leased_run(owner=owner)


def leased_run(*, owner: str) -> LoadRun | None:
    """The live load as it is now, if `owner` has it."""
    return LoadRun.objects.filter(is_cleared=False, owner=owner).first()


def staff_of_last_load() -> frozenset[str]:
    """The ids of the agents that the newest load has played."""
    last = LoadRun.objects.values_list("scenario__staff", flat=True).first()
    return frozenset(last or ())


def has_ended(run: LoadRun) -> bool:
    """True once the load has ended."""
    return LoadRun.objects.filter(pk=run.pk, is_cleared=True).exists()


def lease_release(*, owner: str, now: datetime) -> None:
    """Releases the lease; no effect if it was lost."""
    LoadRun.objects.filter(is_cleared=False, owner=owner).update(owner="", heard_at=now)


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
    facts = {"arrived_seconds": step.mark.seconds, "missed": missed_of(run) + step.missed}
    mine = LoadRun.objects.filter(pk=run.pk, is_cleared=False, owner=owner)
    with transaction.atomic():
        is_first = here.update(arrived=step.mark.arrived, facts=facts)
        is_kept = bool(mine.update(error=step.error, heard_at=now))
        if step.is_over and is_first:
            mine.update(state=RunState.STOPPED, is_cleared=True, ended_at=now)
        return is_kept


def stop_request(*, by: str) -> bool:
    """Requests a stop of the running load; False without one, or if done before."""
    played = LoadRun.objects.filter(is_cleared=False, state=RunState.RUNNING)
    return bool(played.update(state=RunState.STOPPING, stopped_by=by))
