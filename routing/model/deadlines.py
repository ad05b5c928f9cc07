"""Due times of agents and calls when they enter a status. Pure."""

from datetime import datetime, timedelta

from routing.model.calls import Call
from routing.model.copies import replace
from routing.model.outcomes import Match
from routing.model.policies import Policies, QueuePolicy
from routing.model.waiting_rules import promotion_seconds


def after(at: datetime, seconds: float) -> datetime | None:
    """That many seconds later; None for 0, which means never."""
    return at + timedelta(seconds=seconds) if seconds else None


def due_by(policies: Policies, match: Match, at: datetime) -> datetime:
    """Due time after a match: of the ringing, or of the talk with auto-answer."""
    policy = policies.of(match.call.queue)
    seconds = policy.talk_limit_seconds if match.agent.auto_answer else policy.ring_seconds
    return at + timedelta(seconds=seconds)


def talk_until(call: Call, policy: QueuePolicy, at: datetime) -> datetime | None:
    """Due time of a call in progress: the talk limit, of a chat the end of its idle time."""
    return after(at, policy.idle_seconds if call.channel else policy.talk_limit_seconds)


def promotion_from(call: Call, policy: QueuePolicy, at: datetime) -> datetime | None:
    """Time of the next promotion of a call that reached its band now, None at the highest band."""
    return after(at, promotion_seconds(policy, call.band))


def moved_to(call: Call, policy: QueuePolicy, at: datetime) -> Call:
    """The call in another queue under this policy, whose wait limit counts from now.

    Its promotion stays due at the same time, if that queue promotes at all.
    """
    promotion = promotion_from(call, policy, at)
    return replace(
        call,
        promote_at=promotion and (call.promote_at or promotion),
        overflow_at=after(at, policy.max_wait_seconds),
    )


def waiting_from(call: Call, policy: QueuePolicy, at: datetime) -> Call:
    """The call with all due times of its wait, counted from now."""
    step = call.steps[call.step] if call.step < len(call.steps) - 1 else None
    return replace(
        call,
        promote_at=promotion_from(call, policy, at),
        relax_at=after(at, step.seconds) if step else None,
        overflow_at=after(at, policy.max_wait_seconds),
    )
