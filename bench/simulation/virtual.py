"""Scenarios in virtual time, each played in a fresh process of its own: calls a second of a core, memory.

Processes cannot import from the program that started them, so this is a module of its own.
"""

import re
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.centre.processes import Crew
from bench.figures import Row
from simulation.durations import Exponential, Lognormal, Uniform
from simulation.forward import fast_forward
from simulation.scenarios import AgentGroup, Preference, Scenario, Volume

DAY_SECONDS = 8 * 3_600
ROUNDS = 3
BYTES_OF_A_UNIT = 1 if sys.platform == "darwin" else 1_024
ONE_SKILL = Scenario(
    name="one skill, 660 agents",
    length_seconds=DAY_SECONDS,
    volume=Volume((6_300,)),
    mix=(Preference("English"),),
    groups=(AgentGroup("Agents", 660, ("English",), "F"),),
    handle_time=Exponential(180),
)
SIX_QUEUES = Scenario(
    name="6 queues, 200 agents",
    length_seconds=DAY_SECONDS,
    volume=Volume((1_620,)),
    mix=tuple(
        Preference(language, gender, share=share)
        for language, share in (("English", 5), ("French", 2), ("Spanish", 3))
        for gender in ("Any", "F")
    ),
    groups=(
        AgentGroup("English", 60, ("English",), "F"),
        AgentGroup("English and French", 50, ("English", "French"), "M"),
        AgentGroup("English and Spanish", 50, ("English", "Spanish"), "F"),
        AgentGroup("All three", 40, ("English", "French", "Spanish"), "F"),
    ),
    handle_time=Lognormal(170, 120),
    wrap_up=Exponential(20),
    patience=Exponential(180),
    answer_delay=Uniform(2, 6),
    missed_share=0.02,
)
SCENARIOS = (ONE_SKILL, SIX_QUEUES)


@dataclass(frozen=True)
class Played:
    """Cost of one run."""

    calls: int
    seconds: float
    mb_at_a_tenth: float
    mb_at_most: float


def run(*, rounds: int = ROUNDS, hours: int = 8) -> list[Row]:
    """A row for each scenario."""
    rows: list[Row] = []
    for scenario in (replace(one, length_seconds=hours * 3_600) for one in SCENARIOS):
        played = [_in_a_process(scenario) for _ in range(rounds)]
        rows.append(row(scenario.name, hours, played))
    return rows


def row(name: str, hours: int, played: Sequence[Played]) -> Row:
    """The figures of one scenario. Pure."""
    return {
        "scenario": name,
        "hours": hours,
        "calls": played[0].calls,
        "calls_per_s": round(statistics.median(one.calls / one.seconds for one in played)),
        "core_seconds": round(statistics.median(one.seconds for one in played), 2),
        "mb_at_a_tenth": round(max(one.mb_at_a_tenth for one in played), 1),
        "mb_at_most": round(max(one.mb_at_most for one in played), 1),
    }


def _in_a_process(scenario: Scenario) -> Played:
    with Crew(1, ready_to_play) as crew:
        (played,) = crew.work([scenario])
    return played


def ready_to_play(scenario: Scenario) -> Callable[[], Played]:
    """A callable that plays a scenario and answers its cost."""

    def play() -> Played:
        tenth = 0.0

        def look(arrived: int) -> bool:
            nonlocal tenth
            if arrived <= scenario.expected_calls / 10:
                tenth = _most_mb()
            return True

        began = time.process_time()
        counts = fast_forward(scenario, watch=look)
        seconds = time.process_time() - began
        return Played(counts.arrived, seconds, tenth, _most_mb())

    return play


def _most_mb() -> float:
    """Peak memory of this process; on Linux not that of the one which started it."""
    status = Path("/proc/self/status")
    if status.exists():
        (kilobytes,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status.read_text(encoding="ascii"), re.MULTILINE)
        return float(kilobytes) / 1_024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_A_UNIT / 2**20
