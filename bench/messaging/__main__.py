"""`python -m bench.messaging`: cost and latency of messages.

units: write and read units of each operation as the engine reports them, requests and time, in the store
alone. growth: cost of a send and of opening a conversation of 100, 10,000 and 1,000,000 messages.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.centre.engine import own_engine
from bench.figures import Row, printed
from bench.messaging.growing import QUICK_SIZES, SIZES, growth_rows
from bench.messaging.units import unit_rows


@dataclass(frozen=True)
class Part:
    """One part of the benchmark, full and quick."""

    full: Callable[[], Iterable[Row]]
    quick: Callable[[], Iterable[Row]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the selected parts and prints a table, or one JSON object."""
    options = _options(arguments)
    print(printed(run(options.only, quick=options.quick), as_json=options.json))


def run(only: Sequence[str] = (), *, quick: bool = False) -> list[Row]:
    """The rows of the parts, with progress on standard error."""
    rows = []
    for name in only or PARTS:
        part = PARTS[name]
        for row in (part.quick if quick else part.full)():
            print(row, file=sys.stderr)
            rows.append(row)
    return rows


def _units(times: int) -> list[Row]:
    with own_engine() as endpoint:
        return unit_rows(endpoint, times=times)


def _growth(sizes: Sequence[int], times: int) -> list[Row]:
    with own_engine() as endpoint:
        return [*growth_rows(endpoint, sizes, times=times)]


PARTS = {
    "units": Part(lambda: _units(200), lambda: _units(5)),
    "growth": Part(lambda: _growth(SIZES, 200), lambda: _growth(QUICK_SIZES, 10)),
}


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.messaging", description="Measure messages: cost, latency, growth."
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=(), help="the parts to measure (all)")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
