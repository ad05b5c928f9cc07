"""Callers: the mix of preferences, and the caller of each arrival. Pure.

The mix comes from the agents at the start of a run: every caller's preferences fit at least one agent, and
preferences that more agents fit are more common.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from routing.model.agents import Agent
from routing.model.calls import DEFAULT_PRIORITY
from routing.model.queues import ANY
from routing.model.skills import Skills
from routing.model.steps import Step
from simulation.luck import luck_of

SHARE_WITHOUT_GENDER = 0.7
PRIORITIES = ((DEFAULT_PRIORITY, 85), (2, 10), (8, 5))
# Remarks of callers without topics in use.
REMARKS = ("Order", "Delivery", "Invoice", "Technical", "Contract")

Names = Callable[[str, str], str]
"""Gives the name of a made-up person, by language and a text to draw from."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Wish:
    """A combination of skills, and the number of agents who have it."""

    language: str
    gender: str
    topic: str
    weight: int


@dataclass(frozen=True)
class Caller:
    """One caller: a name, preferences, and a priority from 0 (first) to 9 (last).

    With `steps`, the preferences are those of the first. One with a `scene` writes, by that scene.
    """

    name: str
    language: str
    gender: str
    topic: str
    priority: int
    steps: tuple[Step, ...] = ()
    scene: str = ""


def wishes_for(agents: Iterable[Agent], skills: Skills) -> tuple[Wish, ...]:
    """The wishes that fit these agents, in a stable order."""
    offered = Counter(
        queue for agent in agents for queue in skills.queues_of(agent.gender, agent.languages, agent.topics)
    )
    return tuple(
        Wish(queue.language, queue.gender, queue.topic, weight) for queue, weight in sorted(offered.items())
    )


def caller_of(*, seed: int, number: int, wishes: Sequence[Wish], names: Names) -> Caller:
    """The caller of arrival `number`; needs at least one wish."""
    luck = luck_of(seed, number)
    wish = _pick(luck.wish, [(wish, wish.weight) for wish in wishes])
    return Caller(
        name=names(wish.language, f"{seed}/{number}"),
        language=wish.language,
        gender=ANY if luck.gender < SHARE_WITHOUT_GENDER else wish.gender,
        topic=wish.topic or REMARKS[int(luck.topic * len(REMARKS))],
        priority=_pick(luck.priority, PRIORITIES),
    )


def _pick(luck: float, weighted: Sequence[tuple[Item, int]]) -> Item:
    """The item picked by luck, by weight."""
    bounds = list(accumulate(weight for _, weight in weighted))
    return next(item for (item, _), bound in zip(weighted, bounds, strict=True) if luck * bounds[-1] < bound)
