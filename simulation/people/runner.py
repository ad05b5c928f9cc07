"""Runner: one step of a run: read the table, perform due actions, send arrivals.

All of it may run twice, by two workers or after one that died half-way: each action is an idempotent service,
and the mark moves only past arrivals in the table.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypeVar

from dynamo.exceptions import DynamoError
from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.outcomes import Conflict
from routing.model.queues import CallEntry
from routing.router import Router
from simulation.arrivals import Arrival, Mark
from simulation.people.actions import action_perform, arrival_send
from simulation.people.behaviour import Action, Scene, closing_actions, due_actions, is_over
from simulation.people.callers import Caller
from simulation.people.names import name_of
from simulation.people.run_plan import Played

# A full step takes about 0.4 s, so even a late worker looks twice a second.
MAX_ARRIVALS_PER_STEP = 25
MAX_ACTIONS_PER_STEP = 75
MAX_LATE_PER_STEP = 10_000
# Callers due longer ago, while no worker was there, are skipped: no flood after a pause.
LATEST_SECONDS = 30.0
# A hang-up half a second late does no harm; a read of every queue at every step would.
WAITING_INTERVAL = timedelta(seconds=0.5)
# Pause between looks, as a multiple of a look's time; meanwhile actions follow the last look.
LOOK_PAUSE = 2.0

T = TypeVar("T")
R = TypeVar("R")


class Each(Protocol):
    """Applies a function to each item, with the results in order: `map`, or the `map` of a thread pool."""

    def __call__(self, do: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]: ...


@dataclass(frozen=True)
class Step:
    """Result of a step: the next mark, arrivals left out, actions done, errors."""

    mark: Mark
    missed: int = 0
    done: int = 0
    conflicts: int = 0
    error: str = ""
    is_over: bool = False


class Runner:
    """Plays the callers and agents of one run on one table; `scene` is its last look.

    With a clock, `monotonic`, it looks a third of the time at most; without, at each step.
    """

    def __init__(
        self,
        router: Router,
        plan: Played,
        *,
        each: Each = map,
        by_hand: Collection[str] = (),
        waiting_interval: timedelta = WAITING_INTERVAL,
        arrivals_at_once: int = MAX_ARRIVALS_PER_STEP,
        monotonic: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.scene = Scene()
        self._arrivals_at_once = arrivals_at_once
        self._monotonic = monotonic
        self._look_again_at = float("-inf")
        self._done = set[Action]()
        self._waiting_interval = waiting_interval
        self._router = router
        self._by_hand = frozenset(by_hand)
        self._plan = plan
        self._each = each
        self._waiting: tuple[CallEntry, ...] = ()
        self._waiting_since: datetime | None = None

    def step(self, mark: Mark, *, now: datetime) -> Step:
        """Performs the actions due at `now`, and sends the arrivals after `mark`; bounded.

        An unreachable table ends the step early: `error` has the reason, and the next step continues from
        this one's mark.
        """
        try:
            actions = self._due_actions(now)
            arriving = self._due_arrivals(Step(mark), now)
        except DynamoError as error:
            return Step(mark, error=str(error))
        return self._both(arriving, actions)

    def closing_step(self, mark: Mark, *, now: datetime) -> Step:
        """Ends the calls of this run, bounded, and sends no more; `is_over` once none is left."""
        self._waiting_since = None
        step = Step(mark)
        try:
            scene = self._look(now)
            step = self._act(step, closing_actions(self._plan, scene, limit=MAX_ACTIONS_PER_STEP))
            return replace(step, is_over=is_over(self._plan, scene) and self._nobody_waits())
        except DynamoError as error:
            return replace(step, error=str(error))

    def last_step(self, mark: Mark, *, now: datetime) -> Step:
        """A closing step; at the end it also counts arrivals of a worker that died."""
        step = self.closing_step(mark, now=now)
        if not step.is_over:
            return step
        try:
            behind = self._plan.due(mark, until_seconds=float("inf"), limit=self._arrivals_at_once)
            there = self._there(behind)
        except DynamoError as error:
            return replace(step, error=str(error), is_over=False)
        came = [arrival for arrival in behind if self._plan.call_id(arrival.number) in there]
        here = came[-1].mark if came else mark
        return replace(step, mark=here, missed=here.arrived - mark.arrived - len(came))

    def is_over(self, *, now: datetime) -> bool:
        """Reads again whether no call waits, rings or is in progress or wrap-up. Raises DynamoError."""
        self._waiting_since = None
        return is_over(self._plan, self._look(now)) and self._nobody_waits()

    def _due_actions(self, now: datetime) -> list[Action]:
        """Due actions of people without an action since the last look."""
        if self._monotonic() >= self._look_again_at:
            self._look(now)
        limit = MAX_ACTIONS_PER_STEP + len(self._done)
        due = due_actions(self._plan, self.scene, now=now, limit=limit)
        return [action for action in due if action not in self._done][:MAX_ACTIONS_PER_STEP]

    def _look(self, now: datetime) -> Scene:
        """Reads the waiting calls before the agents: a call that is matched in between is seen twice."""
        began = self._monotonic()
        waiting = self._waiting_calls(now)
        agents = tuple(selectors.agents(self._router))
        ringing = [agent.call_id for agent in agents if agent.status is AgentStatus.OFFERED and agent.call_id]
        calls = selectors.calls(self._router, [one for one in ringing if self._is_ours(one)])
        self.scene = Scene(agents, tuple(calls), waiting, self._by_hand)
        self._done.clear()
        ended = self._monotonic()
        self._look_again_at = ended + LOOK_PAUSE * (ended - began)
        return self.scene

    def _waiting_calls(self, now: datetime) -> tuple[CallEntry, ...]:
        read_at = self._waiting_since
        if read_at is None or now - read_at >= self._waiting_interval:
            self._waiting, self._waiting_since = tuple(selectors.waiting_calls(self._router)), now
        return self._waiting

    def _nobody_waits(self) -> bool:
        """Looks again: a call declined between the two reads is in neither."""
        return is_over(self._plan, Scene(waiting=tuple(selectors.waiting_calls(self._router))))

    def _is_ours(self, call_id: str) -> bool:
        return self._plan.number_of(call_id) is not None

    def _act(self, step: Step, actions: list[Action]) -> Step:
        outcomes = list(self._each(partial(action_perform, self._router), actions))
        conflicts = sum(isinstance(outcome, Conflict) for outcome in outcomes)
        return replace(step, done=len(outcomes) - conflicts, conflicts=conflicts)

    def _due_arrivals(self, step: Step, now: datetime) -> tuple[Step, list[Arrival]]:
        """Arrivals due; none in a step that skips some, so that those sent follow the mark.

        Raises DynamoError.
        """
        plan, elapsed, mark = self._plan, self._plan.seconds_at(now), step.mark
        here = plan.left_out(mark, seconds=elapsed - LATEST_SECONDS, limit=MAX_LATE_PER_STEP)
        if here == mark:
            return step, plan.due(mark, until_seconds=elapsed, limit=self._arrivals_at_once)
        # Some may have been sent by a worker that died before it recorded them.
        sent = plan.due(mark, until_seconds=here.seconds, limit=self._arrivals_at_once)
        return replace(step, mark=here, missed=here.arrived - mark.arrived - len(self._there(sent))), []

    def _there(self, arrivals: Iterable[Arrival]) -> set[str]:
        """The ids of these arrivals' calls that are in the table. Raises DynamoError."""
        wanted = [self._plan.call_id(arrival.number) for arrival in arrivals]
        return {call.call_id for call in selectors.calls(self._router, wanted)}

    def _send(self, before: Mark, arriving: tuple[Arrival, Caller]) -> bool:
        """Sends a caller, unless too late; False if not sent. Raises DynamoError."""
        late = self._plan.seconds_at(self._router.clock()) - LATEST_SECONDS
        if self._plan.left_out(before, seconds=late, limit=1) != before:
            return bool(self._there([arriving[0]]))
        return arrival_send(self._router, self._plan, arriving)

    def _both(self, arriving: tuple[Step, list[Arrival]], actions: list[Action]) -> Step:
        """Sends arrivals and performs due actions, in parallel.

        The mark moves past each arrival sent, up to the first that was not.
        """
        step, due = arriving
        callers = [(arrival, self._plan.caller(arrival.number, name_of)) for arrival in due]
        marks = [step.mark, *(arrival.mark for arrival in due)]
        jobs: list[Callable[[], object]] = [
            *(partial(self._send, mark, caller) for mark, caller in zip(marks, callers, strict=False)),
            *(partial(action_perform, self._router, action) for action in actions),
        ]
        results = iter(self._each(_done, jobs))
        try:
            for arrival in due:
                step = replace(step, mark=arrival.mark, missed=step.missed + (not next(results)))
            for action, outcome in zip(actions, results, strict=True):
                lost = isinstance(outcome, Conflict)
                step = replace(step, done=step.done + (not lost), conflicts=step.conflicts + lost)
                self._done.add(action)
        except DynamoError as error:
            return replace(step, error=str(error))
        return step


def _done(job: Callable[[], object]) -> object:
    return job()
