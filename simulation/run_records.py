"""Records of runs: claim, lease, stop request, end; every write is one conditional update.

A worker has a run while it is named in the record, and renews its lease with each heartbeat. After a silence
of ten seconds, for a load three, another may claim it.
The database holds two rules: one simulation in real time that has not been cleared, and one run on the
deployment's table.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from simulation.exceptions import LoadRunningError
from simulation.models import SimulationRun
from simulation.states import ENDED, LOST_SECONDS, WITH_WORKER, Place, RunState

# Work for somebody: to play it, or to clear what it left on a table.
OPEN = ~Q(state__in=ENDED) | Q(is_cleared=False)


def simulation_in_real_time() -> SimulationRun | None:
    """The simulation in real time that waits, is playing, or has left items on a table."""
    return SimulationRun.objects.filter(is_cleared=False).first()


def is_any_in_real_time() -> bool:
    """Whether a load or a simulation in real time waits, is playing, or has left items on a table."""
    return SimulationRun.every.filter(is_cleared=False).exists()


def on_the_deployment() -> SimulationRun | None:
    """The load or the simulation in real time that has the deployment's table."""
    return SimulationRun.every.filter(is_cleared=False, place=Place.DEPLOYMENT).first()


def refuse_second(run: SimulationRun | None) -> None:
    """Raises LoadRunningError for a run that has not ended."""
    if run is not None:
        raise LoadRunningError(run.id, simulation="" if run.is_endless else run.id)


def claim_next_virtual(*, owner: str, now: datetime) -> SimulationRun | None:
    """The next simulation in virtual time: one with a lost worker, or the one that has waited longest.

    None without one, or while another worker plays one.
    """
    virtual = SimulationRun.objects.filter(place=Place.VIRTUAL).order_by("created_at", "id")
    at_work = virtual.filter(state__in=WITH_WORKER)
    lost = at_work.filter(_silent(now)).first()
    if lost is None and at_work.exists():
        return None
    run = lost or virtual.filter(state=RunState.QUEUED).first()
    return claim(run, owner=owner, now=now, started_at=now, arrived=0) if run else None


def claim(run: SimulationRun, *, owner: str, now: datetime, **begun: Any) -> SimulationRun | None:
    """The run with `owner` as its worker, playing if it has waited.

    None while another worker has it, or if it has changed since it was read: another was faster.
    """
    if run.state == RunState.QUEUED:
        begun = {"state": RunState.RUNNING, "started_at": now, **begun}
    free = Q(owner="") | _silent(now, run.lease_seconds)
    seen = Q(pk=run.pk, state=run.state, owner=run.owner, heard_at=run.heard_at)
    taken = SimulationRun.every.filter(OPEN, free, seen).update(
        owner=owner, heard_at=now, attempts=F("attempts") + 1, **begun
    )
    return SimulationRun.every.get(pk=run.pk) if taken else None


def is_held(run: SimulationRun, *, owner: str) -> bool:
    return _held(run, owner).exists()


def renew(run: SimulationRun, *, owner: str, now: datetime, **progress: Any) -> bool:
    """Sends a heartbeat with progress; False for a worker that has lost the run."""
    return bool(_held(run, owner).update(heard_at=now, **progress))


def beat(run: SimulationRun, *, owner: str, now: datetime, **progress: Any) -> bool:
    """The same; False also after a stop request."""
    held = renew(run, owner=owner, now=now, **progress)
    return held and _held(run, owner).filter(state=RunState.RUNNING).exists()


def end(
    run: SimulationRun,
    *,
    owner: str,
    state: RunState,
    now: datetime,
    is_cleared: bool = True,
    error: str = "",
    **kept: Any,
) -> bool:
    """Ends a run with its report and figures; False for a worker that has lost it.

    Until it is cleared, no other may start in its place.
    """
    ended_at = run.ended_at or now
    return renew(
        run, owner=owner, now=now, state=state, ended_at=ended_at, is_cleared=is_cleared, error=error, **kept
    )


def stop_request(run: SimulationRun, *, by: str, now: datetime) -> bool:
    """Requests a stop of a run from its worker; False if done before.

    One that waits ends at once, and so does one in virtual time whose worker is lost: no table has anything
    of it.
    """
    one = SimulationRun.every.filter(pk=run.pk)
    alone = Q(state=RunState.QUEUED) | Q(_silent(now), place=Place.VIRTUAL, state__in=WITH_WORKER)
    # No owner from here on: a returning worker finds that it has lost it.
    stopped = one.filter(alone).update(
        state=RunState.STOPPED, ended_at=now, heard_at=now, stopped_by=by, is_cleared=True, owner=""
    )
    playing = one.filter(state=RunState.RUNNING)
    return bool(stopped or playing.update(state=RunState.STOPPING, stopped_by=by))


def forget_old(*, keep_newest: int) -> None:
    """Deletes all ended simulations but the newest."""
    ended = SimulationRun.objects.filter(state__in=ENDED, is_cleared=True)
    kept = list(ended.values_list("pk", flat=True)[:keep_newest])
    ended.exclude(pk__in=kept).delete()


def _held(run: SimulationRun, owner: str) -> "QuerySet[SimulationRun]":
    return SimulationRun.every.filter(OPEN, pk=run.pk, owner=owner)


def _silent(now: datetime, seconds: float = LOST_SECONDS) -> Q:
    return Q(heard_at__lt=now - timedelta(seconds=seconds))
