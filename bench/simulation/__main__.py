"""`python -m bench.simulation`: calls a second and memory of scenarios in virtual and real time.

Each scenario in virtual time is played in a fresh process of its own, one after the other. `calls_per_s`
counts calls played in a second of one core, the median of the rounds: processor time, so that other work on
the machine changes it little. `mb_at_a_tenth` and `mb_at_most` are the peak memory of that process, modules
included, after a tenth of the calls, and at the end.

The one in real time is played for five minutes, or `--live-seconds`, on the deployment's table by workers,
with engine, Redis, web process, feed and dispatcher beside them. `calls_per_s` counts calls that came within
its length, by the table's clock; `late_` is their delay against the plan. `match_`, `accept_` and `complete_`
are the delays of a call's later stages against virtual time, where a match takes no time.
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bench.centre.processes import Crew
from bench.figures import Row, printed
from bench.goals import goals
from bench.options import positive
from bench.simulation.live import LIVE, SECONDS, run_live
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the scenarios and prints a table, or one JSON object; then the goals."""
    options = _options(arguments)
    rows: list[Row] = []
    if options.only in (None, "virtual"):
        rows += run(rounds=options.rounds, hours=options.hours)
    if options.only in (None, "live"):
        rows.append(live(options.live_seconds))
    print(printed(rows, as_json=options.json))
    if not options.json:
        print("\n" + printed(goals([], [], simulation=rows), as_json=False))


def run(*, rounds: int = ROUNDS, hours: int = 8) -> list[Row]:
    """A row for each scenario."""
    rows: list[Row] = []
    for scenario in (replace(one, length_seconds=hours * 3_600) for one in SCENARIOS):
        played = [_in_a_process(scenario) for _ in range(rounds)]
        rows.append(row(scenario.name, hours, played))
    return rows


def live(seconds: int = SECONDS) -> Row:
    """The row of the scenario in real time."""
    return run_live(replace(LIVE, length_seconds=seconds))


def all_rows(*, rounds: int = ROUNDS, hours: int = 8, seconds: int = SECONDS) -> list[Row]:
    """All rows of the page of benchmarks."""
    return [*run(rounds=rounds, hours=hours), live(seconds)]


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
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_A_UNIT / 2**20


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.simulation", description="Measure simulation in virtual and in real time."
    )
    parser.add_argument("--rounds", type=positive, default=ROUNDS, help=f"of which medians ({ROUNDS})")
    parser.add_argument("--hours", type=positive, default=8, help="how long the day of the scenarios is (8)")
    parser.add_argument(
        "--live-seconds", type=positive, default=SECONDS, help=f"length of that in real time ({SECONDS})"
    )
    parser.add_argument("--only", choices=("virtual", "live"), help="measure this alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
