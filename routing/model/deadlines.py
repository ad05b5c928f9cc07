"""Due times of agents and calls when they enter a status. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta

from routing.model.calls import Call
from routing.model.outcomes import Match
from routing.model.policies import Policies, QueuePolicy


def after(at: datetime, seconds: float) -> datetime | None:
    """So many seconds later; None for 0, which stands for never."""
    return at + timedelta(seconds=seconds) if seconds else None


def due_by(policies: Policies, match: Match, at: datetime) -> datetime:
    """When the status that a match brings about is due: the ringing, or the talk of one who just answers."""
    policy = policies.of(match.call.queue)
    seconds = policy.talk_limit_seconds if match.agent.auto_answer else policy.ring_seconds
    return at + timedelta(seconds=seconds)


def promotion_from(call: Call, policy: QueuePolicy, at: datetime) -> datetime | None:
    """When a call that reached its band now is promoted to the next, None where it stands high enough."""
    return after(at, policy.promote_after_seconds) if call.band > policy.highest_band else None


def moved_to(call: Call, policy: QueuePolicy, at: datetime) -> Call:
    """The call in another queue, with this policy: it may wait there for as long as that says, from now on.

    It is promoted when it was to be, if that queue promotes it at all.
    """
    anew = promotion_from(call, policy, at)
    return replace(
        call,
        promote_at=anew and (call.promote_at or anew),
        overflow_at=after(at, policy.max_wait_seconds),
    )


def waiting_from(call: Call, policy: QueuePolicy, at: datetime) -> Call:
    """The call with everything it is due for while it waits, counted from now on."""
    step = call.steps[call.step] if call.step < len(call.steps) - 1 else None
    return replace(
        call,
        promote_at=promotion_from(call, policy, at),
        relax_at=after(at, step.seconds) if step else None,
        overflow_at=after(at, policy.max_wait_seconds),
    )
