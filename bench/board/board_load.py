"""Load on the board: agents who choose a status, callers who call and are answered.

Six in ten changes are choices. The others belong to calls: one in ten is a new call, which the dispatcher
offers, and which is accepted and ended some seconds later.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from random import Random

from bench.burst import moments
from bench.centre.contact_centre import SKILLS, router_on
from bench.centre.ear import ear
from bench.centre.live_centre import CHANNEL, LiveCentre
from routing import selectors, services
from routing.model.agents import Agent, Choice
from routing.model.calls import Call
from routing.model.events import Event
from routing.model.outcomes import Conflict
from routing.notices.over_redis import Publisher
from routing.router import Router

CHOICES, CALLS = 0.6, 0.1
TALK_SECONDS = 3.0
LISTEN_SECONDS = 0.02

Act = Callable[[Router], Agent | Call | Conflict]


@dataclass(frozen=True)
class Changes:
    """Work of one process: either choices and calls at a rate, or answers to offers."""

    centre: LiveCentre
    seconds: float
    per_second: float = 0.0
    agents: tuple[int, int] = (0, 0)
    answers: bool = False


@dataclass(frozen=True)
class Change:
    """A row that must be seen at this version or later, with its commit time by the machine's monotonic
    clock.
    """

    row: str
    version: int
    committed_at: float


@dataclass
class Done:
    """The changes in order, and the number of others: offers, and ended calls."""

    changes: list[Change] = field(default_factory=list)
    others: int = 0


def jobs(centre: LiveCentre, *, per_second: float, seconds: float, agents: int) -> list[Changes]:
    """Changes at a total rate, shared by processes with separate agents."""
    middle = agents // 2
    active = [Changes(centre, seconds, per_second / 2, part) for part in ((0, middle), (middle, agents))]
    return [*active, Changes(centre, seconds, answers=True)]


def ready_to_change(work: Changes) -> Callable[[], Done]:
    """People with open connections; call it to start them."""
    people = _People(work)
    return people.answer if work.answers else people.act


class _People:
    def __init__(self, work: Changes) -> None:
        self._work = work
        self._publish = Publisher(work.centre.redis_url, CHANNEL).publish
        self._router = router_on(work.centre.endpoint, emit=self._told)
        self._committed_at = 0.0
        self._random = Random(work.agents[0])  # noqa: S311 - a workload, no secret
        everybody = selectors.agents(self._router)
        self._paused = {agent.agent_id for agent in everybody if agent.choice is Choice.PAUSED}
        self._done = Done()

    def act(self) -> Done:
        """Performs due changes; on a slow machine late but in order."""
        started_at = time.monotonic()
        for at, do in self._plan():
            time.sleep(max(0.0, started_at + at - time.monotonic()))
            if time.monotonic() - started_at > self._work.seconds:
                break
            self._note(do)
        return self._done

    def answer(self) -> Done:
        """Every agent answers as soon as its offer is heard, and completes after a while."""
        until, talks = time.monotonic() + self._work.seconds, list[tuple[float, str]]()
        with ear(self._work.centre.redis_url) as listening:
            while time.monotonic() < until:
                for agent_id, call_id in listening.hear(LISTEN_SECONDS):
                    self._done.others += 1
                    self._note(partial(services.call_accept, call_id=call_id, agent_id=agent_id))
                    heappush(talks, (time.monotonic() + TALK_SECONDS, call_id))
                while talks and talks[0][0] < time.monotonic():
                    self._done.others += 1
                    services.call_complete(self._router, call_id=heappop(talks)[1])
        return self._done

    def _told(self, events: Sequence[Event]) -> None:
        self._committed_at = time.monotonic()
        self._publish(events)

    def _note(self, do: Act) -> None:
        self._committed_at = 0.0
        outcome = do(self._router)
        if isinstance(outcome, Conflict) or not self._committed_at:
            return  # another operation was first, or nothing was left to change
        row = outcome.agent_id if isinstance(outcome, Agent) else outcome.call_id
        self._done.changes.append(Change(row, outcome.version, self._committed_at))

    def _plan(self) -> list[tuple[float, Act]]:
        rate, seconds = self._work.per_second, self._work.seconds
        plan = [(at, self._choice()) for at in moments(self._random, seconds, rate=rate * CHOICES)]
        plan += [(at, self._call()) for at in moments(self._random, seconds, rate=rate * CALLS)]
        return sorted(plan, key=lambda planned: planned[0])

    def _choice(self) -> Act:
        """Alternates between paused and ready, so that every choice changes something."""
        agent_id = f"agent-{self._random.randrange(*self._work.agents):06d}"
        self._paused ^= {agent_id}
        if agent_id in self._paused:
            return partial(services.agent_choose, agent_id=agent_id, choice=Choice.PAUSED, reason="Lunch")
        return partial(services.agent_choose, agent_id=agent_id, choice=Choice.READY)

    def _call(self) -> Act:
        language, gender = self._random.choice(SKILLS.languages), self._random.choice(SKILLS.genders)
        return partial(services.call_enqueue, language=language, gender=gender)
