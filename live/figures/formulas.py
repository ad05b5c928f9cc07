"""KPIs of callers: service level, ASA, abandonment, with formulas in words and rows. Pure.

Every formula is shown beside its figure. Callers still waiting within the target are in no service level: the
first caller of a day has not been missed yet. ASA is the mean wait of the answered;
abandonment is abandoned ÷ offered.

The day counts the calls queued in it; the last minutes count the calls whose wait ended in them. There, a
caller who waits longer than the target already counts as missed: an unanswered queue must not look well.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import floor
from typing import Any

from live.board.frames import Json, Row
from routing.model.calls import Call
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import CALLS, line_of
from routing.model.service_level import BY_OFFERED, Counted, ServiceLevel
from routing.model.shares import shown_share

Scope = str
Counts = defaultdict[tuple[Scope, str], float]
# Of all queues: that of a channel is its name, as that of one queue is its key.
ALL, MINUTES = CALLS, "minutes"
IN_A_MINUTE = ("queued", "answered", "abandoned", "within_target", "waited_seconds")
COUNTED_OF_CHATS = ("responded", "unresponded", "response_overdue", "handled", "rated")
COUNTED = ("offered", "answered", "abandoned", "removed", "failed", "within_target", "overdue")
SCENE = "scene:"


def whole_seconds(seconds: float) -> float:
    return floor(seconds + 0.5)


AS_SHOWN: dict[str, Callable[[float], float]] = {
    "service_level": shown_share,
    "abandonment": shown_share,
    "asa_seconds": whole_seconds,
    "first_response_level": shown_share,
    "first_response_seconds": whole_seconds,
    "handle_seconds": whole_seconds,
    "rating": lambda rating: floor(rating * 10 + 0.5) / 10,
}
UNRESPONDED = "responded + ended without a response"
ENDED_WAITS = "answered + abandoned + removed + failed"


@dataclass(frozen=True)
class Measure:
    """Measurement of figures; the policies have the targets of each queue, `scene_policy` those of a scene.

    `headline_minutes` is the length of the sliding window.
    """

    policies: Policies = field(default_factory=Policies)
    topics: bool = False
    level: ServiceLevel = BY_OFFERED
    headline_minutes: int = 30
    scene_policy: Callable[[str], Mapping[str, Any]] = lambda _scene: {}

    def queue_of(self, call: Call) -> str:
        """The key of the queue that a call counts for."""
        return str(call.queue(topics=self.topics))

    def policy_of(self, call: Call) -> QueuePolicy:
        """The targets of that queue, and of its scene."""
        policy = self.policies.of(call.queue(topics=self.topics))
        return self.with_scene(policy, call.scene)

    def with_scene(self, policy: QueuePolicy, scene: str) -> QueuePolicy:
        own = self.scene_policy(scene) if scene else None
        return replace(policy, **own) if own else policy


def scopes_of(channel: str, queue: str, scene: str) -> tuple[Scope, ...]:
    """Where a call counts: its channel, its queue, and the scene of a chat."""
    return (channel, queue, f"{SCENE}{scene}") if scene else (channel, queue)


def minute_of(moment: datetime) -> int:
    """The minute of a moment, counted from 1970."""
    return int(moment.timestamp() // 60)


def figures_row(counts: Counts, scope: Scope, level: ServiceLevel, channel: str = CALLS) -> Row:
    """The figures of all queues or one from these counts, of chats with their own; a share without calls is
    None.
    """

    def count(figure: str) -> float:
        return counts[scope, figure]

    return {
        **{name: int(count(name)) for name in COUNTED},
        "service_level": level.share(_counted(count)),
        "asa_seconds": _ratio(count("waited_seconds"), count("answered")),
        "abandonment": _ratio(count("abandoned"), count("offered")),
        **(_of_chats(count) if channel else {}),
    }


def _of_chats(count: Callable[[str], float]) -> Row:
    """First response, handle time and rating; a chat that ended without a response counts as missed."""
    missed = count("unresponded") + count("response_overdue")
    return {
        **{name: int(count(name)) for name in COUNTED_OF_CHATS},
        "first_response_level": _ratio(count("responded_in_time"), count("responded") + missed),
        "first_response_seconds": _ratio(count("response_seconds"), count("responded")),
        "handle_seconds": _ratio(count("handle_seconds"), count("handled")),
        "rating": _ratio(count("ratings"), count("rated")),
    }


def _counted(count: Callable[[str], float]) -> Counted:
    return Counted(
        within_target=count("within_target"),
        answered=count("answered"),
        abandoned=count("abandoned"),
        abandoned_soon=count("abandoned_soon"),
        missed=count("removed") + count("failed") + count("overdue"),
    )


def as_shown(row: Row) -> Row:
    """The row with shares and seconds rounded once, as pages write them: the value compared with a target is
    the value shown.
    """
    rounded = {
        name: round_as_shown(figure)
        for name, round_as_shown in AS_SHOWN.items()
        if isinstance(figure := row.get(name), float | int)
    }
    return {**row, **rounded}


def targets(policy: QueuePolicy, channel: str = CALLS) -> Row:
    """The targets of a queue's figures."""
    of_chats: Row = {
        "first_response_target_seconds": policy.first_response_seconds,
        "first_response_target": policy.first_response_target,
        "rating_target": policy.rating_target,
    }
    return {
        **(of_chats if channel else {}),
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


def formulas(measure: Measure, channel: str = CALLS) -> Row:
    """The formulas of a day in words, for tooltips."""
    offered = "offered, without those who still wait"
    return {
        "service_level": measure.level.formula(_within(measure), offered=offered),
        "asa_seconds": "mean of (answered at - waiting since) over answered",
        "abandonment": "abandoned ÷ offered",
        **(_chat_formulas(UNRESPONDED) if channel else {}),
    }


def recent_formulas(measure: Measure, channel: str = CALLS) -> Row:
    """The formulas of the last minutes in words."""
    within = _within(measure)
    offered = f"({ENDED_WAITS} + still waiting after {within})"
    return {
        "service_level": measure.level.formula(within, offered=offered),
        "asa_seconds": "mean of (answered at - waiting since) over answered",
        "abandonment": f"abandoned ÷ ({ENDED_WAITS})",
        **(_chat_formulas(f"{UNRESPONDED} + without one beyond the target") if channel else {}),
    }


def _chat_formulas(all_of_them: str) -> Row:
    return {
        "first_response_level": f"first response within the target ÷ ({all_of_them})",
        "first_response_seconds": "mean of (first response at - queued at)",
        "handle_seconds": "mean of (closed at - answered at)",
        "rating": "mean of the customers' ratings, 1 to 5",
    }


def _within(measure: Measure) -> str:
    seconds = {policy.service_level_seconds for policy in measure.policies.queues.values()}
    seconds.add(measure.policies.default.service_level_seconds)
    return f"{min(seconds):g} s" if len(seconds) == 1 else "its queue's target"


def minutes_of(channel: str) -> Scope:
    """The scope of a channel's figures minute by minute."""
    return line_of(MINUTES, channel)


def minute_rows(
    counts: Counts, level: ServiceLevel, *, now: datetime, minutes: int, channel: str = ALL
) -> dict[str, Row]:
    """The last minutes: calls waiting at the end of each (or now), queued, answered, abandoned.

    Of the answered also those within their target, the number of calls that these are a share of, and the sum
    of the waits.
    """
    scope = minutes_of(channel)
    waiting = counts[scope, "waiting"]
    rows: dict[str, Row] = {}
    for minute in range(minute_of(now), minute_of(now) - minutes, -1):

        def count(name: str, minute: int = minute) -> float:
            return counts[scope, f"{name} {minute}"]

        here = {name: round(count(name)) for name in IN_A_MINUTE}
        here["service_level_of"] = round(level.whole(_counted(count)))
        began = datetime.fromtimestamp(minute * 60, UTC)
        rows[f"{began:%Y-%m-%dT%H:%MZ}"] = {"waiting": max(0, int(waiting)), **here}
        waiting -= counts[scope, f"queued {minute}"] - counts[scope, f"left {minute}"]
    return rows
