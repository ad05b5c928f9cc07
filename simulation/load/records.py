"""Records of load runs: every write is one conditional update.

The lease keeps workers from doing the same work side by side, for efficiency only: every action is
idempotent, so two workers at once still do it once.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from simulation.models import LoadRun
from simulation.people.runner import Step

LEASE_SECONDS = 3.0


def live_run() -> LoadRun | None:
    """The run that has not ended, or None; it may represent a simulation on the table."""
    return LoadRun.objects.filter(ended_at=None).first()


def lease_take(*, owner: str, now: datetime) -> LoadRun | None:
    """The live run, leased to `owner` for three seconds; None without one, or if another worker has it."""
    free = Q(lease_until__lte=now) | Q(lease_owner=owner)
    until = now + timedelta(seconds=LEASE_SECONDS)
    LoadRun.objects.filter(free, ended_at=None, simulation="").update(lease_owner=owner, lease_until=until)
    return leased_run(owner=owner)


def leased_run(*, owner: str) -> LoadRun | None:
    """The live run as it is now, if `owner` has it."""
    return LoadRun.objects.filter(ended_at=None, lease_owner=owner).first()


def staff_of_last_load() -> frozenset[str]:
    """The ids of the agents that the newest load has played."""
    last = (
        LoadRun.objects.filter(simulation="").order_by("-started_at").values_list("staff", flat=True).first()
    )
    return frozenset(last or ())


def has_ended(run: LoadRun) -> bool:
    """True once the run has ended."""
    return LoadRun.objects.filter(pk=run.pk, ended_at__isnull=False).exists()


def lease_release(*, owner: str, now: datetime) -> None:
    """Releases the lease; no effect if it was lost."""
    LoadRun.objects.filter(ended_at=None, lease_owner=owner).update(lease_owner="", lease_until=now)


def step_record(run: LoadRun, step: Step, *, owner: str, now: datetime) -> bool:
    """Records the progress of a step, renews the lease, and ends the run once it is over.

    The first worker to continue from the step's start records its progress, with or without the lease: its
    arrivals exist. All else is left to the holder: False for a worker that has lost the lease.
    """
    here = LoadRun.objects.filter(pk=run.pk, arrived=run.arrived, missed=run.missed)
    progress = {"arrived": step.mark.arrived, "arrived_seconds": step.mark.seconds}
    mine = Q(ended_at=None, lease_owner=owner)
    with transaction.atomic():
        is_first = here.update(**progress, missed=run.missed + step.missed)
        return bool(
            LoadRun.objects.filter(mine, pk=run.pk).update(
                error=step.error,
                lease_until=now + timedelta(seconds=LEASE_SECONDS),
                ended_at=now if step.is_over and is_first else None,
            )
        )


def stop_request(*, by: str, now: datetime) -> bool:
    """Requests a stop of the running load; False without one, or if done before."""
    played = LoadRun.objects.filter(ended_at=None, stop_requested_at=None, simulation="")
    return bool(played.update(stop_requested_at=now, stopped_by=by))
