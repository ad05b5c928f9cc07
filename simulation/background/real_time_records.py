"""Records of simulations in real time: every write is one conditional update.

A process leads a run while it is named in the record and sends a heartbeat every second. There is at most one
run that is not cleared, so a process that looks for it finds its work.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet

from simulation.models import SimulationRun
from simulation.states import LOST_SECONDS, RunState


def uncleared() -> SimulationRun | None:
    """The run that waits, is playing, or has left items on a table."""
    return SimulationRun.objects.filter(is_cleared=False).first()


def claim(run: SimulationRun, *, owner: str, now: datetime) -> SimulationRun | None:
    """The waiting run, now led by `owner`; None if another process was faster."""
    waiting = SimulationRun.objects.filter(pk=run.pk, state=RunState.QUEUED)
    return _led(waiting, run, owner=owner, state=RunState.RUNNING, started_at=now, heard_at=now)


def take_over(run: SimulationRun, *, owner: str, now: datetime) -> SimulationRun | None:
    """The run whose process has been silent for ten seconds, in its former state; else None."""
    silent_since = now - timedelta(seconds=LOST_SECONDS)
    still = SimulationRun.objects.filter(
        pk=run.pk, is_cleared=False, owner=run.owner, heard_at=run.heard_at, heard_at__lt=silent_since
    )
    return _led(still.exclude(state=RunState.QUEUED), run, owner=owner, heard_at=now)


def _led(
    found: "QuerySet[SimulationRun]", run: SimulationRun, *, owner: str, **more: Any
) -> SimulationRun | None:
    taken = found.update(owner=owner, attempts=F("attempts") + 1, **more)
    return SimulationRun.objects.get(pk=run.pk) if taken else None


def is_led(run: SimulationRun, *, owner: str) -> bool:
    """Whether a process still leads a run."""
    return _mine(run, owner).exists()


def begin(run: SimulationRun, *, owner: str, at: datetime, calls: int) -> None:
    """Records the time of second 0 of the scenario, and the number of calls."""
    _mine(run, owner).update(begins_at=at, expected_calls=max(1, calls))


def alive(run: SimulationRun, *, owner: str, now: datetime) -> None:
    """Sends a heartbeat of the process."""
    _mine(run, owner).update(heard_at=now)


def beat(run: SimulationRun, *, owner: str, arrived: int, facts: dict[str, Any], now: datetime) -> bool:
    """Records progress; False on a stop request, or if another process leads the run."""
    mine = _mine(run, owner)
    mine.update(arrived=arrived, facts=facts, heard_at=now)
    return mine.filter(state=RunState.RUNNING).exists()


def end(
    run: SimulationRun,
    *,
    owner: str,
    state: RunState,
    now: datetime,
    is_cleared: bool,
    error: str = "",
    **kept: Any,
) -> bool:
    """Ends a run; once cleared, another may start. `kept` are its report and figures."""
    ended_at = run.ended_at or now
    ended = _mine(run, owner).update(
        state=state, ended_at=ended_at, heard_at=now, is_cleared=is_cleared, error=error, **kept
    )
    return bool(ended)


def stop_request(simulation_id: str, *, by: str, now: datetime) -> bool:
    """Ends a run that is not playing yet; requests a stop of one that is. False if done before."""
    one = SimulationRun.objects.filter(pk=simulation_id)
    waiting = one.filter(state=RunState.QUEUED).update(
        state=RunState.STOPPED, ended_at=now, heard_at=now, stopped_by=by, is_cleared=True
    )
    going = one.filter(state=RunState.RUNNING)
    return bool(waiting or going.update(state=RunState.STOPPING, stopped_by=by))


def _mine(run: SimulationRun, owner: str) -> "QuerySet[SimulationRun]":
    return SimulationRun.objects.filter(pk=run.pk, owner=owner, is_cleared=False)
