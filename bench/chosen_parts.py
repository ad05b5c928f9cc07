"""Parts of a benchmark, each full and quick, and the command that runs some of them."""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.figures import Row, printed


@dataclass(frozen=True)
class Part:
    """One part of a benchmark, full and quick."""

    full: Callable[[], Iterable[Row]]
    quick: Callable[[], Iterable[Row]]


def run_parts(parts: Mapping[str, Part], only: Sequence[str] = (), *, quick: bool = False) -> list[Row]:
    """The rows of the parts, with progress on standard error."""
    rows = []
    for name in only or parts:
        part = parts[name]
        for row in (part.quick if quick else part.full)():
            print(row, file=sys.stderr)
            rows.append(row)
    return rows


def parts_command(
    parts: Mapping[str, Part], arguments: Sequence[str] | None, *, name: str, about: str
) -> None:
    """Runs the selected parts and prints a table, or one JSON object."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument("--only", nargs="+", choices=parts, default=(), help="the parts to measure (all)")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    options = parser.parse_args(arguments)
    print(printed(run_parts(parts, options.only, quick=options.quick), as_json=options.json))
