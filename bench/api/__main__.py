"""`python -m bench.api`: calls sent over the HTTP API to one web process, with engine and Redis beside it.

steady: 300 calls a second, sent whether the ones before are answered or not; the time of an answer.
most: as many calls as go over 16 connections.
"""

from collections.abc import Sequence

from bench.api.sent_calls import call_rows
from bench.chosen_parts import Part, parts_command, run_parts
from bench.figures import Row


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints a table or one JSON object."""
    parts_command(PARTS, arguments, name="bench.api", about="Measure calls sent over the HTTP API.")


def run(*, quick: bool = False) -> list[Row]:
    """The rows of all parts."""
    return run_parts(PARTS, quick=quick)


def _rows(rate: float, seconds: float) -> list[Row]:
    return call_rows(rate=rate, seconds=seconds)


PARTS = {"calls": Part(lambda: _rows(300, 20), lambda: _rows(20, 1))}


if __name__ == "__main__":
    main()
