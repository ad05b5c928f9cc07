"""`python -m bench.report`: runs every benchmark and writes docs/benchmarks.md with its plot.

Takes about three quarters of an hour on a quiet machine; figures of a busy one say little. `--quick` runs
all of it small, to see that it works.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench import board, burst, call_life, growth, matching, simulation
from bench.engine import ROOT
from bench.figures import Row, markdown
from bench.goals import goals
from bench.machine import machine
from bench.plot import matches_plot

COMMAND = "python -m bench.report"
GOALS_FOR = ("matching", "loads", "life", "board", "simulation")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs everything, writes the page and the plot, and prints where."""
    options = _options(arguments)
    figures = _measured(quick=options.quick)
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.svg").write_text(matches_plot(figures["matching"]), encoding="utf-8")
    page = document(figures, machine(), day=f"{datetime.now(UTC):%Y-%m-%d}", quick=options.quick)
    (folder / "benchmarks.md").write_text(page, encoding="utf-8")
    print(json.dumps(figures) if options.json else page)


def _measured(*, quick: bool) -> dict[str, list[Row]]:
    if quick:
        return {
            "matching": matching.run((60,), (1, 2), rounds=1, most_seconds=2),
            "loads": burst.run(rounds=1, seconds=3),
            "growth": growth.run((100, 1_000), rounds=1, most_seconds=1),
            "life": call_life.run(agents=300, calls=400, times=2, due=20),
            "board": board.run(board.QUICK),
            "simulation": simulation.run(rounds=1, hours=1),
        }
    return {
        "matching": matching.run(matching.FULL_AGENTS, matching.FULL_MATCHERS, rounds=5, most_seconds=10),
        "loads": burst.run(rounds=5, seconds=60),
        "growth": growth.run(growth.SIZES, rounds=5, most_seconds=3),
        "life": call_life.run(),
        "board": board.run(board.FULL),
        "simulation": simulation.run(),
    }


def document(
    figures: Mapping[str, Sequence[Row]], described: Mapping[str, str], *, day: str, quick: bool = False
) -> str:
    """The page. Pure."""
    command = f"{COMMAND} --quick" if quick else COMMAND
    sections = [
        "# Benchmarks",
        f"Written by `{command}` on {day}, on this machine:",
        "\n".join(f"- {name}: {value}" for name, value in described.items()),
        "## What it must reach",
        markdown(goals(*(figures[name] for name in GOALS_FOR))),
        MATCHING,
        "![Matches per second of both strategies, by matchers and agents](benchmarks.svg)",
        markdown(figures["matching"]),
        LOADS,
        markdown(figures["loads"]),
        GROWTH,
        markdown(figures["growth"]),
        LIFE,
        markdown(figures["life"]),
        BOARD,
        markdown(figures["board"]),
        SIMULATION,
        markdown(figures["simulation"]),
    ]
    return "\n\n".join(sections) + "\n"


MATCHING = """## Matching

So many matcher processes empty a table in which so many agents, with one to three languages each, and as
many calls wait. Within a round the strategies take turns, each on a copy of the same table, in an order that
alternates; figures are medians over five rounds, and every table is audited afterwards. A measurement ends
when nothing fits any more, or after ten seconds. Alone: `python -m bench.matching` (`--json` for programs).

`published` is the algorithm as AWS published it, with what it takes to find the oldest of the waiting calls:
a snapshot of all agent queues, one match in each transaction, guarded by queue versions. `batched` is the
default. The latency of a match is from the start of the round that made it to its commit; a round of
`batched` makes some fifty to a hundred matches. Retries are commits that were refused and requests sent
again; units are those the engine reports."""

LOADS = """## With everything real

Engine, Redis, dispatcher and people are processes of their own. An agent's time runs from the commit that
made it available to the moment a subscriber heard of its offer. Alone: `python -m bench.burst`.

- burst: 500 agents become available one by one, as fast as four processes can within a second, while 500
  calls wait; `agents_came_in_s` is how long that took on this machine.
- shift: the same, but queued together by one command.
- steady: of 2,000 agents 25 a second become available at random moments and find a call waiting, and calls
  come, are answered and end at the same rate."""

GROWTH = """## Growth

What a match costs one matcher while more and more entries wait, a third of them calls. Alone:
`python -m bench.growth`."""


LIFE = """## The life of a call

What each operation needs where 2,000 agents and 10,000 calls wait: requests of each kind, the most that any
of forty runs sent, the time of a run, and units as the engine reports them. Tickets are taken outside of the
transaction. `peek` and `offer` read the agent, the first of every call queue it fits (here up to six), and
`offer` the call once it rings. Alone: `python -m bench.call_life`.

A sweep finds a hundred things due: calls that ring, wrap-ups and rests that are over, promotions, next
steps, calls that waited too long, calls never queued; those that ring are named by one item for each match
transaction. Times are medians of five."""


BOARD = """## The board

Engine, Redis, dispatcher, feed, one web process and people with sessions, all in processes of their own, on
one table with 2,000 agents. Alone: `python -m bench.board`.

- at once: 300 clients connect in the same moment; until the last one had its snapshot.
- fan-out: 50 changes a second, from the commit of each to the frame that shows it, for each of 500 clients;
  `web_core_percent` is everything the web process did meanwhile.
- never read: the same beside clients that never read a byte; megabytes the web process grew by for each.
- first load, page: Chromium opens pages and stays for ten minutes of 20 changes a second; bytes as
  compressed, time the page's main thread was at work, and its heap after its garbage is collected."""


SIMULATION = """## Simulation in virtual time

A scenario of eight hours, each time in a fresh process: calls played in a second of one core, and the most
memory of that process when a tenth of the calls had arrived and at the end. Who gets which call is decided by
the router's own matching code. Alone: `python -m bench.simulation`."""


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Run every benchmark and write the page.")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs", help="where the page goes (docs)")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    print("this takes three quarters of an hour; leave the machine alone", file=sys.stderr)
    main()
