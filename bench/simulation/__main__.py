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
from collections.abc import Sequence
from dataclasses import replace

from bench.figures import Row, printed
from bench.goals import goals
from bench.options import positive
from bench.simulation.live import LIVE, SECONDS, run_live
from bench.simulation.virtual import ROUNDS, run


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


def live(seconds: int = SECONDS) -> Row:
    """The row of the scenario in real time."""
    return run_live(replace(LIVE, length_seconds=seconds))


def all_rows(*, rounds: int = ROUNDS, hours: int = 8, seconds: int = SECONDS) -> list[Row]:
    """All rows of the page of benchmarks."""
    return [*run(rounds=rounds, hours=hours), live(seconds)]


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
