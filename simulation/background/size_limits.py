"""Limits of a background simulation, so that it ends within minutes. Pure."""

from math import ceil

from simulation.ranges import Limits
from simulation.reports.replications import MOST_REPLICATIONS
from simulation.scenarios import Scenario, ScenarioError, ScenarioRangeError
from simulation.scenarios.exceptions import told

LIMITS = {
    "replications": Limits(1, MOST_REPLICATIONS, "replications"),
    "calls": Limits(0, 300_000, "calls in one replication"),
    "calls_in_all": Limits(0, 3_000_000, "calls in all replications together"),
    "cells": Limits(0, 2_000, "intervals of all call queues together"),
}


def replications_from(text: str) -> int:
    """The number of replications in a text. Raises ScenarioError."""
    limits = LIMITS["replications"]
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(int(limits.most))):
        raise ScenarioError(
            "replications",
            f"{text[:20]!r} is not allowed; a whole number from {limits.least} to {limits.most:,}",
        )
    return int(text)


def check_background(scenario: Scenario, replications: object) -> None:
    """Raises ScenarioError if this is not a whole number of replications, or more than may be played here."""
    if isinstance(replications, bool) or not isinstance(replications, int):
        raise ScenarioError("replications", f"{told(replications)} is not a whole number")
    intervals = ceil(scenario.length_seconds / scenario.volume.interval_seconds)
    asked = {
        "replications": float(replications),
        "calls": scenario.expected_calls,
        "calls_in_all": scenario.expected_calls * replications,
        "cells": float(intervals * len(scenario.queues)),
    }
    fields = {"calls_in_all": "replications", "cells": "interval_minutes"}
    for kind, value in asked.items():
        limits = LIMITS[kind]
        if value not in limits:
            raise ScenarioRangeError(fields.get(kind, kind), value, limits)
