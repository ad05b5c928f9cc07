"""`python -m bench.growth`: cost of a match while 100, 1,000, 10,000 or 100,000 entries wait.

A third of the entries are calls and two thirds are agents, who wait in two queues on average. One matcher
works on a copy of each table until it is empty, for `--seconds` at most; the strategies take turns and the
figures are medians over the rounds. The tables are made by the product's own services, so the largest takes
a few minutes to fill.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by
from bench.figures import Row, median, printed
from bench.matchers import STRATEGIES, Measurement, compare, matcher_crew
from bench.options import positive

SIZES = (100, 1_000, 10_000, 100_000)
ENTRIES_OF_A_PAIR = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    rows = run(options.entries, rounds=options.rounds, most_seconds=options.seconds)
    print(printed(rows, as_json=options.json))


def run(sizes: Sequence[int], *, rounds: int, most_seconds: float) -> list[Row]:
    """Two rows, one for each strategy, for every size."""
    rows: list[Row] = []
    with matcher_crew(1) as crew:
        for entries in sizes:
            pairs = entries // ENTRIES_OF_A_PAIR
            print(f"filling a table with about {entries} entries", file=sys.stderr)
            with filled_by(partial(fill, agents=pairs, calls=pairs, seed=entries)) as filled:
                found = compare(crew, filled, matchers=1, rounds=rounds, most_seconds=most_seconds)
            rows += [row(strategy, entries, found[strategy]) for strategy in STRATEGIES]
    return rows


def row(strategy: str, entries: int, measured: Sequence[Measurement]) -> Row:
    """The medians of some measurements. Pure."""
    return {
        "strategy": strategy,
        "entries": entries,
        "matches": min(one.matches for one in measured),
        "ms_per_match": median([one.seconds * 1000 / max(1, one.matches) for one in measured], 2),
        "read_units_per_match": median([one.per_match("read_units") for one in measured], 2),
        "write_units_per_match": median([one.per_match("write_units") for one in measured], 2),
    }


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.growth", description="Measure what a match costs as queues grow."
    )
    parser.add_argument("--entries", type=positive, nargs="+", default=SIZES, help="entries that wait")
    parser.add_argument("--rounds", type=positive, default=3, help="interleaved rounds, of which medians (3)")
    parser.add_argument("--seconds", type=positive, default=3, help="the most for one measurement (3)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
