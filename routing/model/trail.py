"""Audit entries: kinds and fields. Pure.

An entry is written in the very transaction it tells of, so there is none without a change and no change by a
person without one. Only of what is kept elsewhere than in the table it is a transaction of its own.
"""

from dataclasses import dataclass
from datetime import datetime

# What a person does that is no event of an agent or a call.
TABLE_REPAIRED = "tableRepaired"
SEAT_TAKEN, SEAT_LEFT = "seatTaken", "seatLeft"
SIMULATION_STARTED, SIMULATION_STOPPED = "simulationStarted", "simulationStopped"
LOAD_STARTED, LOAD_STOPPED = "loadStarted", "loadStopped"


@dataclass(frozen=True)
class TrailEntry:
    """One operation of a person: the kinds of its events, what it changed, by whom, from where and why."""

    at: datetime
    kinds: tuple[str, ...]
    by: str
    origin: str
    agent_id: str = ""
    call_id: str = ""
    reason: str = ""
