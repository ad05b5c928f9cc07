"""Ended calls by the hour, newest first, without a read of the whole table."""

from datetime import timedelta

from dynamo.table import Table
from routing import selectors, services
from tests.builders import NOON, FakeClock, a_router, a_waiting_call


def test_they_come_newest_first_over_the_hours_and_as_many_as_asked_for(either_table: Table) -> None:
    clock = FakeClock()
    router = a_router(either_table, clock=clock)
    for call_id in ("c1", "c2", "c3", "c4"):
        a_waiting_call(router, call_id)
        services.call_abandon(router, call_id=call_id)
        clock.advance(1200)
    a_waiting_call(router, "still here")

    assert [call.call_id for call in selectors.ended_calls(router)] == ["c4", "c3", "c2", "c1"]
    assert [call.call_id for call in selectors.ended_calls(router, limit=3)] == ["c4", "c3", "c2"]
    assert [call.call_id for call in selectors.ended_calls(router, hours=0)] == ["c4"]


def test_those_of_an_earlier_day_are_left_out(either_table: Table) -> None:
    clock = FakeClock()
    router = a_router(either_table, clock=clock)
    a_waiting_call(router, "old")
    services.call_remove(router, call_id="old", reason="prank")
    clock.now = NOON + timedelta(hours=26)

    assert selectors.ended_calls(router) == []
