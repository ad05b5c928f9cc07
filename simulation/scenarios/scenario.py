"""Scenario: fields, limits, checks. Pure.

A valid scenario can be run: every field is within its limits, and every caller has an agent who may serve it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from math import ceil

from routing.model.calls import DEFAULT_PRIORITY
from routing.model.policies import Policies
from routing.model.queues import QueueKey
from routing.model.service_level import BY_OFFERED, ServiceLevel
from routing.model.skills import Skills
from simulation.durations import Constant, Distribution, Exponential, Lognormal, Uniform
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.field_limits import MOST_SPREAD, check_name, check_range
from simulation.scenarios.messages import MESSAGE_TIMES, Messages
from simulation.scenarios.population import AgentGroup, Preference, check_preference
from simulation.scenarios.served import check_served, queues_played, skills_of
from simulation.scenarios.volume import Part, Volume

AT_ONCE = Constant(0.0)
MAY_BE_MISSING = ("patience", "chat_time")
MAY_BE_NOTHING = ("wrap_up", "answer_delay", "messages, think_time")
USUAL = Policies()


@dataclass(frozen=True)
class Target:
    """Target of the service level: this share of the calls it counts is answered within some seconds."""

    share: float = 0.8
    within_seconds: float = 20.0


@dataclass(frozen=True)
class Scenario:
    """Callers, agents and durations; all times in seconds, shares from 0 to 1.

    `handle_time` is the talk; `patience` None means no hang-ups; `missed_share` is the share of offers that
    agents do not answer; `priorities` has each priority with its weight. Calls that arrive before
    `warm_up_seconds` are served but not counted. `speed` is for live runs: 2 is twice as fast as real time.
    If the mix has chats, `chat_time` is how long one stays with its agent, or `messages` how it is written.
    `newest_first` are the queues served from their end. `level` is the deployment's, so no part of the JSON.
    Raises ScenarioError.
    """

    name: str
    length_seconds: float
    volume: Volume
    mix: tuple[Preference, ...]
    groups: tuple[AgentGroup, ...]
    handle_time: Distribution
    wrap_up: Distribution = AT_ONCE
    patience: Distribution | None = None
    answer_delay: Distribution = AT_ONCE
    missed_share: float = 0.0
    priorities: tuple[tuple[int, float], ...] = ((DEFAULT_PRIORITY, 1.0),)
    target: Target = Target()
    seed: int = 1
    speed: float = 1.0
    warm_up_seconds: float = 0.0
    policies: Policies = USUAL
    newest_first: frozenset[QueueKey] = frozenset()
    level: ServiceLevel = BY_OFFERED
    chat_time: Distribution | None = None
    messages: Messages | None = None

    def __post_init__(self) -> None:
        check_name(self.name, field="name")
        for kind in ("length_seconds", "warm_up_seconds", "missed_share", "seed", "speed"):
            check_range(kind, getattr(self, kind))
        if self.warm_up_seconds >= self.length_seconds:
            raise ScenarioError(
                "warm_up_seconds", f"less than length_seconds ({self.length_seconds:g}) is allowed"
            )
        check_range(
            "intervals", ceil(self.length_seconds / self.volume.interval_seconds), field="interval_minutes"
        )
        check_range("service_level", self.target.share, field="target, share")
        check_range("within_seconds", self.target.within_seconds, field="target, within_seconds")
        _check_calls(self.parts)
        _check_times(self)
        _check_people(self)
        _check_shifts(self)
        _check_chats(self)
        check_served(self.mix, self.groups, self.skills, self.policies)

    @cached_property
    def skills(self) -> Skills:
        """The skills in use: languages, genders and topics of the agents."""
        return skills_of(self.groups)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The end of each part of the run, in seconds, and its calls per second."""
        return self.volume.parts(self.length_seconds)

    @cached_property
    def queues(self) -> tuple[QueueKey, ...]:
        """The call queues of callers: their first ones, then those they may move to."""
        return queues_played(self.mix, self.skills, self.policies)

    @property
    def has_chats(self) -> bool:
        """Whether some of the callers write instead."""
        return any(one.channel for one in self.mix)

    @property
    def chatting(self) -> tuple[AgentGroup, ...]:
        """The groups whose agents have slots for chats."""
        return tuple(group for group in self.groups if group.chat_slots)

    @property
    def expected_calls(self) -> float:
        return _expected(self.parts)


def _expected(parts: tuple[Part, ...]) -> float:
    starts = (0.0, *(end for end, _ in parts))
    return sum((end - start) * rate for start, (end, rate) in zip(starts, parts, strict=False))


def _check_calls(parts: tuple[Part, ...]) -> None:
    check_range("calls", _expected(parts))


def _check_times(scenario: Scenario) -> None:
    for name, given in _times(scenario):
        if not isinstance(given, Constant | Exponential | Lognormal | Uniform):
            raise ScenarioError(name, f"{told(given)} is no distribution")
        may_be_none = isinstance(given, Constant) and name in MAY_BE_NOTHING
        for one in (one for one in fields(given) if one.init):
            kind = "mean_seconds" if one.name == "mean_seconds" and not may_be_none else "constant_seconds"
            check_range(kind, getattr(given, one.name), field=f"{name}, {one.name}")
        _check_spread(name, given, may_be_none=name in MAY_BE_NOTHING)


def _times(scenario: Scenario) -> Iterator[tuple[str, Distribution]]:
    """The distributions of a scenario, with the field of each."""
    for name in ("handle_time", "wrap_up", "patience", "answer_delay", "chat_time"):
        given = getattr(scenario, name)
        if given is not None or name not in MAY_BE_MISSING:
            yield name, given
    for name in MESSAGE_TIMES if scenario.messages else ():
        given = getattr(scenario.messages, name)
        if given is not None or name not in MAY_BE_MISSING:
            yield f"messages, {name}", given


def _check_spread(name: str, given: Distribution, *, may_be_none: bool) -> None:
    """Raises ScenarioError if bounds or spread contradict each other, or the mean."""
    if isinstance(given, Uniform):
        least, most = given.least_seconds, given.most_seconds
        if least > most:
            raise ScenarioError(
                f"{name}, least_seconds", f"{least:g} is not allowed; at most most_seconds ({most:g})"
            )
        if not may_be_none:
            check_range("mean_seconds", most, field=f"{name}, most_seconds")
    if isinstance(given, Lognormal) and given.spread_seconds > MOST_SPREAD * given.mean_seconds:
        most = MOST_SPREAD * given.mean_seconds
        raise ScenarioError(
            f"{name}, spread_seconds",
            f"{given.spread_seconds:,.12g} is not allowed; from 0 to {most:,.12g}, "
            f"{MOST_SPREAD} times mean_seconds",
        )


def _check_chats(scenario: Scenario) -> None:
    """Raises ScenarioError for chats without a time that they take, or with two."""
    if scenario.messages is None:
        if scenario.has_chats and scenario.chat_time is None:
            raise ScenarioError("chat_time", "is missing; the mix has chats, so give chat_time or messages")
        return
    if scenario.chat_time is not None:
        raise ScenarioError(
            "messages", "give either chat_time or messages: how long a chat takes follows from them"
        )
    check_range("messages_per_chat", scenario.messages.per_chat, field="messages, per_chat")


def _check_shifts(scenario: Scenario) -> None:
    """Raises ScenarioError for a shift outside the run."""
    for group in scenario.groups:
        for number, shift in enumerate(group.shifts, start=1):
            if shift.from_seconds >= scenario.length_seconds:
                raise ScenarioError(
                    f"groups, {group.name}, shift {number}",
                    f"it begins at {shift.from_seconds:g} seconds, and the run ends at "
                    f"{scenario.length_seconds:g} (length_seconds)",
                )


def _check_people(scenario: Scenario) -> None:
    check_range("mix", len(scenario.mix), field="mix")
    check_range("groups", len(scenario.groups), field="groups")
    check_range("agents", sum(group.agents for group in scenario.groups), field="groups, agents in all")
    names = [group.name for group in scenario.groups]
    if len(set(names)) < len(names):
        raise ScenarioError("groups", "each name may appear once")
    for number, preference in enumerate(scenario.mix, start=1):
        check_preference(preference, field=f"mix {number}")
    _check_weights("mix", [preference.share for preference in scenario.mix])
    for priority, share in scenario.priorities:
        check_range("priority", priority, field="priorities")
        check_range("share", share, field=f"priorities, {priority}")
    _check_weights("priorities", [share for _, share in scenario.priorities])


def _check_weights(name: str, weights: list[float]) -> None:
    if not sum(weights) > 0:
        raise ScenarioError(name, "at least one share must be above 0")
