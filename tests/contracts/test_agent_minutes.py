"""Agents by status per minute: kept once, for an hour, however often they are reported."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from dynamo.exceptions import OutcomeUnknownError
from dynamo.table import Table
from dynamo.transaction import Outcome, Transaction
from routing import selectors
from routing.model.agent_minutes import AgentMinute, minute_counted, minute_id
from routing.model.agents import AgentStatus
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.services import agent_minute_keep, table_create
from routing.storage import keys
from tests.builders import NOON, FakeClock, a_router
from tests.tables import PassingTable

MINUTE = timedelta(minutes=1)
QUEUED, PAUSED = AgentStatus.QUEUED, AgentStatus.PAUSED


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    router = a_router(either_table, clock=clock)
    table_create(router)
    return router


def a_minute(began: datetime, *statuses: AgentStatus) -> AgentMinute:
    return minute_counted(began, statuses)


def the_last_hour(router: Router) -> Iterator[tuple[str, dict[AgentStatus, int]]]:
    for minute in selectors.agent_minutes(router):
        yield minute_id(minute.began), {one: many for one, many in minute.counts.items() if many}


def test_a_kept_minute_can_be_read_later(router: Router) -> None:
    assert agent_minute_keep(router, minute=a_minute(NOON - MINUTE, QUEUED, PAUSED, QUEUED))
    assert agent_minute_keep(router, minute=a_minute(NOON - 3 * MINUTE))

    assert dict(the_last_hour(router)) == {
        "2026-11-21T11:57Z": {},
        "2026-11-21T11:59Z": {QUEUED: 2, PAUSED: 1},
    }
    assert audit(router) == []


def test_a_minute_keeps_those_who_chat_apart(router: Router) -> None:
    assert agent_minute_keep(router, minute=minute_counted(NOON - MINUTE, [QUEUED], [PAUSED, PAUSED]))

    (kept,) = selectors.agent_minutes(router)
    assert (kept.of("")[QUEUED], kept.of("")[PAUSED], kept.of("chat")[PAUSED]) == (1, 0, 2)
    assert audit(router) == []


def test_who_tells_a_minute_first_is_believed_however_often_it_is_told(router: Router) -> None:
    assert agent_minute_keep(router, minute=a_minute(NOON, QUEUED))
    assert not agent_minute_keep(router, minute=a_minute(NOON, QUEUED))
    assert not agent_minute_keep(router, minute=a_minute(NOON, PAUSED))
    assert [*the_last_hour(router)] == [("2026-11-21T12:00Z", {QUEUED: 1})]


def test_a_minute_writes_over_that_of_the_hour_before_and_never_over_a_later_one(
    router: Router, clock: FakeClock
) -> None:
    began = clock()
    for number in range(150):
        assert agent_minute_keep(router, minute=a_minute(began + number * MINUTE, QUEUED))
    clock.advance(150 * 60)
    assert not agent_minute_keep(router, minute=a_minute(began + 60 * MINUTE, PAUSED))

    assert len(router.table.query(keys.AGENT_MINUTES)) == 60
    found = [minute for minute, _ in the_last_hour(router)]
    assert len(found) == 60
    assert found[0] == minute_id(began + 90 * MINUTE)
    assert found[-1] == minute_id(began + 149 * MINUTE)


class _RepliesLost(PassingTable):
    """Commits, and reports an unknown outcome."""

    def commit(self, transaction: Transaction) -> Outcome:
        self.behind.commit(transaction)
        raise OutcomeUnknownError("TransactWriteItems", 1)


def test_after_a_lost_reply_it_is_told_again_and_stands_once(router: Router, clock: FakeClock) -> None:
    cut = a_router(_RepliesLost(router.table), clock=clock)
    with pytest.raises(OutcomeUnknownError):
        agent_minute_keep(cut, minute=a_minute(NOON, QUEUED))

    assert not agent_minute_keep(router, minute=a_minute(NOON, QUEUED))
    assert [*the_last_hour(router)] == [("2026-11-21T12:00Z", {QUEUED: 1})]


@pytest.mark.parametrize("minute", ["soon", "2026-11-21T11:58Z"])
def test_what_cannot_be_read_is_passed_over_named_by_the_audit_and_removed(
    router: Router, minute: str
) -> None:
    agent_minute_keep(router, minute=a_minute(NOON - MINUTE, QUEUED))
    transaction = Transaction(router.new_id())
    transaction.put(keys.agent_minute_key(NOON), {"MinuteID": minute})
    router.table.commit(transaction)

    assert [one for one, _ in the_last_hour(router)] == ["2026-11-21T11:59Z"]
    (finding,) = audit(router)
    assert finding.subject == "AgentMinutes 00"
    assert [one.subject for one in repair(router)] == ["AgentMinutes 00"]
    assert audit(router) == []
