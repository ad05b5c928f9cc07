"""Arrivals of a run: each is sent when it is due, or left out when that is long ago."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from routing.model.calls import Call
from routing.router import Router
from simulation.arrivals import Arrival, Mark
from simulation.people.actions import arrival_send
from simulation.people.callers import Caller
from simulation.people.coming import Coming
from simulation.people.hands import Job
from simulation.people.looks import calls_there
from simulation.people.names import name_of
from simulation.people.run_plan import Played
from simulation.people.step import LATE

MOST_LEFT_OUT_AT_ONCE = 10_000
# Callers due longer ago, while no worker was there, are skipped: no flood after a pause.
LATEST_SECONDS = 30.0
# More than a worker has on their way when it dies.
MOST_UNRECORDED = 100


@dataclass(frozen=True)
class Sent:
    """An arrival sent: whether its call is in the table, and the call if it is known."""

    is_there: bool
    call: Call | None = None
    is_late: bool = False


class Arriving:
    """Sends the callers of one run; `came` gets what came of each."""

    def __init__(self, router: Router, plan: Played, came: Callable[[Sent], None]) -> None:
        self._router = router
        self._plan = plan
        self._tell = came
        self._coming = Coming()
        self._leaves_out = False

    @property
    def mark(self) -> Mark:
        """The position after the last arrival whose call is in the table, as are all before it."""
        return self._coming.mark

    def go_on_from(self, mark: Mark) -> None:
        """Goes on after a position."""
        if mark != self.mark:
            self._coming = Coming(mark)

    def leave_out(self, now: datetime) -> int:
        """Passes callers who are too late to be sent, once those before have come; answers how many.

        None is sent until they are passed. Raises DynamoError.
        """
        mark, late = self.mark, self._plan.seconds_at(now) - LATEST_SECONDS
        here = self._plan.left_out(mark, seconds=late, limit=MOST_LEFT_OUT_AT_ONCE)
        self._leaves_out = here != mark
        if not self._leaves_out or self._coming.is_on_the_way:
            return 0
        # Some may have been sent by a worker that died before it recorded them.
        sent = self._plan.due(mark, until_seconds=here.seconds, limit=MOST_UNRECORDED)
        there = calls_there(self._router, self._plan, sent)
        self._coming = Coming(here)
        return here.arrived - mark.arrived - len(there)

    def next_at(self, now: datetime) -> datetime | None:
        """When the next caller was due, if that is by now."""
        if self._leaves_out:
            return None
        coming = self._coming.next(self._plan, until_seconds=self._plan.seconds_at(now))
        return self._plan.moment_of(coming[1].seconds) if coming else None

    def job(self, now: datetime) -> Job[Sent]:
        """Sends the next caller that is due by now."""
        sending = self._coming.next(self._plan, until_seconds=self._plan.seconds_at(now))
        if sending is None:
            raise LookupError("no caller is due")
        before, arrival = sending
        caller = self._plan.caller(arrival.number, name_of)
        self._coming.send(sending)
        return Job(
            lambda: self._sent(before, (arrival, caller)),
            lambda sent: self._came(arrival, sent),
            self._lost,
        )

    def _sent(self, before: Mark, arriving: tuple[Arrival, Caller]) -> Sent:
        """Sends a caller, unless it is too late. Raises DynamoError."""
        now, due_at = self._router.clock(), self._plan.moment_of(arriving[0].seconds)
        late = self._plan.seconds_at(now) - LATEST_SECONDS
        if self._plan.left_out(before, seconds=late, limit=1) != before:
            return Sent(bool(calls_there(self._router, self._plan, arriving[:1])))
        call = arrival_send(self._router, self._plan, arriving)
        return Sent(call is not None, call, is_late=now - due_at > LATE)

    def _came(self, arrival: Arrival, sent: Sent) -> None:
        if self._coming.came(arrival):
            self._tell(sent)

    def _lost(self) -> None:
        """All that have not come are sent again, which has the effect of once."""
        self._coming = Coming(self.mark)
