"""The dispatcher's lease: one leads, another takes over when it is gone, and nobody asks too often."""

import pytest

from dynamo.memory import MemoryTable
from routing.lease import Lease, lease_holder
from routing.router import Router
from tests.builders import FakeClock, a_router
from tests.tables import InterruptedTable


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
    watched.outcomes.clear()
    for _ in range(30):
        lease.hold()
        clock.advance(0.1)

    assert len(watched.outcomes) == 3
