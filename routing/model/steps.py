"""Routing steps: how a waiting call drops its preferences over time. Pure.

A call may carry steps, each with a time: same gender 20 s → any gender 40 s → any fitting topic. Its place in
line stays; more agents fit it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from routing.exceptions import InvalidFieldError
from routing.model.policies import A_DAY, Policies
from routing.model.queues import CALLS
from routing.model.skills import GENDERS, TOPICS, Skills

MOST_STEPS = 6


@dataclass(frozen=True)
class Step:
    """Preferences of a call for some seconds: a gender and a topic, or in the first step one agent by id.

    The last step lasts as long as the call waits, whatever its seconds.
    """

    gender: str
    topic: str = ""
    seconds: float = 0
    agent_id: str = ""


def step_named(text: str, *, topic: str = "") -> Step:
    """The step that `GENDER:SECONDS:TOPIC` names; seconds and topic may be left out at the end.

    `topic` is that of a step which names none. Raises InvalidFieldError.
    """
    gender, _, rest = text.partition(":")
    seconds, _, own_topic = rest.partition(":")
    try:
        return Step(gender, own_topic or topic, float(seconds or 0))
    except ValueError:
        allowed = "write GENDER:SECONDS or GENDER:SECONDS:TOPIC, such as F:20 or Any:40:Billing"
        raise InvalidFieldError("step", text, allowed) from None


def in_use(step: Step, skills: Skills) -> Step:
    """The step with what has replaced its former skills."""
    topic = skills.in_use(TOPICS, step.topic) if skills.topics else step.topic
    return replace(step, gender=skills.in_use(GENDERS, step.gender), topic=topic)


def check_steps(
    steps: Sequence[Step], *, language: str, skills: Skills, policies: Policies, channel: str = CALLS
) -> None:
    """Raises InvalidFieldError or UnknownSkillError, naming the step, counted from 1.

    Each step but the last must be longer than the ring time: otherwise it would end before an answer.
    """
    if len(steps) > MOST_STEPS:
        raise InvalidFieldError("steps", len(steps), f"at most {MOST_STEPS}")
    for number, step in enumerate(steps, start=1):
        queue = skills.call_queue_for(language, step.gender, step.topic, channel)
        if step.agent_id and number > 1:
            raise InvalidFieldError(
                f"steps {number} agent", step.agent_id, "only the first step may name one"
            )
        ring_seconds = policies.of(queue).ring_seconds
        if number < len(steps) and not ring_seconds < step.seconds <= A_DAY:
            raise InvalidFieldError(
                f"steps {number} seconds",
                step.seconds,
                f"more than the ring time of {ring_seconds:g} seconds in {queue}, at most {A_DAY}",
            )
