"""Owns the figures of a day: what each call adds to them, and the formulas. Pure.

Every formula is told beside its figure, because vendors use six denominators for "service level":
offered (the default here), answered (Asterisk), or decided: answered and abandoned, but for those who hung up
within the short-abandon limit (Cisco). Whoever still waits is in none of them: the first caller of a day has
not been failed before anybody could answer. ASA is the mean of answered at - queued at over the answered;
abandonment is abandoned ÷ offered.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from sys import intern

from live.frames import Json, Row
from routing.calls import ENDED, SET_ASIDE, Call, CallStatus
from routing.policies import AgentPolicy, Policies, QueuePolicy
from routing.queues import call_queue

Scope = str
Counts = defaultdict[tuple[Scope, str], float]
ALL, MINUTES = "", "minutes"
IN_A_MINUTE = ("queued", "answered", "abandoned", "within_target", "waited_seconds")


class Share(StrEnum):
    """Of which calls the service level is a share."""

    OFFERED = "offered"
    ANSWERED = "answered"
    DECIDED = "decided"


@dataclass(frozen=True)
class Measure:
    """How figures are measured; the policies say what each queue is to reach."""

    policies: Policies = field(default_factory=Policies)
    topics: bool = False
    of: Share = Share.OFFERED
    short_abandon_seconds: float = 5

    def queue_of(self, call: Call) -> str:
        """The key of the queue for which a call counts."""
        return str(call_queue(call.language, call.gender, call.topic if self.topics else ""))

    def policy_of(self, call: Call) -> QueuePolicy:
        """What that queue is to reach."""
        return self.policies.of(call_queue(call.language, call.gender, call.topic if self.topics else ""))


def minute_of(moment: datetime) -> int:
    """The minute of a moment, counted from 1970."""
    return int(moment.timestamp() // 60)


def left_at(call: Call) -> datetime | None:
    """When a call stopped waiting for good, None while it waits or rings."""
    if call.answered_at is not None:
        return call.answered_at
    return call.ended_at or (call.status_since if call.status in SET_ASIDE | ENDED else None)


@dataclass(frozen=True, slots=True)
class Mark:
    """What one call adds to the figures, as of its version; `queue` is empty if it is not of this day."""

    version: int
    queue: str
    queued: int
    left: int | None = None
    became: str = ""
    waited_seconds: float = 0
    within_target: bool = False
    soon: bool = False
    began: float = 0  # when it was queued, in seconds since 1970

    def adds(self) -> Iterator[tuple[Scope, str, float]]:
        """Scope, figure and number of each."""
        yield MINUTES, f"queued {self.queued}", 1
        yield MINUTES, "waiting", 1 if self.left is None else 0
        if self.left is not None:
            yield MINUTES, f"left {self.left}", 1
            yield MINUTES, f"{self.became} {self.left}", 1
            yield MINUTES, f"within_target {self.left}", self.within_target
            yield MINUTES, f"waited_seconds {self.left}", self.waited_seconds
        for scope in (ALL, self.queue) if self.queue else ():
            yield scope, "offered", 1
            yield scope, self.became, 1
            yield scope, "waited_seconds", self.waited_seconds
            yield scope, "within_target", self.within_target
            yield scope, "abandoned_soon", self.soon


def mark(call: Call, measure: Measure, *, since: datetime) -> Mark | None:
    """What this call adds; None before it was queued."""
    if call.queued_at is None:
        return None
    queue = intern(measure.queue_of(call)) if call.queued_at >= since else ""
    queued, left = minute_of(call.queued_at), left_at(call)
    began = call.queued_at.timestamp()
    if left is None:
        return Mark(call.version, queue, queued, began=began)
    waited = (left - call.queued_at).total_seconds()
    if call.answered_at is not None:
        within = waited <= measure.policy_of(call).service_level_seconds
        return Mark(call.version, queue, queued, minute_of(left), "answered", waited, within, began=began)
    if call.status is CallStatus.ABANDONED:
        soon = waited < measure.short_abandon_seconds
        return Mark(call.version, queue, queued, minute_of(left), "abandoned", soon=soon, began=began)
    return Mark(call.version, queue, queued, minute_of(left), "set_aside", began=began)


def figures_row(counts: Counts, scope: Scope, measure: Measure, policy: QueuePolicy) -> Row:
    """The figures of the day, of all queues or one, with their targets; a share without calls is None."""

    def count(figure: str) -> float:
        return counts[scope, figure]

    answered, abandoned, offered = count("answered"), count("abandoned"), count("offered")
    decided = answered + abandoned - count("abandoned_soon")
    served = answered + abandoned + count("set_aside")
    whole = {Share.OFFERED: served, Share.ANSWERED: answered, Share.DECIDED: decided}[measure.of]
    return {
        "offered": int(offered),
        "answered": int(answered),
        "abandoned": int(abandoned),
        "set_aside": int(count("set_aside")),
        "within_target": int(count("within_target")),
        "service_level": _ratio(count("within_target"), whole),
        "asa_seconds": _ratio(count("waited_seconds"), answered),
        "abandonment": _ratio(abandoned, offered),
        "waiting_target": policy.waiting_target,
        "target_seconds": policy.service_level_seconds,
        "service_level_target": policy.service_level_target,
        "asa_target_seconds": policy.asa_target_seconds,
        "abandonment_target": policy.abandonment_target,
        "red_beyond": policy.red_beyond,
    }


def agent_targets(policy: AgentPolicy) -> dict[str, Json]:
    """What the numbers of agents are held against: shares of those signed in, 0 where there is no target."""
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
    return round(part / whole, 4) if whole > 0 else None


def formulas(measure: Measure) -> Row:
    """The formulas in words, as they are shown on hover and focus."""
    seconds = {policy.service_level_seconds for policy in measure.policies.queues.values()}
    seconds.add(measure.policies.default.service_level_seconds)
    within = f"{min(seconds):g} s" if len(seconds) == 1 else "its queue's target"
    soon = f"abandoned after {measure.short_abandon_seconds:g} s"
    of = {
        Share.OFFERED: "offered, without those who still wait",
        Share.ANSWERED: "answered",
        Share.DECIDED: f"(answered + {soon})",
    }
    return {
        "service_level": f"answered within {within} ÷ {of[measure.of]}",
        "asa_seconds": "mean of (answered at - queued at) over answered",
        "abandonment": "abandoned ÷ offered",
    }


def minute_rows(counts: Counts, *, now: datetime, minutes: int) -> dict[str, Row]:
    """The last minutes: how many waited at the end of each (or now), were queued, answered, abandoned.

    Of those answered also how many were within their target, and how long they had waited together.
    """
    waiting = counts[MINUTES, "waiting"]
    rows: dict[str, Row] = {}
    for minute in range(minute_of(now), minute_of(now) - minutes, -1):
        here = {name: round(counts[MINUTES, f"{name} {minute}"]) for name in IN_A_MINUTE}
        began = datetime.fromtimestamp(minute * 60, UTC)
        rows[f"{began:%Y-%m-%dT%H:%MZ}"] = {"waiting": max(0, int(waiting)), **here}
        waiting -= counts[MINUTES, f"queued {minute}"] - counts[MINUTES, f"left {minute}"]
    return rows
