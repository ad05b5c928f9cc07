"""Chats in the report of a simulation: replies, and results with other numbers of slots. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from dashboard.formats.numbers import seconds, share
from dashboard.simulations.report import NOT_MEASURED, Row
from simulation.reports import MOST_REPEATED

SLOTS_COLUMNS = (
    "Service level",
    "ASA",
    "Abandoned",
    "First response",
    "Reply, 90 % within",
    "Left without reply",
)
FIELDS: tuple[tuple[str, Callable[[float], str]], ...] = (
    ("service_level", share),
    ("asa_seconds", seconds),
    ("abandoned_share", share),
    ("first_response_seconds", seconds),
    ("reply_p90_seconds", seconds),
    ("left_share", share),
)


def replies_of(report: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Figures of the replies in chats: word, value and a note; none without simulated messages."""
    replied = report.get("replied")
    if not replied:
        return []
    waits = (
        ("First response", "first_response", "from arrival to the agent's first reply"),
        ("Reply", "reply", "from each message to its reply"),
    )
    found = [
        (word, _written(replied[f"{name}_seconds"], seconds), f"{note}; {_most(replied, name)}")
        for word, name, note in waits
    ]
    left = _written(replied["left_share"], share)
    return [*found, ("Left without reply", left, "customers who left while waiting for one")]


def slots_rows(report: Mapping[str, Any]) -> list[Row]:
    """A row for each number of slots per agent; none if the report has none."""
    return [
        Row(str(one["slots"]), tuple(_written(one[name], written) for name, written in FIELDS))
        for one in report.get("by_slots", ())
    ]


def slots_note(report: Mapping[str, Any]) -> str:
    """Why a row differs from the figures above: they cover more replications; empty if they do not."""
    total = report["replications"]
    if total <= MOST_REPEATED:
        return ""
    return (
        f"Each row covers the first {MOST_REPEATED} of {total:,} replications; the figures above cover all."
    )


def _most(replied: Mapping[str, Any], name: str) -> str:
    return f"90 % within {_written(replied[f'{name}_p90_seconds'], seconds)}"


def _written(value: float | None, written: Callable[[float], str]) -> str:
    return NOT_MEASURED if value is None else written(value)
