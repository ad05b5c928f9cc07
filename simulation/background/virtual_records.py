"""Records of simulations in virtual time: every write is one conditional update.

A worker owns a simulation while it is named in the record; after ten seconds of silence another takes it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from simulation.models import SimulationRun
from simulation.states import ENDED, LOST_SECONDS, WITH_WORKER, Place, RunState

MOST_ATTEMPTS = 3


def take_next(*, owner: str, now: datetime) -> SimulationRun | None:
    """The next simulation to play, now `owner`'s: one with a lost worker, or the one that has waited longest.

    None without one, or while another worker plays one.
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
    """Sends a heartbeat with progress; False on a stop request, or if the simulation was lost."""
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
    """Ends a simulation; after a stop request an unfinished one ends as stopped, unless it failed."""
    mine = SimulationRun.objects.filter(pk=run.pk, owner=owner, state__in=WITH_WORKER)
    return bool(mine.update(state=state, ended_at=now, heard_at=now, error=error))


def stop_request(simulation_id: str, *, by: str, now: datetime) -> bool:
    """Stops one that waits, or whose worker is lost, at once; otherwise requests a stop from its worker.

    False if done before.
    """
    one = SimulationRun.objects.filter(pk=simulation_id)
    silent_since = now - timedelta(seconds=LOST_SECONDS)
    nobody_there = Q(state=RunState.QUEUED) | Q(state__in=WITH_WORKER, heard_at__lt=silent_since)
    # No owner from here on: a returning worker finds that it has lost it.
    stopped = one.filter(nobody_there).update(
        state=RunState.STOPPED, ended_at=now, heard_at=now, stopped_by=by, owner=""
    )
    if stopped:
        return True
    return bool(one.filter(state=RunState.RUNNING).update(state=RunState.STOPPING, stopped_by=by))


def forget_old(*, keep_newest: int) -> None:
    """Deletes all ended ones but the newest."""
    ended = SimulationRun.objects.filter(state__in=ENDED, is_cleared=True)
    kept = list(ended.values_list("pk", flat=True)[:keep_newest])
    ended.exclude(pk__in=kept).delete()
