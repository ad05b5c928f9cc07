"""Mirrors of a centre: what they hear, read and cost."""

from collections.abc import Callable
from datetime import UTC

from live.board.frames import State
from live.feed.mirror import Mirror
from live.feed.work import Work, work_of
from live.figures.formulas import Measure
from routing import selectors
from routing.model.calls import Call
from routing.services import (
    match_once,
)
from tests.unit.live.centres import Centre

NOTHING = Work()


def heard(centre: Centre) -> Work:
    """The work in the notices since the last time."""
    work = Work()
    while centre.said:
        work.add(work_of(centre.said.pop()))
    return work


def read_units(centre: Centre, action: Callable[[], object]) -> float:
    before = centre.router.table.meter.reading().read_units
    action()
    return centre.router.table.meter.reading().read_units - before


def surveyed(mirror: Mirror) -> Work:
    """The items a mirror reads after a comparison with the whole table."""
    return mirror.compare(mirror.survey())


def read_from_the_table(centre: Centre) -> State:
    """State of a new mirror."""
    return Mirror(centre.router, zone=UTC, measure=Measure()).refresh(Work(everything=True))


def match(centre: Centre) -> Call:
    assert len(match_once(centre.router).matches) == 1
    (call,) = (one for one in selectors.all_calls(centre.router) if one.agent_id)
    return call
