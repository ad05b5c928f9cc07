"""Lease of the dispatcher: one leads, another takes over, few requests."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from dynamo.items import Foreign
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.services.lease import Lease, lease_holder, lease_trouble
from routing.storage import keys
from tests.builders import FakeClock, a_router
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable
from tests.unit.routing.repair.damages import remove, spoil


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def router(watched: InterruptedTable, clock: FakeClock) -> Router:
    return a_router(watched, clock=clock)


def test_of_two_one_leads(router: Router) -> None:
    one, other = Lease(router, "one"), Lease(router, "other")

    assert lease_holder(router) is None
    assert one.hold()
    assert not other.hold()
    assert lease_holder(router) == "one"


def test_it_is_kept_as_long_as_it_is_renewed(router: Router, clock: FakeClock) -> None:
    one, other = Lease(router, "one", seconds=3), Lease(router, "other", seconds=3)
    for _ in range(20):
        assert one.hold()
        assert not other.hold()
        clock.advance(1)


def test_another_leads_once_it_ran_out_and_the_first_learns_of_it(router: Router, clock: FakeClock) -> None:
    one, other = Lease(router, "one", seconds=3), Lease(router, "other", seconds=3)
    one.hold()
    clock.advance(3.1)

    assert lease_holder(router) is None
    assert other.hold()
    assert not one.hold()
    assert lease_holder(router) == "other"


def test_another_leads_as_soon_as_it_is_let_go(router: Router, clock: FakeClock) -> None:
    one, other = Lease(router, "one"), Lease(router, "other")
    one.hold()
    one.release()

    clock.advance(0.001)
    assert lease_holder(router) is None
    assert other.hold()


def test_who_does_not_lead_lets_nothing_go(router: Router) -> None:
    one, other = Lease(router, "one"), Lease(router, "other")
    one.hold()
    other.hold()
    other.release()

    assert lease_holder(router) == "one"


def test_it_is_written_three_times_in_its_life_at_most(
    router: Router, watched: InterruptedTable, clock: FakeClock
) -> None:
    lease = Lease(router, "one", seconds=3)
    watched.changed.clear()
    for _ in range(30):
        lease.hold()
        clock.advance(0.1)

    assert len(watched.changed) == 3


ODD: list[dict[str, Any]] = [
    {"Owner": 7, "ExpiresAt": 8},
    {"Owner": "gone", "ExpiresAt": "2999-01-01T00:00:00+00:00"},
    {"Owner": "gone", "ExpiresAt": "tomorrow"},
    {"Owner": Foreign("B", "AAEC")},
    {},
    {"Owner": "gone", "ExpiresAt": "2026-11-21T12:00:05.000000+00:00", "Format": 2},
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_lease_that_no_dispatcher_wrote_is_taken_over_when_nobody_renews_it(
    odd: dict[str, Any], router: Router, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(router, keys.DISPATCHER_LEASE, **odd)
    lease, other = Lease(router, "new"), Lease(router, "other")

    with caplog.at_level(logging.WARNING):
        held = []
        for _ in range(5):
            held.append(lease.hold())
            clock.advance(1)

    assert (held[0], held[-1]) == (False, True)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "this dispatcher does not lead",
        "this dispatcher takes the lease over",
    ]
    assert (lease_holder(router), other.hold()) == ("new", False)


def test_a_leader_whose_clock_is_ahead_is_followed_and_told_of(
    router: Router, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    """It renews its lease, so it lives, whatever its clock says."""
    ahead = FakeClock(clock.now)
    ahead.advance(3600)
    leader, follower = Lease(replace(router, clock=ahead), "ahead"), Lease(router, "follower")

    with caplog.at_level(logging.WARNING):
        for _ in range(60):
            assert leader.hold()
            assert not follower.hold()
            clock.advance(1)
            ahead.advance(1)

    assert {record.msg for record in caplog.records} == {"this dispatcher does not lead: %s"}
    assert "the lease of ahead ends at" in caplog.text
    assert "that clock or this one is wrong" in lease_trouble(router)


def test_the_audit_names_a_lease_that_does_not_end_and_a_repair_removes_it(router: Router) -> None:
    spoil(router, keys.DISPATCHER_LEASE, Owner="gone", ExpiresAt="2999-01-01T00:00:00+00:00")

    (found,) = audit(router)
    (done,) = repair(router)

    assert (found.rule, found.subject) == ("a lease ends soon", "Leases Dispatcher")
    assert "ends at 2999-01-01T00:00:00+00:00, further ahead than the 3 seconds" in found.detail
    assert done.subject == "Leases Dispatcher"
    assert audit(router) == []


def test_to_follow_another_is_no_trouble(
    router: Router, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    leader, follower = Lease(router, "one"), Lease(router, "other")
    assert lease_trouble(router) == "no dispatcher leads"

    with caplog.at_level(logging.WARNING):
        for _ in range(10):
            assert (leader.hold(), follower.hold()) == (True, False)
            clock.advance(1)

    assert caplog.records == []
    assert lease_trouble(router) == ""
    remove(router, keys.DISPATCHER_LEASE)
    assert lease_trouble(router) == "no dispatcher leads"
