"""Figures of a scenario in real time beside the same callers in virtual time. Pure."""

from typing import Any

from bench.figures import Row
from simulation.reports import compared, report_to, simulated
from simulation.scenarios import Scenario


def beside_virtual(scenario: Scenario, report: dict[str, Any]) -> Row:
    """Figures of a report in real time, and of the same seed played in virtual time."""
    played = simulated(scenario)
    virtual = report_to(played, compared(scenario, played))
    return {
        "answered_share": _answered_share(report),
        "answered_share_virtual": _answered_share(virtual),
        "asa_virtual_s": round(virtual["total"]["asa_seconds"] or 0.0, 4),
        "occupancy": _occupancy(report),
        "occupancy_virtual": _occupancy(virtual),
        "late_share": report["in_real_time"]["late_share"],
    }


def _answered_share(report: dict[str, Any]) -> float:
    total = report["total"]
    return round(float(total["answered"]) / max(1.0, float(total["offered"])), 4)


def _occupancy(report: dict[str, Any]) -> float:
    """Busy share of the time of all agents together."""
    busy, idle = (
        sum(float(group[name]) for group in report["groups"]) for name in ("busy_seconds", "idle_seconds")
    )
    return round(busy / max(1e-9, busy + idle), 4)
