"""`python -m bench.matching`: matches per second, retries, latency and cost of both strategies.

Each round measures the strategies, and the published algorithm without calls, one after the other, in an
order that alternates, each on a copy of the same filled table; the figures printed are medians over the
rounds. A measurement ends when nothing more fits, or after `--seconds`, whichever comes first: the published
strategy would need minutes for 10,000 agents. Without options 400 agents with 1 and 8 matchers are measured,
which takes one or two minutes; `--full` (`make bench`) adds 2 and 4 matchers and 10,000 agents.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from bench.bare import BARE
from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by
from bench.figures import Row, median, printed, quantile
from bench.matchers import STRATEGIES, Measurement, compare, matcher_crew
from bench.options import positive

WAYS = (BARE, *STRATEGIES)
QUICK_MATCHERS, FULL_MATCHERS = (1, 8), (1, 2, 4, 8)
QUICK_AGENTS, FULL_AGENTS = (400,), (400, 10_000)
ROUNDS, MOST_SECONDS = 3, 5.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    rows = run(options.agents, options.matchers, rounds=options.rounds, most_seconds=options.seconds)
    print(printed(rows, as_json=options.json))


def run(
    agents: Sequence[int],
    matchers: Sequence[int],
    *,
    rounds: int = ROUNDS,
    most_seconds: float = MOST_SECONDS,
) -> list[Row]:
    """A row for each way of matching, for every number of agents and of matchers."""
    rows: list[Row] = []
    with matcher_crew(max(matchers)) as crew:
        for waiting in agents:
            print(f"filling a table with {waiting} agents and as many calls", file=sys.stderr)
            with filled_by(partial(fill, agents=waiting, calls=waiting, seed=waiting)) as filled:
                for number in matchers:
                    found = compare(
                        crew,
                        filled,
                        matchers=number,
                        rounds=rounds,
                        most_seconds=most_seconds,
                        strategies=WAYS,
                    )
                    rows += [row(way, number, waiting, measured) for way, measured in found.items()]
    return rows


def row(strategy: str, matchers: int, agents: int, measured: Sequence[Measurement]) -> Row:
    """The medians of some measurements. Pure."""
    return {
        "strategy": strategy,
        "matchers": matchers,
        "agents": agents,
        "matches_per_s": median([one.matches_per_second for one in measured], 1),
        "retries_per_match": median([one.per_match("retries") for one in measured], 3),
        "p50_ms": median([quantile(one.latencies, 0.50) * 1000 for one in measured], 2),
        "p99_ms": median([quantile(one.latencies, 0.99) * 1000 for one in measured], 2),
        "read_units_per_match": median([one.per_match("read_units") for one in measured], 2),
        "write_units_per_match": median([one.per_match("write_units") for one in measured], 2),
    }


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.matching", description="Compare the strategies in pairs within one run."
    )
    parser.add_argument("--matchers", type=positive, nargs="+", help="matcher processes (1 8)")
    parser.add_argument("--agents", type=positive, nargs="+", help="agents, and calls, waiting (400)")
    for name, usual, words in (
        ("--rounds", ROUNDS, "interleaved rounds, of which medians"),
        ("--seconds", MOST_SECONDS, "the most for one measurement"),
    ):
        parser.add_argument(name, type=positive, default=usual, help=f"{words} ({usual:g})")
    parser.add_argument("--full", action="store_true", help="1, 2, 4, 8 matchers at 400 and 10,000 agents")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    options = parser.parse_args(arguments)
    options.matchers = options.matchers or (FULL_MATCHERS if options.full else QUICK_MATCHERS)
    options.agents = options.agents or (FULL_AGENTS if options.full else QUICK_AGENTS)
    return options


if __name__ == "__main__":
    main()
