"""Preview: what another policy would have meant for calls active now or in the last hour. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from routing.model.calls import Call, CallStatus
from routing.model.policies import QueuePolicy
from routing.model.service_level import is_within_target


@dataclass(frozen=True)
class Effect:
    """What would have happened to a call, and how long before it was answered, or before now."""

    call: Call
    what: str
    seconds: float
    is_present: bool

    @property
    def sentence(self) -> str:
        return f"would have {self.what} {self.seconds:.0f} s {'ago' if self.is_present else 'earlier'}"


@dataclass(frozen=True)
class WhatIf:
    """Effects on calls, by severity; calls looked at; answered in time by one policy and by the other."""

    effects: tuple[Effect, ...]
    calls: int
    answered: int
    in_time_before: int
    in_time_after: int


def what_if(calls: Iterable[Call], before: QueuePolicy, after: QueuePolicy, now: datetime) -> WhatIf:
    """Compares two policies on calls: each as if nothing else had gone differently."""
    looked_at = list(calls)
    waits = [one.waited for one in looked_at if one.answered_at and one.waited is not None]
    effects = [effect for call in looked_at for effect in _effects(call, before, after, now)]
    return WhatIf(
        tuple(sorted(effects, key=_severity)),
        len(looked_at),
        len(waits),
        _in_time(waits, before),
        _in_time(waits, after),
    )


def together(found: Iterable[WhatIf]) -> WhatIf:
    """Several in one."""
    each = list(found)
    return WhatIf(
        tuple(sorted((effect for one in each for effect in one.effects), key=_severity)),
        sum(one.calls for one in each),
        sum(one.answered for one in each),
        sum(one.in_time_before for one in each),
        sum(one.in_time_after for one in each),
    )


def _severity(effect: Effect) -> tuple[bool, float, str]:
    """Lower is worse."""
    return not effect.is_present, -effect.seconds, effect.call.call_id


def _in_time(waits: list[timedelta], policy: QueuePolicy) -> int:
    return sum(is_within_target(wait.total_seconds(), policy.service_level_seconds) for wait in waits)


def _effects(call: Call, before: QueuePolicy, after: QueuePolicy, now: datetime) -> list[Effect]:
    """Only effects that the old policy would not have had."""
    waited, rang = _waited(call, now), _rang(call, now)
    is_waiting, is_ringing = call.status is CallStatus.QUEUED, call.status is CallStatus.OFFERED
    found = []
    if (late := _over(waited, before.max_wait_seconds, after.max_wait_seconds)) is not None:
        found.append(Effect(call, "overflowed", late, is_waiting))
    if (late := _over(rang, before.ring_seconds, after.ring_seconds)) is not None:
        found.append(Effect(call, "gone back to its queue unanswered", late, is_ringing))
    return found


def _waited(call: Call, now: datetime) -> float:
    """Seconds in the queue before its last offer, its end, or now."""
    began, offered_at = call.waiting_since, call.offered_at
    if began is None:
        return 0
    if offered_at is not None and offered_at < began:
        offered_at = None
    until = now if call.status is CallStatus.QUEUED else offered_at or call.ended_at or now
    return (until - began).total_seconds()


def _rang(call: Call, now: datetime) -> float:
    """Seconds of the offer that was answered, or that rings now."""
    if call.offered_at is None:
        return 0
    until = now if call.status is CallStatus.OFFERED else call.answered_at
    return (until - call.offered_at).total_seconds() if until else 0


def _over(lasted: float, before: float, after: float) -> float | None:
    """Seconds beyond the new limit, if within the old one; None otherwise. A limit of 0 is none."""
    if not after or lasted <= after or (before and lasted > before):
        return None
    return lasted - after
