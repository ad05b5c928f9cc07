"""`python -m bench.matching`: matches per second, retries, latency and cost of both strategies.

Each round measures the strategies one after the other on the same engine, in an order that alternates;
the figures printed are medians over the rounds.
"""

import argparse
import json
import math
import statistics
import sys
from collections.abc import Sequence

from bench.engine import own_engine
from bench.matchers import Measurement, measure

STRATEGIES = ("published", "batched")
HEADINGS = (
    "strategy",
    "matchers",
    "agents",
    "matches_per_s",
    "retries_per_match",
    "p50_ms",
    "p99_ms",
    "read_units_per_match",
    "write_units_per_match",
)
Row = dict[str, str | int | float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    rows: list[Row] = []
    with own_engine() as endpoint:
        for agents in options.agents:
            for matchers in options.matchers:
                rows += _compare(endpoint, matchers=matchers, agents=agents, rounds=options.rounds)
    print(json.dumps({"rows": rows}) if options.json else _table(rows))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.matching", description=__doc__)
    parser.add_argument("--matchers", type=_positive, nargs="+", default=[1, 8], help="matcher processes")
    parser.add_argument(
        "--agents", type=_positive, nargs="+", default=[400], help="agents, and calls, waiting"
    )
    parser.add_argument("--rounds", type=_positive, default=3, help="interleaved rounds, of which medians")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _compare(endpoint: str, *, matchers: int, agents: int, rounds: int) -> list[Row]:
    """One row for each strategy, measured in turns."""
    found: dict[str, list[Measurement]] = {strategy: [] for strategy in STRATEGIES}
    for number in range(rounds):
        for strategy in STRATEGIES if number % 2 == 0 else reversed(STRATEGIES):
            print(f"{agents} agents, {matchers} matchers, round {number + 1}: {strategy}", file=sys.stderr)
            name = f"bench-{agents}-{matchers}-{number}-{strategy}"
            found[strategy].append(
                measure(endpoint, name, strategy=strategy, matchers=matchers, agents=agents, seed=number)
            )
    return [_row(strategy, matchers, agents, found[strategy]) for strategy in STRATEGIES]


def _row(strategy: str, matchers: int, agents: int, measured: Sequence[Measurement]) -> Row:
    def median(values: list[float], digits: int) -> float:
        return round(statistics.median(values), digits)

    return {
        "strategy": strategy,
        "matchers": matchers,
        "agents": agents,
        "matches_per_s": median([one.matches / one.seconds for one in measured], 1),
        "retries_per_match": median([one.per_match("retries") for one in measured], 3),
        "p50_ms": median([_quantile(one.latencies, 0.50) * 1000 for one in measured], 2),
        "p99_ms": median([_quantile(one.latencies, 0.99) * 1000 for one in measured], 2),
        "read_units_per_match": median([one.per_match("read_units") for one in measured], 2),
        "write_units_per_match": median([one.per_match("write_units") for one in measured], 2),
    }


def _quantile(ascending: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed (nearest rank)."""
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def _table(rows: Sequence[Row]) -> str:
    lines = [HEADINGS, *(tuple(str(row[name]) for name in HEADINGS) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


if __name__ == "__main__":
    main()
