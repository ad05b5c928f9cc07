"""`python -m bench.call_life`: cost of each operation of a call's life, and of a sweep.

The table holds 2,000 agents and 10,000 calls, all waiting. Operations take turns, each on its own call or
agent; requests are counted as sent, the most of any run. A sweep finds about a hundred due items of every
kind at once, or none. Every table is audited afterwards.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.call_life.life_centre import SOON, LifeCentre, life_centre
from bench.call_life.operations import OPERATIONS, Operation
from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by, own_engine
from bench.figures import Row, median, printed, quantile
from bench.options import positive
from dynamo.meter import MeterReading
from routing import services
from routing.model.outcomes import Conflict
from routing.repair.audit import audit
from routing.services.sweeping import Swept

AGENTS, CALLS = 2_000, 10_000
READS = frozenset({"GetItem", "BatchGetItem", "Query", "TransactGetItems"})
# Mix of twenty due items: ringing calls (of few matches), wrap-ups, rests, promotions, next steps, waits that
# were too long, calls never queued.
MIX: tuple[tuple[Callable[[LifeCentre], object], int], ...] = (
    (LifeCentre.writing, 4),
    (LifeCentre.resting, 2),
    (LifeCentre.rising, 2),
    (LifeCentre.stepping, 1),
    (LifeCentre.overflowing, 2),
    (LifeCentre.created, 1),
    (LifeCentre.ringing, 8),
)
WHEN_DUE, LONG_AFTER = 2 * SOON, 5 * SOON


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the benchmark and prints a table, or one JSON object."""
    options = _options(arguments)
    rows = run(agents=options.agents, calls=options.calls, times=options.times, due=options.due)
    print(printed(rows, as_json=options.json))


def run(*, agents: int = AGENTS, calls: int = CALLS, times: int = 40, due: int = 100) -> list[Row]:
    """One row for each operation, and two for sweeps."""
    print(f"filling a table with {agents} agents and {calls} calls", file=sys.stderr)
    with filled_by(partial(fill, agents=agents, calls=calls, seed=agents)) as filled:
        operations = _on(filled, agents, calls, lambda centre: _operations(centre, times))
        sweeps = _on(filled, agents, calls, lambda centre: _sweeps(centre, due))
    return [*operations, *sweeps]


def _on(filled: Path, agents: int, calls: int, measure: Callable[[LifeCentre], list[Row]]) -> list[Row]:
    with own_engine(filled) as endpoint:
        centre = life_centre(endpoint, agents=agents, calls=calls)
        rows = measure(centre)
        findings = audit(centre.router)
    if findings:
        raise RuntimeError(f"the benchmark left a broken table: {findings[0]}")
    return rows


@dataclass
class Measured:
    """Cost of the runs of one action."""

    seconds: list[float] = field(default_factory=list)
    reads: int = 0
    tickets: int = 0
    transactions: int = 0
    requests: int = 0
    spent: list[MeterReading] = field(default_factory=list)

    def note(self, seconds: float, sent: Sequence[str], spent: MeterReading) -> None:
        """One more run."""
        self.seconds.append(seconds)
        self.reads = max(self.reads, sum(name in READS for name in sent))
        self.tickets = max(self.tickets, sent.count("UpdateItem"))
        self.transactions = max(self.transactions, sent.count("TransactWriteItems"))
        self.requests = max(self.requests, len(sent))
        self.spent.append(spent)


def _measure(centre: LifeCentre, measured: Measured, action: Callable[[], object]) -> object:
    meter = centre.router.table.meter
    centre.wire.sent.clear()
    before, started_at = meter.reading(), time.perf_counter()
    answer = action()
    measured.note(time.perf_counter() - started_at, centre.wire.sent, meter.reading() - before)
    return answer


def _operations(centre: LifeCentre, times: int) -> list[Row]:
    found = [(operation, Measured()) for operation in OPERATIONS]
    for number in range(times):
        for operation, measured in found:
            subject = operation.prepare(centre)
            router = centre.later(WHEN_DUE) if operation.is_due else centre.router
            answer = _measure(centre, measured, partial(operation.run, router, *subject))
            if answer is None or isinstance(answer, Conflict):
                raise RuntimeError(f"{operation.name} was refused: {answer}")
        if number % 10 == 0:
            print(f"operations, round {number + 1} of {times}", file=sys.stderr)
    return [operation_row(operation, measured) for operation, measured in found]


def operation_row(operation: Operation, measured: Measured) -> Row:
    """The figures of one operation. Pure."""
    return {
        "operation": operation.name,
        "reads": measured.reads,
        "tickets": measured.tickets,
        "transactions": measured.transactions,
        "p50_ms": round(quantile(sorted(measured.seconds), 0.50) * 1000, 1),
        "p99_ms": round(quantile(sorted(measured.seconds), 0.99) * 1000, 1),
        "read_units": median([one.read_units for one in measured.spent], 1),
        "write_units": median([one.write_units for one in measured.spent], 1),
    }


def _sweeps(centre: LifeCentre, due: int, rounds: int = 5) -> list[Row]:
    busy, idle, found = Measured(), Measured(), 0
    for number in range(rounds):
        expected = _let_become_due(centre, due)
        early = services.sweep(centre.router)
        if early.found:
            raise RuntimeError(f"{early.found} things are due before their time")
        swept = _measure(centre, busy, partial(services.sweep, centre.later(WHEN_DUE)))
        assert isinstance(swept, Swept)
        if swept.changed != expected:
            raise RuntimeError(f"a sweep did {swept.changed} of {expected} things")
        found = swept.found
        while services.sweep(centre.later(LONG_AFTER)).changed:
            pass
        _measure(centre, idle, partial(services.sweep, centre.router))
        print(f"sweeps, round {number + 1} of {rounds}: {busy.seconds[-1]:.2f} s", file=sys.stderr)
    return [
        sweep_row(f"{expected} due", busy, found=found, done=expected),
        sweep_row("nothing due", idle, found=0, done=0),
    ]


def _let_become_due(centre: LifeCentre, due: int) -> int:
    """Creates about that many subjects that fall due at the same moment."""
    total = 0
    for prepare, share in MIX:
        for _ in range(share * due // 20):
            prepare(centre)
            total += 1
    centre.settle()
    return total


def sweep_row(sweep: str, measured: Measured, *, found: int, done: int) -> Row:
    """The figures of sweeps of one kind: medians of time and units. Pure."""
    return {
        "sweep": sweep,
        "found": found,
        "done": done,
        "seconds": median(measured.seconds, 3),
        "requests": measured.requests,
        "read_units": median([one.read_units for one in measured.spent], 1),
        "write_units": median([one.write_units for one in measured.spent], 1),
    }


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.call_life", description="Measure the operations of a call's life, and sweeps."
    )
    parser.add_argument("--agents", type=positive, default=AGENTS, help="agents who wait (2,000)")
    parser.add_argument("--calls", type=positive, default=CALLS, help="calls that wait (10,000)")
    parser.add_argument("--times", type=positive, default=40, help="runs of each operation (40)")
    parser.add_argument("--due", type=positive, default=100, help="things that a sweep finds due (100)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
