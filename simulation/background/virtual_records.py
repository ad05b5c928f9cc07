"""Records of simulations in virtual time: every write is one conditional update.

A worker has a simulation while its name stands there; one that is silent for ten seconds loses it to another.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from simulation.models import SimulationRun
from simulation.states import ENDED, LOST_SECONDS, WITH_WORKER, Place, RunState

MOST_ATTEMPTS = 3


def take_next(*, owner: str, now: datetime) -> SimulationRun | None:
    """The next simulation to play, now `owner`'s: one whose worker is lost, or the one that waits longest.

    None where there is none, or while another worker plays one.
    """
    silent_since = now - timedelta(seconds=LOST_SECONDS)
    virtual = SimulationRun.objects.filter(place=Place.VIRTUAL)
    at_work = virtual.filter(state__in=WITH_WORKER)
    lost = at_work.filter(heard_at__lt=silent_since).order_by("created_at").first()
    if lost is None and at_work.exists():
        return None
    run = lost or virtual.filter(state=RunState.QUEUED).order_by("created_at", "id").first()
    if run is None:
        return None
    still = Q(state=run.state, owner=run.owner, heard_at=run.heard_at)
    begun: dict[str, Any] = {"owner": owner, "started_at": now, "heard_at": now, "arrived": 0}
    taken = SimulationRun.objects.filter(still, pk=run.pk).update(
        **begun,
        attempts=F("attempts") + 1,
        state=RunState.STOPPING if run.state == RunState.STOPPING else RunState.RUNNING,
    )
    return SimulationRun.objects.get(pk=run.pk) if taken else None


def beat(run: SimulationRun, *, owner: str, arrived: int, now: datetime) -> bool:
    """Says that the worker is there and how far it is; False if it is to stop, or lost the simulation."""
    mine = SimulationRun.objects.filter(pk=run.pk, owner=owner)
    going = mine.filter(state=RunState.RUNNING).update(arrived=arrived, heard_at=now)
    return bool(going)


def keep(
    run: SimulationRun, *, owner: str, done: int, report: dict[str, Any], sheet: str, now: datetime
) -> bool:
    """Keeps the report of the replications so far; False for a worker that has lost the simulation."""
    mine = SimulationRun.objects.filter(pk=run.pk, owner=owner, state__in=WITH_WORKER)
    return bool(mine.update(done=done, report=report, sheet=sheet, heard_at=now))


def end(run: SimulationRun, *, owner: str, state: RunState, now: datetime, error: str = "") -> bool:
    """Ends a simulation; one that was asked to stop and is not done ends as stopped, if nothing failed."""
    mine = SimulationRun.objects.filter(pk=run.pk, owner=owner, state__in=WITH_WORKER)
    return bool(mine.update(state=state, ended_at=now, heard_at=now, error=error))


def stop_request(simulation_id: str, *, by: str, now: datetime) -> bool:
    """Stops one that waits, or whose worker is lost, at once; asks the worker of another to stop it.

    False if it was so already.
    """
    one = SimulationRun.objects.filter(pk=simulation_id)
    silent_since = now - timedelta(seconds=LOST_SECONDS)
    nobody_there = Q(state=RunState.QUEUED) | Q(state__in=WITH_WORKER, heard_at__lt=silent_since)
    # Nobody's from here on: a worker that comes back finds that it has lost it.
    stopped = one.filter(nobody_there).update(
        state=RunState.STOPPED, ended_at=now, heard_at=now, stopped_by=by, owner=""
    )
    if stopped:
        return True
    return bool(one.filter(state=RunState.RUNNING).update(state=RunState.STOPPING, stopped_by=by))


def forget_old(*, keep_newest: int) -> None:
    """Deletes all but the newest of those that have ended."""
    ended = SimulationRun.objects.filter(state__in=ENDED, is_cleared=True)
    kept = list(ended.values_list("pk", flat=True)[:keep_newest])
    ended.exclude(pk__in=kept).delete()
