"""`python -m bench.peers`: the same agents and calls matched by the product, in PostgreSQL and in Redis.

Each round measures all of them, in an order that alternates, each on its own copy of the same waiting agents
and calls; every result is audited. The figures are medians over the rounds. Without PostgreSQL on the machine
its rows are left out, and the command says so.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by, own_engine
from bench.figures import Row, median, printed, quantile
from bench.matchers import Measurement
from bench.options import positive
from bench.peers import parts, product
from bench.peers.state import State
from bench.peers.stores import Peer, PeerCrew, all_peers, measure, peer_crew

MATCHERS, AGENTS = (1, 8), 400


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    if options.parts:
        rows = run_parts(options.agents, options.matchers, rounds=options.rounds)
    else:
        rows = run(options.agents, options.matchers, rounds=options.rounds, most_seconds=options.seconds)
    print(printed(rows, as_json=options.json))


def run(
    agents: int = AGENTS, matchers: Sequence[int] = MATCHERS, *, rounds: int, most_seconds: float
) -> list[Row]:
    """One row for each peer and number of matchers."""
    rows: list[Row] = []
    with filled_by(partial(fill, agents=agents, calls=agents, seed=agents)) as filled:
        with own_engine(filled) as endpoint:
            before = product.read(endpoint)
        with peer_crew(max(matchers)) as crew, all_peers(filled, before) as peers:
            for number in matchers:
                found = _compare(
                    crew, peers, before, matchers=number, rounds=rounds, most_seconds=most_seconds
                )
                rows += [row(name, number, agents, measured) for name, measured in found.items()]
    return rows


def run_parts(agents: int = AGENTS, matchers: Sequence[int] = MATCHERS, *, rounds: int) -> list[Row]:
    """One row of the parts of a match's time in the product for each number of matchers."""
    with filled_by(partial(fill, agents=agents, calls=agents, seed=agents)) as filled:
        return parts.rows(filled, matchers, agents=agents, rounds=rounds)


def _compare(
    crew: PeerCrew, peers: Sequence[Peer], before: State, *, matchers: int, rounds: int, most_seconds: float
) -> dict[str, list[Measurement]]:
    """The measurements of each peer, made in turns within each round, in an order that alternates."""
    found: dict[str, list[Measurement]] = {peer.name: [] for peer in peers}
    for number in range(rounds):
        for peer in peers if number % 2 == 0 else reversed(peers):
            measured = measure(crew, peer, before, matchers=matchers, most_seconds=most_seconds)
            found[peer.name].append(measured)
            shown = f"{measured.matches} matches in {measured.seconds:.2f} s"
            print(f"{matchers} matchers, round {number + 1}, {peer.name}: {shown}", file=sys.stderr)
    return found


def row(name: str, matchers: int, agents: int, measured: Sequence[Measurement]) -> Row:
    """The medians of some measurements. Pure."""
    return {
        "peer": name,
        "matchers": matchers,
        "agents": agents,
        "matches_per_s": median([one.matches_per_second for one in measured], 1),
        "p50_ms": median([quantile(one.latencies, 0.50) * 1000 for one in measured], 2),
        "p99_ms": median([quantile(one.latencies, 0.99) * 1000 for one in measured], 2),
    }


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers", description="Compare the product with PostgreSQL and Redis."
    )
    parser.add_argument(
        "--matchers", type=positive, nargs="+", default=MATCHERS, help="matcher processes (1 8)"
    )
    parser.add_argument("--agents", type=positive, default=AGENTS, help="agents, and calls, waiting (400)")
    parser.add_argument("--rounds", type=positive, default=5, help="rounds, of which medians (5)")
    parser.add_argument("--seconds", type=positive, default=10, help="the most for one measurement (10)")
    parser.add_argument(
        "--parts", action="store_true", help="where the product's time goes, instead of peers"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
