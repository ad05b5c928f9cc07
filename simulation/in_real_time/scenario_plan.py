"""Plan of a run in real time: arrivals and durations at its speed. Pure.

Arrivals, preferences and durations follow from seed and arrival number by the rules of virtual time.
"""

from array import array
from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from messaging.chats.arrivals import contact_id
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import ANY
from routing.model.steps import Step
from simulation.arrivals import Arrival, Mark
from simulation.chats.conversations import scene_name
from simulation.durations import Distribution, Durations
from simulation.luck import Luck, luck_of
from simulation.people.callers import Caller, Names
from simulation.people.run_plan import Named
from simulation.scenarios import Messages, Preference, Scenario
from simulation.scenarios.chances import Chances
from simulation.scenarios.volume import scenario_arrivals


@dataclass(frozen=True)
class Faster:
    """A distribution with its durations divided by the speed."""

    of: Distribution
    speed: float

    def at(self, luck: float) -> float:
        return self.of.at(luck) / self.speed


@dataclass(frozen=True)
class ScenarioPlan(Named):
    """A scenario played from a moment on; `arrivals` are in seconds of the scenario, in order."""

    scenario: Scenario
    started_at: datetime
    arrivals: "array[float]"
    durations: Durations
    chances: Chances

    @cached_property
    def messages(self) -> Messages | None:
        """See Played."""
        messages, speed = self.scenario.messages, self.scenario.speed
        return messages and replace(
            messages,
            reply_time=Faster(messages.reply_time, speed),
            think_time=Faster(messages.think_time, speed),
            patience=messages.patience and Faster(messages.patience, speed),
        )

    def call_id(self, number: int) -> str:
        """See Played: a chat has that of its conversation, with the number of its first message."""
        plain = super().call_id(number)
        if self.scenario.has_chats and self._wish_of(luck_of(self.scenario.seed, number)).channel:
            return contact_id(plain, 1)
        return plain

    def begun(self, at: datetime) -> "ScenarioPlan":
        """The same from a moment on."""
        return replace(self, started_at=at)

    def seconds_at(self, moment: datetime) -> float:
        return (moment - self.started_at) / timedelta(seconds=1) * self.scenario.speed

    def moment_of(self, seconds: float) -> datetime:
        return self.started_at + timedelta(seconds=seconds / self.scenario.speed)

    def left_out(self, after: Mark, *, seconds: float, limit: int) -> Mark:  # noqa: ARG002  # see Played
        """The same position: a scenario leaves no caller out, however late."""
        return after

    def due(self, after: Mark, *, until_seconds: float, limit: int) -> list[Arrival]:
        coming = range(after.arrived, bisect_right(self.arrivals, until_seconds))
        return [Arrival(number, self.arrivals[number]) for number in coming[:limit]]

    def caller(self, number: int, names: Names) -> Caller:
        luck = luck_of(self.scenario.seed, number)
        wish, priority = self._wish_of(luck), self.chances.priority_of(luck)
        return Caller(
            name=names(wish.language, f"{self.scenario.seed}/{number}"),
            language=wish.language,
            gender=wish.gender,
            topic=wish.topic or (ANY if self.scenario.skills.topics else ""),
            priority=priority,
            steps=steps_of(wish, self.scenario) if wish.then else (),
            scene=scene_name(self.chances.wish_of(luck), priority) if wish.channel else "",
        )

    def _wish_of(self, luck: Luck) -> Preference:
        return self.scenario.mix[self.chances.wish_of(luck)]


def plan_for(scenario: Scenario, *, run_id: str, started_at: datetime) -> ScenarioPlan:
    speed, patience, chat = scenario.speed, scenario.patience, scenario.chat_time
    return ScenarioPlan(
        run_id=run_id,
        scenario=scenario,
        started_at=started_at,
        arrivals=array("d", (one.seconds for one in scenario_arrivals(scenario.parts, seed=scenario.seed))),
        durations=Durations(
            seed=scenario.seed,
            answer_delay=Faster(scenario.answer_delay, speed),
            talk=Faster(scenario.handle_time, speed),
            wrap_up=Faster(scenario.wrap_up, speed),
            patience=patience and Faster(patience, speed),
            missed_share=scenario.missed_share,
            chat=chat and Faster(chat, speed),
        ),
        chances=Chances(scenario),
    )


def steps_of(wanted: Preference, scenario: Scenario) -> tuple[Step, ...]:
    """The steps of such callers, at the speed of the scenario."""
    steps = wanted.steps(ANY if scenario.skills.topics else "")
    return tuple(replace(step, seconds=step.seconds / scenario.speed) for step in steps)


def policies_of(scenario: Scenario) -> Policies:
    policies, speed = scenario.policies, scenario.speed
    agents = policies.agents
    return Policies(
        default=_faster(policies.default, speed),
        queues={queue: _faster(policy, speed) for queue, policy in policies.queues.items()},
        agents=replace(
            agents,
            declined_rest_seconds=agents.declined_rest_seconds / speed,
            no_answer_rest_seconds=agents.no_answer_rest_seconds / speed,
        ),
    )


def _faster(policy: QueuePolicy, speed: float) -> QueuePolicy:
    return replace(
        policy,
        ring_seconds=policy.ring_seconds / speed,
        promote_after_seconds=policy.promote_after_seconds / speed,
        max_wait_seconds=policy.max_wait_seconds / speed,
    )
