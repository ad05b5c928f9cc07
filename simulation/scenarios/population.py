"""Callers' preferences with their shares, and agent groups with their shifts. Pure."""

from dataclasses import dataclass

from routing.model.queues import ANY, CALLS, CHANNELS, CHAT
from routing.model.steps import Step
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.field_limits import check_name, check_range


@dataclass(frozen=True)
class Relaxed:
    """Preferences of callers after some seconds with the former ones.

    Without a topic they keep the former one.
    """

    after_seconds: float
    gender: str = ANY
    topic: str = ""


@dataclass(frozen=True)
class Preference:
    """Preferences of a share of the callers; shares are weights, of any sum.

    With the channel `chat` they write instead. `then` are the further steps while they wait.
    """

    language: str
    gender: str = ANY
    topic: str = ""
    share: float = 1.0
    then: tuple[Relaxed, ...] = ()
    channel: str = CALLS

    def steps(self, topic: str) -> tuple[Step, ...]:
        """All steps in order; `topic` replaces a missing one."""
        wishes = [(self.gender, self.topic or topic)]
        for one in self.then:
            wishes.append((one.gender, one.topic or wishes[-1][1]))
        seconds = [*(one.after_seconds for one in self.then), 0.0]
        return tuple(Step(*wish, lasting) for wish, lasting in zip(wishes, seconds, strict=True))


@dataclass(frozen=True)
class Shift:
    """Working time of agents, in seconds from the start of the run."""

    from_seconds: float
    to_seconds: float


@dataclass(frozen=True)
class AgentGroup:
    """Agents of the same skills and shifts; without shifts they are always at work.

    An agent busy at the end of a shift finishes the call and its wrap-up first. With `chat_slots` each agent
    also holds that many chats at once, beside its calls. Raises ScenarioError.
    """

    name: str
    agents: int
    languages: tuple[str, ...]
    gender: str
    topics: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()
    chat_slots: int = 0

    def __post_init__(self) -> None:
        check_name(self.name, field="groups, name")
        check_range("agents", self.agents, field=f"groups, {self.name}, agents")
        check_range("chat_slots", self.chat_slots, field=f"groups, {self.name}, chat_slots")
        if len(self.shifts) > 1:
            check_range("shifts", len(self.shifts), field=f"groups, {self.name}, shifts")
        end = 0.0
        for number, shift in enumerate(self.shifts, start=1):
            field = f"groups, {self.name}, shift {number}"
            for at in (shift.from_seconds, shift.to_seconds):
                check_range("shift_seconds", at, field=field)
            if shift.to_seconds <= shift.from_seconds or shift.from_seconds < end:
                raise ScenarioError(
                    field, "it ends after it begins, and begins after the shift before it has ended"
                )
            end = shift.to_seconds

    def is_there_throughout(self, length_seconds: float) -> bool:
        """Whether these agents are at work from the start to the end of the run."""
        end = 0.0
        for shift in self.shifts:
            if shift.from_seconds > end:
                return False
            end = shift.to_seconds
        return not self.shifts or end >= length_seconds


def check_preference(preference: Preference, *, field: str) -> None:
    """Raises ScenarioError unless it names a language and has a share."""
    check_name(preference.language, field=f"{field}, language")
    check_range("share", preference.share, field=f"{field}, share")
    if preference.channel not in CHANNELS:
        allowed = f"{CHAT}, or nothing for calls"
        raise ScenarioError(f"{field}, channel", f"{told(preference.channel)} is not allowed; {allowed}")
    for number, one in enumerate(preference.then, start=1):
        check_range("shift_seconds", one.after_seconds, field=f"{field}, then {number}, after_seconds")
