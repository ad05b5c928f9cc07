"""Runner: plays the people of one run; each acts when it is due.

What comes next follows from what the last action came to. Only offers are found by looking: often at the
calls at the heads of their queues, and seldom at everything, which also shows what others did; where nobody
else does anything, more seldom. All of it may run twice, by two workers or after one that died half-way: each
action is an idempotent service, and the mark moves only past arrivals in the table.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from dynamo.exceptions import DynamoError
from routing.model.copies import replace
from routing.router import Router
from simulation.arrivals import START, Mark
from simulation.people.actions import Acted, action_perform
from simulation.people.arriving import Arriving, Sent
from simulation.people.behaviour import Action, RingOut, Scene
from simulation.people.hands import Hands, Job, OneByOne
from simulation.people.looks import SeenCalls, look_at_all, look_at_calls
from simulation.people.pace import LEAST_PAUSE_SECONDS, STEP_SECONDS, Pace
from simulation.people.plans import Plans
from simulation.people.run_plan import Played
from simulation.people.step import Step

LOOK_INTERVAL = timedelta(seconds=2)
# Agents rarely answer sooner than a tenth of that, so an offer is found before its answer is due. Where none
# answers sooner than some seconds, these looks are as far apart as leaves time for one.
HEADS_EVERY = 0.1
OF_SHORTEST_ANSWER = 0.7
HEADS_AT_ONCE = 100
SHORTEST_SECONDS = 0.001
# While as many jobs go on as may, each takes longer than that.
BUSY_SECONDS = 0.005


class Runner:
    """Plays the callers and agents of one run on one table; `scene` is its last look at everything.

    Looks at everything are `look_interval` apart, or `calm_interval` after one that showed no act of others.
    """

    def __init__(
        self,
        router: Router,
        plan: Played,
        *,
        hands: Hands | None = None,
        by_hand: Collection[str] = (),
        look_interval: timedelta = LOOK_INTERVAL,
        calm_interval: timedelta | None = None,
    ) -> None:
        self.scene = Scene()
        self.plans = Plans(router, plan, by_hand=by_hand)
        self.hands = hands or OneByOne()
        self._router = router
        self._plan = plan
        self._by_hand = frozenset(by_hand)
        self._look_interval = self._next_look = look_interval
        self._calm_interval = calm_interval or look_interval
        shortest = timedelta(seconds=plan.durations.answer_delay.at(0) * OF_SHORTEST_ANSWER)
        self._heads_interval = max(look_interval * HEADS_EVERY, min(shortest, look_interval / 2))
        self._arriving = Arriving(router, plan, self._came)
        self._step = Step(START)
        self._error = ""
        self._is_looking = False
        self._now = router.clock()
        self._looked_at: datetime | None = None
        self._heads_at: datetime | None = None

    def step(self, mark: Mark, *, now: datetime) -> Step:
        """Starts what is due at `now`, and the arrivals after `mark`; answers what has finished by then.

        While the table cannot be reached nothing but looks is started: `error` has the reason.
        """
        self._now = now
        self._arriving.go_on_from(mark)
        self._hand_over()
        self._look(now)
        self._hand_over()
        if not self._error and self._looked_at is not None:
            try:
                self._start_due(now)
            except DynamoError as error:
                self._failed(error)
            self._hand_over()
        return self._taken()

    def steps(self, mark: Mark, *, pace: Pace, seconds: float = STEP_SECONDS) -> Step:
        """Steps for that long, with pauses; only one where jobs are carried out one by one."""
        over_at = pace.monotonic() + seconds
        step = self.step(mark, now=self._router.clock())
        while self.hands.are_many and pace.monotonic() < over_at:
            pace.sleep(self._pause_seconds())
            step = step.then(self.step(step.mark, now=self._router.clock()))
        return step

    def rest_seconds(self, began: float, pace: Pace) -> float:
        """The pause after steps that began then: what is left of theirs, and where jobs go on no more."""
        return pace.rest(began, least=0.0) if self.hands.are_many else pace.rest(began)

    def _pause_seconds(self) -> float:
        """The pause until the next action is due, within bounds; the longest while nothing may be started."""
        if self._error or self._looked_at is None:
            return LEAST_PAUSE_SECONDS
        next_at = self.plans.agenda.next_at
        left = (next_at - self._router.clock()).total_seconds() if next_at else LEAST_PAUSE_SECONDS
        return min(max(left, SHORTEST_SECONDS if self.hands.free else BUSY_SECONDS), LEAST_PAUSE_SECONDS)

    def settle(self, mark: Mark) -> Step:
        """Waits for all that was started; answers what came of it since the step that ended at `mark`."""
        self._arriving.go_on_from(mark)
        self.hands.wait()
        self._hand_over()
        return self._taken()

    def _taken(self) -> Step:
        step, self._step = self._step, Step(START)
        return replace(step, mark=self._arriving.mark, error=self._error)

    def _hand_over(self) -> None:
        """Takes the results of finished jobs; after an error everything is looked at again."""
        for error in self.hands.hand_over():
            self._failed(error)

    def _failed(self, error: DynamoError) -> None:
        self._error, self._looked_at = str(error), None
        self.plans.agents.clear()

    def _look(self, now: datetime) -> None:
        """Starts a look at everything if it is time, else at the calls at the heads and those in doubt."""
        plans = self.plans
        if not self._is_looking and _is_time(self._looked_at, now, self._next_look):
            look_all = partial(look_at_all, self._router, plans.agents)
            self._start_look(Job(look_all, self._saw_all, self._saw_nothing))
        if not len(plans.waiting):
            self._heads_at = now  # the interval begins when somebody waits
        is_time = plans.doubtful or _is_time(self._heads_at, now, self._heads_interval)
        wanted = plans.to_look_at(HEADS_AT_ONCE) if is_time and not self._is_looking else []
        if wanted:
            look = partial(look_at_calls, self._router, wanted, plans.agents)
            self._start_look(Job(look, self._saw_calls, self._saw_nothing))

    def _start_look(self, job: Job[Scene] | Job[SeenCalls]) -> None:
        self._is_looking = True
        self.plans.agenda.look_begins()
        self.hands.look(job)

    def _saw_all(self, scene: Scene) -> None:
        self._is_looking, self._error = False, ""
        self._looked_at = self._now
        self.scene = scene
        is_calm = self.plans.saw_all(scene)
        self._next_look = self._calm_interval if is_calm else self._look_interval

    def _saw_calls(self, seen: SeenCalls) -> None:
        self._is_looking = False
        self._heads_at = self._now
        self.plans.saw_calls(seen)

    def _saw_nothing(self) -> None:
        self._is_looking = False

    def _start_due(self, now: datetime) -> None:
        """Starts due arrivals and actions, the most overdue first, as many as may go on at once."""
        self._count(Step(START, missed=self._arriving.leave_out(now)))
        while self.hands.free > 0:
            comes_at, acts_at = self._arriving.next_at(now), self.plans.agenda.next_at
            if comes_at is not None and (acts_at is None or comes_at <= acts_at):
                self.hands.start(self._arriving.job(now))
            elif acts_at is not None and acts_at <= now:
                self._start_action()
            else:
                break

    def _came(self, sent: Sent) -> None:
        there = sent.is_there
        self._count(Step(START, missed=not there, timed=there, late=there and sent.is_late))
        if sent.call is not None:
            self.plans.know(sent.call)

    def _start_action(self) -> None:
        due_at, action = self.plans.agenda.take()
        if isinstance(action, RingOut):
            self.plans.rang_out(action.call_id)
            return
        act = partial(action_perform, self._router, action, seen=self.plans.seen(action), due_at=due_at)
        again = partial(self.plans.again, action.call_id)
        self.hands.start(Job(act, partial(self._acted, due_at, action), again))

    def _acted(self, due_at: datetime, action: Action, acted: Acted) -> None:
        done = acted.is_done
        self._count(Step(START, done=done, conflicts=not done, timed=done, late=done and acted.is_late))
        self.plans.acted(due_at, action, acted)

    def _count(self, counted: Step) -> None:
        self._step = self._step.then(counted)


def _is_time(last: datetime | None, now: datetime, interval: timedelta) -> bool:
    """Whether the interval is over, also after the clock went back."""
    return last is None or not timedelta() <= now - last < interval
