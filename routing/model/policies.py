"""Policies of call queues and agents: times, limits, overflow. Pure.

Durations are in seconds. Policies become due times on calls and agents when these enter a status; a policy
changed later applies to what begins later.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.queues import CALLS, CHAT, QueueKey, line_of
from routing.model.skills import Skills

REJECT = "reject"
DEAD_LETTER = "deadLetter"
A_DAY = 86_400
ALL_QUEUES = "*"
ALL_CHATS = line_of(ALL_QUEUES, CHAT)
# As in a document of settings.
SETTING, AGENT_SETTING = "queues", "agents"
# Default wait for a preferred agent, as a multiple of the ring time.
PREFERRED_TO_RING = 1.5


@dataclass(frozen=True)
class QueuePolicy:
    """Settings for the calls of one call queue.

    Promotion ends at `highest_band`; 0 for `promote_after_seconds`, `max_wait_seconds` or `max_length` means
    never or no limit. `overflow` is `reject`, `deadLetter` or the key of another call queue. The talk limit
    ends nothing: a longer call is marked. A chat without a message for `idle_seconds` is closed (0: never); a
    chat has no wrap-up. Targets for figures: calls waiting (0: no target), share answered
    within `service_level_seconds`, mean wait of answered calls, share abandoned; of chats also the share with
    a first response within `first_response_seconds`, and the mean rating (0: no target). A figure beyond its
    target is orange, beyond `red_beyond` times that red. With `outcome_required` an agent chooses an outcome
    before closing a chat or ending the wrap-up of a call.
    """

    ring_seconds: float = 20
    wrap_up_seconds: float = 30
    promote_after_seconds: float = 120
    highest_band: int = 0
    max_offers: int = 5
    restore_to_end: bool = False
    max_wait_seconds: float = 0
    max_length: int = 0
    overflow: str = REJECT
    preferred_agent_seconds: float = 30
    collect_seconds: float = 300
    talk_limit_seconds: float = 4 * 3600
    idle_seconds: float = 1800
    waiting_target: int = 10
    service_level_seconds: float = 20
    service_level_target: float = 0.8
    asa_target_seconds: float = 30
    abandonment_target: float = 0.05
    first_response_seconds: float = 60
    first_response_target: float = 0.8
    rating_target: float = 0
    red_beyond: float = 2
    outcome_required: bool = False


@dataclass(frozen=True)
class AgentPolicy:
    """Settings for agents: missed offers in a row until a pause, rests after unanswered offers.

    Targets are shares of the agents who are signed in (of all for `most_offline`): the least available, and
    the most ringing, on a call, in wrap-up, paused or offline; 0: no target. Beyond its target a figure is
    orange, beyond `red_beyond` times that red.
    """

    max_missed_offers: int = 3
    declined_rest_seconds: float = 5
    no_answer_rest_seconds: float = 10
    longest_wrap_up_seconds: float = 900
    least_available: float = 0.05
    most_ringing: float = 0
    most_on_call: float = 0.9
    most_in_wrap_up: float = 0.4
    most_paused: float = 0.2
    most_offline: float = 0
    red_beyond: float = 2


# Field: least and most. Whole numbers if the default is one and the field is not a duration.
LIMITS: dict[str, tuple[float, float]] = {
    "ring_seconds": (1, 600),
    "wrap_up_seconds": (0, 3600),
    "promote_after_seconds": (0, A_DAY),
    "highest_band": (0, 9),
    "max_offers": (1, 100),
    "max_wait_seconds": (0, A_DAY),
    "max_length": (0, 1_000_000),
    "preferred_agent_seconds": (1, A_DAY),
    "collect_seconds": (1, A_DAY),
    "talk_limit_seconds": (1, A_DAY),
    "idle_seconds": (0, A_DAY),
    "waiting_target": (0, 1_000_000),
    "service_level_seconds": (1, 3600),
    "service_level_target": (0.01, 1),
    "asa_target_seconds": (1, 3600),
    "abandonment_target": (0, 1),
    "first_response_seconds": (1, A_DAY),
    "first_response_target": (0.01, 1),
    "rating_target": (0, 5),
    "red_beyond": (1, 100),
    "max_missed_offers": (1, 100),
    "declined_rest_seconds": (0, 3600),
    "no_answer_rest_seconds": (0, 3600),
    "longest_wrap_up_seconds": (1, 4 * 3600),
    "least_available": (0, 1),
    "most_ringing": (0, 1),
    "most_on_call": (0, 1),
    "most_in_wrap_up": (0, 1),
    "most_paused": (0, 1),
    "most_offline": (0, 1),
}
FLAGS = frozenset({"restore_to_end", "outcome_required"})
WHOLE = frozenset({"highest_band", "max_offers", "max_length", "waiting_target", "max_missed_offers"})


@dataclass(frozen=True)
class Policies:
    """The policies of one contact centre.

    Of the call queues not in `queues`, `chats` applies to those of chats, `default` to all others.
    """

    agents: AgentPolicy = field(default_factory=AgentPolicy)
    default: QueuePolicy = field(default_factory=QueuePolicy)
    queues: Mapping[QueueKey, QueuePolicy] = field(default_factory=dict)
    chats: QueuePolicy = field(default_factory=lambda: _for_chats(QueuePolicy()))

    def of(self, queue: QueueKey) -> QueuePolicy:
        return self.queues.get(queue, self.of_channel(queue.channel))

    @property
    def need_outcomes(self) -> bool:
        """Whether the policy of any queue needs an outcome."""
        return any(one.outcome_required for one in (self.default, self.chats, *self.queues.values()))

    def of_channel(self, channel: str) -> QueuePolicy:
        """The policy of the call queues of a channel that have none of their own."""
        return self.chats if channel else self.default


def read_policies(
    queues: Mapping[str, Mapping[str, Any]], agents: Mapping[str, Any], skills: Skills
) -> Policies:
    """The policies that settings describe: `{"*": {…}, "W#Spanish#Any": {…}}` and `{…}`.

    A queue takes fields it does not set from `*`, one of chats from `*.chat`, and that in turn from `*`, but
    without wrap-up and overflow to a call queue. The default wait for a preferred agent is at least 1.5
    times the ring time. Raises InvalidFieldError with the setting, the queue and the field.
    """
    default = _changed(QueuePolicy(), queues.get(ALL_QUEUES, {}), f"{SETTING} {ALL_QUEUES}")
    chats = _changed(_for_chats(default), queues.get(ALL_CHATS, {}), f"{SETTING} {ALL_CHATS}")
    named = {}
    for text in queues.keys() - {ALL_QUEUES, ALL_CHATS}:
        queue = _queue(text, skills, SETTING)
        if str(queue) != text:  # of former skills: unused, and kept in case they return
            continue
        base = chats if queue.channel else default
        named[queue] = _changed(base, queues[text], f"{SETTING} {text}")
    policies = Policies(_changed(AgentPolicy(), agents, AGENT_SETTING), default, named, chats)
    channels = {ALL_QUEUES: CALLS, ALL_CHATS: CHAT, **{str(queue): queue.channel for queue in named}}
    for where, policy in ((ALL_QUEUES, default), (ALL_CHATS, chats), *named.items()):
        _check_together(f"{SETTING} {where}", policy, skills, channels[str(where)])
        _check_wrap_up(f"{SETTING} {where}", policy, policies.agents)
    return policies


def _for_chats(policy: QueuePolicy) -> QueuePolicy:
    """The policy of calls as far as it suits chats."""
    overflow = policy.overflow if policy.overflow in (REJECT, DEAD_LETTER) else REJECT
    return replace(policy, wrap_up_seconds=0, overflow=overflow)


def _queue(text: str, skills: Skills, where: str) -> QueueKey:
    try:
        return skills.queue_meant(text)
    except RoutingError as error:
        raise InvalidFieldError(where, text, str(error)) from None


def _changed(policy: Any, given: Mapping[str, Any], where: str) -> Any:
    known = [one.name for one in fields(policy)]
    for name, value in given.items():
        _check(f"{where} {name}", name, value, known)
    changed = replace(policy, **given)
    if not isinstance(changed, QueuePolicy) or "preferred_agent_seconds" in given:
        return changed
    least = PREFERRED_TO_RING * changed.ring_seconds
    return replace(changed, preferred_agent_seconds=max(changed.preferred_agent_seconds, least))


def _check(where: str, name: str, value: object, known: Collection[str]) -> None:
    if name not in known:
        raise InvalidFieldError(where, value, f"there is no such field; choose one of {', '.join(known)}")
    if name == "overflow":
        if not isinstance(value, str):
            raise InvalidFieldError(where, value, f"{REJECT}, {DEAD_LETTER} or a call queue")
        return
    if name in FLAGS:
        if not isinstance(value, bool):
            raise InvalidFieldError(where, value, "true or false")
        return
    least, most = LIMITS[name]
    kinds = int if name in WHOLE else int | float
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise InvalidFieldError(where, value, "a number")
    if not least <= value <= most:
        raise InvalidFieldError(where, value, f"from {least:g} to {most:g}")


def _check_together(where: str, policy: QueuePolicy, skills: Skills, channel: str) -> None:
    if policy.overflow not in (REJECT, DEAD_LETTER):
        other = _queue(policy.overflow, skills, f"{where} overflow")
        if other.channel != channel:
            raise InvalidFieldError(f"{where} overflow", policy.overflow, "a queue of the same channel")
    if channel and policy.wrap_up_seconds:
        raise InvalidFieldError(f"{where} wrap_up_seconds", policy.wrap_up_seconds, "a chat has no wrap-up")
    if policy.preferred_agent_seconds <= policy.ring_seconds:
        raise InvalidFieldError(
            f"{where} preferred_agent_seconds",
            policy.preferred_agent_seconds,
            f"more than the ring time of {policy.ring_seconds:g} seconds",
        )


def _check_wrap_up(where: str, policy: QueuePolicy, agents: AgentPolicy) -> None:
    longest = agents.longest_wrap_up_seconds
    if policy.wrap_up_seconds > longest:
        raise InvalidFieldError(
            f"{where} wrap_up_seconds",
            policy.wrap_up_seconds,
            f"at most {longest:g}, the longest_wrap_up_seconds of {AGENT_SETTING}",
        )
