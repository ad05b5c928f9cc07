"""Rows of the call-life benchmark, the mix of a sweep, and their goals."""

from bench.call_life.__main__ import MIX, Measured, operation_row, sweep_row
from bench.call_life.operations import OPERATIONS
from bench.figures import Row
from bench.goals import goals
from dynamo.meter import MeterReading


def a_measured() -> Measured:
    """Three runs: one had to send its transaction again, one took a second."""
    measured = Measured()
    spent = MeterReading(read_units=2.0, write_units=8.0)
    measured.note(0.010, ["GetItem", "GetItem", "TransactWriteItems"], spent)
    measured.note(1.0, ["Query", "UpdateItem", "TransactWriteItems", "TransactWriteItems"], spent)
    measured.note(0.012, ["GetItem", "TransactWriteItems"], MeterReading(read_units=1.0, write_units=8.0))
    return measured


def test_an_operation_has_the_most_requests_and_the_medians_of_the_rest() -> None:
    assert operation_row(OPERATIONS[0], a_measured()) == {
        "operation": OPERATIONS[0].name,
        "reads": 2,
        "tickets": 1,
        "transactions": 2,
        "p50_ms": 12.0,
        "p99_ms": 1000.0,
        "read_units": 2.0,
        "write_units": 8.0,
    }


def test_a_sweep_has_medians_too() -> None:
    row = sweep_row("100 due", a_measured(), found=70, done=100)

    assert (row["found"], row["done"], row["seconds"], row["requests"]) == (70, 100, 0.012, 4)


def test_every_operation_has_a_name_of_its_own() -> None:
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)


def test_the_mix_is_of_twenty() -> None:
    assert sum(share for _, share in MIX) == 20


def an_operation(name: str, *, reads: int, transactions: int = 1) -> Row:
    return {"operation": name, "reads": reads, "transactions": transactions}


def reached(rows: list[Row]) -> dict[str, str]:
    return {str(row["figure"]): f"{row['is']} {row['reached']}" for row in goals([], [], rows)}


def test_the_operation_that_needs_most_decides() -> None:
    rows = [
        an_operation("accept", reads=2),
        an_operation("create", reads=0),
        an_operation("offer, all queues", reads=8),
    ]

    assert reached(rows) == {
        "transactions of an operation, the most": "1 yes",
        "reads of an operation, the most": "2 yes",
        "reads of peek and offer over all queues, the most": "8 **no**",
    }
    assert reached([an_operation("accept", reads=3, transactions=2)]) == {
        "transactions of an operation, the most": "2 **no**",
        "reads of an operation, the most": "3 **no**",
    }


def test_sweeps_are_held_against_time_or_cost() -> None:
    rows: list[Row] = [
        {"sweep": "100 due", "found": 70, "done": 100, "seconds": 2.1, "read_units": 500.0},
        {"sweep": "nothing due", "found": 0, "done": 0, "seconds": 0.01, "read_units": 2.0},
    ]

    assert reached(rows) == {
        "sweep with 100 things due, seconds": "2.1 **no**",
        "sweep with nothing due, read units": "2 yes",
    }
