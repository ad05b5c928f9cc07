"""Sweeper: sweeps each second, and while it is quiet only when something is due."""

from datetime import timedelta

import pytest

from dynamo.meter import MeterReading
from routing import services
from routing.dispatcher import sweeper as module
from routing.dispatcher.sweeper import LOOK_SECONDS, QUIET_SECONDS, Sweeper
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.notices.over_redis import Quiet
from routing.router import Router
from tests.builders import FakeClock, a_router
from tests.centres import a_call_in, agent_now


class Stage:
    """A sweeper that sweeps when told, a second later each time."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.router = a_router(clock=self.clock)
        self.quiet = Quiet(lambda: self.clock().timestamp())
        self.sweeps = 0
        self.sweeper = Sweeper(self.router, lambda: True, quiet=self.quiet)

    def seconds(self, number: int) -> MeterReading:
        """The cost of so many seconds."""
        before = self.router.table.meter.reading()
        for _ in range(number):
            self.clock.advance(1)
            self.sweeper.tick()
        return self.router.table.meter.reading() - before


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    made = Stage()

    def counted(router: Router) -> object:
        made.sweeps += 1
        return services.sweep(router)

    monkeypatch.setattr(module, "sweep", counted)
    return made


def test_it_sweeps_each_second_while_notices_come_or_nobody_listens(stage: Stage) -> None:
    stage.seconds(5)
    assert stage.sweeps == 5
    for _ in range(5):
        stage.quiet.goes_on()
        stage.seconds(1)
        stage.quiet.ends()
    assert stage.sweeps == 10


def test_while_it_is_quiet_and_nothing_is_due_it_looks_every_five_seconds(stage: Stage) -> None:
    stage.quiet.goes_on()
    stage.seconds(round(QUIET_SECONDS))
    stage.sweeps = 0

    assert stage.seconds(60).read_units == pytest.approx(2 * 60 / LOOK_SECONDS, abs=2)
    assert stage.sweeps == 0


def test_what_is_due_while_it_is_quiet_is_done_in_its_second(stage: Stage) -> None:
    a_call_in(stage.router, CallStatus.IN_PROGRESS, "c1", agent_id="ana")
    services.call_complete(stage.router, call_id="c1", wrap_up_seconds=31)
    due = stage.clock() + timedelta(seconds=31)
    stage.quiet.goes_on()

    while agent_now(stage.router, "ana").status is AgentStatus.WRAP_UP:
        stage.seconds(1)
        assert stage.clock() <= due

    assert stage.sweeps <= QUIET_SECONDS + 1


def test_what_no_notice_told_is_done_at_the_next_look(stage: Stage) -> None:
    stage.quiet.goes_on()
    stage.seconds(10)
    a_call_in(stage.router, CallStatus.IN_PROGRESS, "c1", agent_id="ana")
    services.call_complete(stage.router, call_id="c1", wrap_up_seconds=1)

    stage.seconds(round(LOOK_SECONDS) + 1)

    assert agent_now(stage.router, "ana").status is AgentStatus.QUEUED
