"""End of a run in real time: no call or agent is left half done, all calls are counted.

It needs no memory of the playing process: another process may close the run of a killed one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from dynamo.exceptions import DynamoError
from routing import selectors
from routing.exceptions import RoutingError
from routing.model.agents import Choice
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.services import call_remove
from simulation.arrivals import START
from simulation.chats.said import Said, said_in
from simulation.forward.counts import Counts
from simulation.in_real_time.counting import calls_count, replies_count
from simulation.in_real_time.scenario_agents import BY, agents_are_offline, agents_choose
from simulation.in_real_time.scenario_plan import ScenarioPlan
from simulation.people.ending import Ending
from simulation.people.hands import Each
from simulation.people.pace import STEP_SECONDS, Pace

CLOSING_SECONDS = 60.0
CALLS_AT_ONCE = 1_000
# An arrival is never sent before its moment; clocks of two processes may differ by less.
SLACK = timedelta(seconds=5)


@dataclass
class Closing:
    """Closes one run. `alive` is called often during it."""

    router: Router
    plan: ScenarioPlan
    agent_ids: Collection[str]
    each: Each = map
    pace: Pace = field(default_factory=Pace)
    alive: Callable[[], object] = lambda: None
    error: str = ""

    def end(self) -> bool:
        """Ends the run's calls and sends its agents home; False if that took too long."""
        until, sent_home = self.pace.monotonic() + CLOSING_SECONDS, False
        ending = Ending(self.router, self.plan, each=self.each)
        while self.pace.monotonic() < until:
            self.alive()
            try:
                if not sent_home:
                    self._send_home()
                    sent_home = True
                step = ending.closing_step(START)
                self.error = step.error
                if step.is_over and agents_are_offline(self.router, self.agent_ids):
                    return True
            except (DynamoError, RoutingError) as failure:
                self.error = str(failure)
            self.pace.sleep(STEP_SECONDS)
        return False

    def count(self, counts: Counts, *, closed_at: datetime) -> None:
        """Counts the calls as of a moment, and removes their dead letters from the list."""
        calls = [call for some in self._calls() for call in some]
        calls_count(counts, self.plan, calls, closed_at=closed_at)
        replies_count(counts, self.plan, self._said(calls), closed_at=closed_at)
        self._put_away(calls)

    def _send_home(self) -> None:
        """Only agents that exist; a killed process may have created none."""
        made = [agent.agent_id for agent in selectors.agents_by_id(self.router, list(self.agent_ids))]
        agents_choose(self.router, made, Choice.OFFLINE, each=self.each)

    def _calls(self) -> Iterator[list[Call]]:
        """The calls of the run, by all ids possible by now."""
        now = self.plan.seconds_at(self.router.clock() + SLACK)
        last = sum(1 for seconds in self.plan.arrivals if seconds <= now)
        for first in range(0, last, CALLS_AT_ONCE):
            numbers = range(first, min(first + CALLS_AT_ONCE, last))
            yield selectors.calls(self.router, [self.plan.call_id(number) for number in numbers])
            self.alive()

    def _said(self, calls: Iterable[Call]) -> Iterator[tuple[Call, Said]]:
        """What was said in the answered chats, if their messages are simulated."""
        if self.plan.messages is None:
            return
        chats = [call for call in calls if call.chat_id and call.answered_at]
        for chat, found in zip(chats, self.each(partial(said_in, self.router), chats), strict=True):
            yield chat, found
            self.alive()

    def _put_away(self, calls: Iterable[Call]) -> None:
        """Removes the run's calls from the dead letters."""
        for call in calls:
            if call.status is CallStatus.DEAD_LETTERED:
                call_remove(self.router, call_id=call.call_id, reason="the simulation is over", by=BY)
