"""Limits of a scenario's figures. Pure.

They keep a run of one scenario within minutes and a report within one page.
"""

from math import inf

from routing.model.agents import MOST_SLOTS
from simulation.ranges import Limits
from simulation.scenarios.exceptions import ScenarioError, ScenarioRangeError, told

A_DAY = 86_400
LIMITS = {
    "length_seconds": Limits(10, 7 * A_DAY, "seconds"),
    "warm_up_seconds": Limits(0, 7 * A_DAY, "seconds"),
    "interval_minutes": Limits(1, 1_440, "minutes"),
    "intervals": Limits(1, 700, "intervals"),
    "interval_calls": Limits(0, 8_640_000, "calls in an interval"),
    "calls_per_second": Limits(0, 100, "calls per second"),
    "calls": Limits(1, 5_000_000, "calls in all"),
    "mix": Limits(1, 100, "lines"),
    "share": Limits(0, 1_000_000, ""),
    "groups": Limits(1, 100, "groups"),
    "agents": Limits(1, 10_000, "agents"),
    "chat_slots": Limits(0, MOST_SLOTS, "chats at once"),
    "messages_per_chat": Limits(1, 100, "messages"),
    "shifts": Limits(1, 20, "shifts"),
    "shift_seconds": Limits(0, 7 * A_DAY, "seconds"),
    "mean_seconds": Limits(0.1, 7_200, "seconds"),
    "constant_seconds": Limits(0, 7_200, "seconds"),
    "spread_seconds": Limits(0, 7_200, "seconds"),
    "missed_share": Limits(0, 0.9, ""),
    "priority": Limits(0, 9, ""),
    "service_level": Limits(0.01, 1, ""),
    "within_seconds": Limits(0, 3_600, "seconds"),
    "seed": Limits(0, 2**31 - 1, ""),
    "speed": Limits(0.1, 100, "times real time"),
}
# Times the mean. Beyond that a few very long calls dominate the mean, and no run is long enough to show it.
MOST_SPREAD = 10
WHOLE = frozenset({"agents", "chat_slots", "seed", "priority"})
LONGEST_NAME = 80
TOO_LONG_TO_SHOW = 10**15


def check_range(kind: str, value: object, *, field: str = "") -> None:
    """Raises ScenarioError if a figure is not a number, or outside the limits of its kind."""
    limits, field = LIMITS[kind], field or kind
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ScenarioError(field, f"{told(value)} is not a number")
    if kind in WHOLE and not isinstance(value, int):
        raise ScenarioError(field, f"{told(value)} is not a whole number")
    if value not in limits:
        shown = (inf if value > 0 else -inf) if abs(value) >= TOO_LONG_TO_SHOW else value
        raise ScenarioRangeError(field, shown, limits)


def check_name(value: object, *, field: str) -> None:
    """Raises ScenarioError unless it is a text of 1 to 80 characters that can be shown in a line."""
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise ScenarioError(field, f"{told(value)} is not allowed; a name has 1 to {LONGEST_NAME} characters")
    if not value.isprintable():
        raise ScenarioError(field, f"{told(value)} is not allowed; a name is one line of printable text")
