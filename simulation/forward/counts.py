"""Counts of a run: outcomes by queue and interval, depths over time, busy time. Pure.

Nothing here grows with the number of calls.
"""

from dataclasses import dataclass, field
from math import ceil

from routing.model.queues import QueueKey
from routing.model.service_level import Counted
from simulation.forward.histogram import Waits
from simulation.scenarios import Scenario

MOST_STEPS = 240
LEAST_STEP_SECONDS = 1.0
SUMMED = (
    "offered",
    "answered",
    "abandoned",
    "abandoned_soon",
    "set_aside",
    "in_time",
    "at_once",
    "matches",
    "left",
)


@dataclass(slots=True)
class Tally:
    """Outcomes of offered calls. `in_time` were answered within the target, `at_once` without a wait;
    `abandoned_soon` are short abandons.

    `matches` are all matches of these calls, unanswered offers included. Of chats, `first_replies` are from
    the arrival to the agent's first answer, `replies` from each message to its answer, and `left` the
    customers who left for lack of one.
    """

    offered: int = 0
    answered: int = 0
    abandoned: int = 0
    abandoned_soon: int = 0
    set_aside: int = 0
    in_time: int = 0
    at_once: int = 0
    matches: int = 0
    longest: float = 0.0
    waits: Waits = field(default_factory=Waits)
    first_replies: Waits = field(default_factory=Waits)
    replies: Waits = field(default_factory=Waits)
    left: int = 0

    @property
    def counted(self) -> Counted:
        """The counts of the service level; calls left over have waited beyond any target."""
        return Counted(
            within_target=self.in_time,
            answered=self.answered,
            abandoned=self.abandoned,
            abandoned_soon=self.abandoned_soon,
            missed=self.offered - self.answered - self.abandoned,
        )

    def merge(self, other: "Tally") -> None:
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.waits.merge(other.waits)
        self.first_replies.merge(other.first_replies)
        self.replies.merge(other.replies)


class Depths:
    """Queue depth in steps of equal length: the mean and the most of each."""

    __slots__ = ("_depth", "_since", "areas", "most", "step_seconds")

    def __init__(self, length_seconds: float) -> None:
        self.step_seconds = max(LEAST_STEP_SECONDS, length_seconds / MOST_STEPS)
        steps = max(1, round(length_seconds / self.step_seconds))
        self.areas = [0.0] * steps
        self.most = [0] * steps
        self._depth = 0
        self._since = 0.0

    def change(self, at: float, by: int) -> None:
        """Changes the depth now; changes beyond the last step are left out."""
        step, last, depth = int(self._since / self.step_seconds), len(self.areas) - 1, self._depth
        while step <= last and self._since < at:
            until = min(at, (step + 1) * self.step_seconds)
            self.areas[step] += depth * (until - self._since)
            self.most[step] = max(self.most[step], depth)
            self._since = until
            step += 1
        self._since = at
        self._depth = depth + by

    def merge(self, other: "Depths") -> None:
        """Adds up the depths of another run of the same length, and keeps the most of both."""
        self.areas = [mine + its for mine, its in zip(self.areas, other.areas, strict=True)]
        self.most = [max(mine, its) for mine, its in zip(self.most, other.most, strict=True)]

    def mean_between(self, start: float, end: float) -> float:
        """The mean depth from one step's beginning to another's, in whole steps."""
        first, last = round(start / self.step_seconds), round(end / self.step_seconds)
        return sum(self.areas[first:last]) / max(1e-9, (last - first) * self.step_seconds)


@dataclass(slots=True)
class Hours:
    """Busy (ring, talk, wrap-up) and idle time of a group's agents, or of their chat slots, in seconds."""

    busy: float = 0.0
    idle: float = 0.0


@dataclass
class Counts:
    """All counts of one run; `cells` by call queue, then interval; `depth` over all queues.

    `groups` has the hours of each agent group, then those of the slots of each that chats. `arrived` calls
    came, warm-up included; `left_over` still waited at the end. `conflicts` has the matches of each interval
    refused because another was first: a refused transaction may hold calls of several queues. In virtual
    time there are none.
    """

    scenario: Scenario
    queues: tuple[QueueKey, ...]
    interval_seconds: float
    cells: tuple[tuple[Tally, ...], ...]
    depth: Depths
    depths: tuple[Depths, ...]
    groups: tuple[Hours, ...]
    arrived: int = 0
    matches: int = 0
    left_over: int = 0
    conflicts: list[int] = field(default_factory=list)
    stopped_at: float | None = None

    def merge(self, other: "Counts") -> None:
        """Adds the counts of another run of the same scenario."""
        for mine, its in zip(self.cells, other.cells, strict=True):
            for tally, one in zip(mine, its, strict=True):
                tally.merge(one)
        self.depth.merge(other.depth)
        for depths, others in zip(self.depths, other.depths, strict=True):
            depths.merge(others)
        for hours, more in zip(self.groups, other.groups, strict=True):
            hours.busy += more.busy
            hours.idle += more.idle
        self.arrived += other.arrived
        self.matches += other.matches
        self.left_over += other.left_over
        self.conflicts = [mine + its for mine, its in zip(self.conflicts, other.conflicts, strict=True)]

    def seconds_of(self, interval: int) -> float:
        """The counted part of an interval: after the warm-up and before the end."""
        end = self.scenario.length_seconds if self.stopped_at is None else self.stopped_at
        start, until = interval * self.interval_seconds, (interval + 1) * self.interval_seconds
        return max(0.0, min(until, end) - max(start, self.scenario.warm_up_seconds))


def counts_for(scenario: Scenario, queues: tuple[QueueKey, ...]) -> Counts:
    interval = scenario.volume.interval_seconds
    intervals = ceil(scenario.length_seconds / interval)
    return Counts(
        scenario,
        queues,
        interval,
        tuple(tuple(Tally() for _ in range(intervals)) for _ in queues),
        Depths(scenario.length_seconds),
        tuple(Depths(scenario.length_seconds) for _ in queues),
        tuple(Hours() for _ in (*scenario.groups, *scenario.chatting)),
        conflicts=[0] * intervals,
    )
