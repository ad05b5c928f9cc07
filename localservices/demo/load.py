"""Load of the demo: start or continue, stop in order, report."""

import time
from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from routing import selectors
from routing.repair.audit import Finding, audit
from routing.runtime import router
from routing.selectors import Totals
from simulation.background.simulation_services import simulation_stop
from simulation.load.load_services import LoadStatus, load_start, load_state, load_stop

_BY = "demo"
_LOOK_SECONDS = 0.2
_AUDIT_PAUSE_SECONDS = 0.5


def demo_load_start(*, pause: Callable[[float], None]) -> None:
    """Starts the load. One of an earlier start continues; with other figures, or stopping, it ends first."""
    wanted = (settings.DEMO_RATE, settings.DEMO_AGENTS)
    while (load := load_state()).state is not LoadStatus.IDLE:
        if load.state is LoadStatus.RUNNING:
            if (load.rate, load.agents) == wanted:
                return
            load_stop(by=_BY)
        pause(_LOOK_SECONDS)
    load_start(rate=settings.DEMO_RATE, agents=settings.DEMO_AGENTS, by=_BY)


def demo_load_end(*, pause: Callable[[float], None], patience_seconds: float) -> bool:
    """Stops the load, or the simulation in its place; False if its last call did not end in time."""
    load = load_stop(by=_BY)
    if load.simulation:
        simulation_stop(load.simulation, by=_BY)
    deadline = time.monotonic() + patience_seconds
    while load_state().state is not LoadStatus.IDLE:
        if time.monotonic() > deadline:
            return False
        pause(_LOOK_SECONDS)
    return True


def demo_totals(*, since: datetime) -> Totals:
    """Outcomes of the calls queued since a moment."""
    centre = router()
    target = centre.policies.default.service_level_seconds
    return selectors.totals(centre, target_seconds=target, since=since)


def demo_audit() -> list[Finding]:
    """Every invariant of the table that does not hold."""
    return audit(router(), pause=lambda: time.sleep(_AUDIT_PAUSE_SECONDS))
