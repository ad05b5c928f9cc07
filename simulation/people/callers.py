"""Callers: the mix of preferences, and the caller of each arrival. Pure.

The mix is taken from the agents at hand when a run starts, so that every caller wants something that at
least one agent offers, and the more agents offer it the more callers want it.
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
# What callers mention where topics are not routed by.
REMARKS = ("Order", "Delivery", "Invoice", "Technical", "Contract")

Names = Callable[[str, str], str]
"""Gives the name of a made-up person: of which language, and drawn from which text."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Wish:
    """A combination of skills that agents offer, and how many of them do."""

    language: str
    gender: str
    topic: str
    weight: int


@dataclass(frozen=True)
class Caller:
    """One caller: a name, preferences, and a priority from 0 (first) to 9 (last).

    With `steps`, the preferences are those of the first.
    """

    name: str
    language: str
    gender: str
    topic: str
    priority: int
    steps: tuple[Step, ...] = ()


def wishes_for(agents: Iterable[Agent], skills: Skills) -> tuple[Wish, ...]:
    """What callers may want of these agents, in a stable order."""
    offered = Counter(
        queue for agent in agents for queue in skills.queues_of(agent.gender, agent.languages, agent.topics)
    )
    return tuple(
        Wish(queue.language, queue.gender, queue.topic, weight) for queue, weight in sorted(offered.items())
    )


def caller_of(*, seed: int, number: int, wishes: Sequence[Wish], names: Names) -> Caller:
    """The caller that arrival `number` brings; needs at least one wish."""
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
    """The item in whose share of the whole the luck falls."""
    bounds = list(accumulate(weight for _, weight in weighted))
    return next(item for (item, _), bound in zip(weighted, bounds, strict=True) if luck * bounds[-1] < bound)
