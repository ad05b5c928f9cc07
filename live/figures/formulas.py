"""KPIs of callers: service level, ASA, abandonment, with formulas in words and rows. Pure.

Every formula is shown beside its figure, because vendors use six denominators for "service level": offered
(the default here), answered (Asterisk), or decided: answered and abandoned, without those who hung up within
the short-abandon limit (Cisco). Callers still waiting within the target are in none of them: the first caller
of a day has not been missed yet. ASA is the mean of answered at - queued at over the answered; abandonment is
abandoned ÷ offered.

The day counts the calls queued in it; the last minutes count the calls whose wait ended in them. There, a
caller who waits longer than the target already counts as missed: an unanswered queue must not look well.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from math import floor

from live.board.frames import Json, Row
from routing.model.calls import Call
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.model.shares import shown_share

Scope = str
Counts = defaultdict[tuple[Scope, str], float]
ALL, MINUTES = "", "minutes"
IN_A_MINUTE = ("queued", "answered", "abandoned", "within_target", "waited_seconds")
COUNTED = ("offered", "answered", "abandoned", "removed", "failed", "within_target", "overdue")
AS_SHOWN: dict[str, Callable[[float], float]] = {
    "service_level": shown_share,
    "abandonment": shown_share,
    "asa_seconds": lambda seconds: floor(seconds + 0.5),
}
ENDED_WAITS = "answered + abandoned + removed + failed"


class Share(StrEnum):
    """Denominator of the service level."""

    OFFERED = "offered"
    ANSWERED = "answered"
    DECIDED = "decided"


@dataclass(frozen=True)
class Measure:
    """Measurement of figures; the policies have the targets of each queue.

    `headline_minutes` is the length of the sliding window.
    """

    policies: Policies = field(default_factory=Policies)
    topics: bool = False
    of: Share = Share.OFFERED
    short_abandon_seconds: float = 5
    headline_minutes: int = 30

    def queue_of(self, call: Call) -> str:
        """The key of the queue that a call counts for."""
        return str(call_queue(call.language, call.gender, call.topic if self.topics else ""))

    def policy_of(self, call: Call) -> QueuePolicy:
        """The targets of that queue."""
        return self.policies.of(call_queue(call.language, call.gender, call.topic if self.topics else ""))


def minute_of(moment: datetime) -> int:
    """The minute of a moment, counted from 1970."""
    return int(moment.timestamp() // 60)


def service_level(counts: Counts, scope: Scope, of: Share) -> float | None:
    """Answered within the target ÷ the denominator of `of`; None if that is 0."""

    def count(*figures: str) -> float:
        return sum(counts[scope, figure] for figure in figures)

    whole = {
        Share.OFFERED: count("answered", "abandoned", "removed", "failed", "overdue"),
        Share.ANSWERED: count("answered"),
        Share.DECIDED: count("answered", "abandoned") - count("abandoned_soon"),
    }[of]
    return _ratio(count("within_target"), whole)


def figures_row(counts: Counts, scope: Scope, of: Share) -> Row:
    """The figures of all queues or one from these counts; a share without calls is None."""

    def count(figure: str) -> float:
        return counts[scope, figure]

    return {
        **{name: int(count(name)) for name in COUNTED},
        "service_level": service_level(counts, scope, of),
        "asa_seconds": _ratio(count("waited_seconds"), count("answered")),
        "abandonment": _ratio(count("abandoned"), count("offered")),
    }


def as_shown(row: Row) -> Row:
    """The row with shares and seconds rounded once, as pages write them: the value compared with a target is
    the value shown.
    """
    rounded = {
        name: round_as_shown(figure)
        for name, round_as_shown in AS_SHOWN.items()
        if isinstance(figure := row[name], float | int)
    }
    return {**row, **rounded}


def targets(policy: QueuePolicy) -> Row:
    """The targets of a queue's figures."""
    return {
        "waiting_target": policy.waiting_target,
        "target_seconds": policy.service_level_seconds,
        "service_level_target": policy.service_level_target,
        "asa_target_seconds": policy.asa_target_seconds,
        "abandonment_target": policy.abandonment_target,
        "red_beyond": policy.red_beyond,
    }


def agent_targets(policy: AgentPolicy) -> dict[str, Json]:
    """Targets for numbers of agents: shares of those signed in, 0 without a target."""
    return {
        "least_available": policy.least_available,
        "most_ringing": policy.most_ringing,
        "most_on_call": policy.most_on_call,
        "most_in_wrap_up": policy.most_in_wrap_up,
        "most_paused": policy.most_paused,
        "most_offline": policy.most_offline,
        "red_beyond": policy.red_beyond,
    }


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None


def formulas(measure: Measure) -> Row:
    """The formulas of a day in words, for tooltips."""
    of = {
        Share.OFFERED: "offered, without those who still wait",
        Share.ANSWERED: "answered",
        Share.DECIDED: f"(answered + abandoned after {measure.short_abandon_seconds:g} s)",
    }
    return {
        "service_level": f"answered within {_within(measure)} ÷ {of[measure.of]}",
        "asa_seconds": "mean of (answered at - queued at) over answered",
        "abandonment": "abandoned ÷ offered",
    }


def recent_formulas(measure: Measure) -> Row:
    """The formulas of the last minutes in words."""
    within = _within(measure)
    of = {
        Share.OFFERED: f"({ENDED_WAITS} + still waiting after {within})",
        Share.ANSWERED: "answered",
        Share.DECIDED: f"(answered + abandoned after {measure.short_abandon_seconds:g} s)",
    }
    return {
        "service_level": f"answered within {within} ÷ {of[measure.of]}",
        "asa_seconds": "mean of (answered at - queued at) over answered",
        "abandonment": f"abandoned ÷ ({ENDED_WAITS})",
    }


def _within(measure: Measure) -> str:
    seconds = {policy.service_level_seconds for policy in measure.policies.queues.values()}
    seconds.add(measure.policies.default.service_level_seconds)
    return f"{min(seconds):g} s" if len(seconds) == 1 else "its queue's target"


def minute_rows(counts: Counts, *, now: datetime, minutes: int) -> dict[str, Row]:
    """The last minutes: calls waiting at the end of each (or now), queued, answered, abandoned.

    Of the answered also those within their target, and the sum of their waits.
    """
    waiting = counts[MINUTES, "waiting"]
    rows: dict[str, Row] = {}
    for minute in range(minute_of(now), minute_of(now) - minutes, -1):
        here = {name: round(counts[MINUTES, f"{name} {minute}"]) for name in IN_A_MINUTE}
        began = datetime.fromtimestamp(minute * 60, UTC)
        rows[f"{began:%Y-%m-%dT%H:%MZ}"] = {"waiting": max(0, int(waiting)), **here}
        waiting -= counts[MINUTES, f"queued {minute}"] - counts[MINUTES, f"left {minute}"]
    return rows
