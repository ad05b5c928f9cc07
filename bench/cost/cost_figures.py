"""Figures of cost: rows from two samples, dollars at list prices. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.cost.counted import Counted
from bench.figures import Row
from routing.model.calls import Call

# Dollars for a million units on demand, us-east-1; AWS's list prices since 2024-11-01.
PRICES_OF = "2024-11-01"
DOLLARS_A_MILLION_READS, DOLLARS_A_MILLION_WRITES = 0.125, 0.625
DIGITS = 2


@dataclass(frozen=True)
class Sample:
    """Totals at one moment: calls, requests and units by process, CPU seconds by process."""

    at: float
    calls: int = 0
    counted: Mapping[str, Counted] = field(default_factory=dict)
    cpu: Mapping[str, float] = field(default_factory=dict)


def cost_row(rate: float, first: Sample, last: Sample) -> Row:
    """Cost of each call between two samples of a load of `rate` calls/s."""
    calls, spent = max(last.calls - first.calls, 1), _spent(first, last)
    total = sum(spent.values(), Counted())
    by_process = {name: _share(one, calls) for name, one in spent.items()}
    for name in sorted(last.cpu):
        by_process.setdefault(name, {})["cpu_ms"] = _cpu(first, last, name, calls)
    return {
        "measured": "cost",
        "rate": rate,
        "calls_per_s": round(calls / (last.at - first.at), DIGITS),
        "requests_per_call": round(total.requests / calls, DIGITS),
        "read_units_per_call": round(total.read_units / calls, DIGITS),
        "write_units_per_call": round(total.write_units / calls, DIGITS),
        "cpu_ms_per_call": round(sum(one.get("cpu_ms", 0.0) for one in by_process.values()), 1),
        "dollars_a_million_calls": round(dollars(total) / calls * 1e6, DIGITS),
        "by_process": by_process,
    }


def answered_share(calls: Iterable[Call]) -> float:
    """Of the ended calls, those an agent answered; 1 without any."""
    answered = [call.answered_at is not None for call in calls if call.is_ended]
    return round(sum(answered) / len(answered), 3) if answered else 1.0


def idle_row(first: Sample, last: Sample) -> Row:
    """Cost of a minute without calls."""
    minutes, spent = (last.at - first.at) / 60, _spent(first, last)
    total = sum(spent.values(), Counted())
    return {
        "measured": "idle",
        "requests_per_minute": round(total.requests / minutes),
        "read_units_per_minute": round(total.read_units / minutes),
        "write_units_per_minute": round(total.write_units / minutes),
        "cpu_ms_per_minute": round(
            sum(last.cpu[name] - first.cpu.get(name, 0) for name in last.cpu) / minutes * 1e3
        ),
        "by_process": {name: _share(one, minutes) for name, one in spent.items()},
    }


def tables(rows: Sequence[Row]) -> list[Row]:
    """The same for a reader: totals, then a line for each process at each rate."""
    totals = [{name: value for name, value in row.items() if name != "by_process"} for row in rows]
    return [*totals, *(one for row in rows if row["measured"] == "cost" for one in _lines(row))]


def _lines(row: Row) -> list[Row]:
    shown = ("requests", "read_units", "write_units", "cpu_ms")
    return [
        {"rate": row["rate"], "process": name, **{key: one.get(key, 0.0) for key in shown}}
        for name, one in row["by_process"].items()
    ]


def dollars(spent: Counted) -> float:
    """Price of these units."""
    return (spent.read_units * DOLLARS_A_MILLION_READS + spent.write_units * DOLLARS_A_MILLION_WRITES) / 1e6


def _spent(first: Sample, last: Sample) -> dict[str, Counted]:
    return {name: last.counted[name] - first.counted.get(name, Counted()) for name in sorted(last.counted)}


def _share(spent: Counted, of: float) -> dict[str, Any]:
    """Requests, units and single operations for each call, or minute."""
    return {
        "requests": round(spent.requests / of, DIGITS),
        "read_units": round(spent.read_units / of, DIGITS),
        "write_units": round(spent.write_units / of, DIGITS),
        "operations": {name: round(count / of, DIGITS) for name, count in sorted(spent.operations.items())},
    }


def _cpu(first: Sample, last: Sample, name: str, calls: int) -> float:
    return round((last.cpu[name] - first.cpu.get(name, 0.0)) / calls * 1e3, 1)
