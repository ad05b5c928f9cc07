"""Kept answers of idempotency keys: valid for a day, then removed, and the key is free again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import KeyReusedError, UnreadableItemError
from routing.model.agents import AgentStatus, Choice
from routing.model.command import KEPT
from routing.repair.audit import audit
from routing.repair.reading import read_table
from routing.repair.repairing import repair
from routing.router import Router
from routing.storage import keys
from tests.builders import FakeClock, a_router, as_call
from tests.centres import an_agent_in
from tests.contracts.keys.keyed import ONE, dequeue, keyed, offer, two_wait
from tests.unit.routing.repair.damages import spoil


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    return a_router(either_table, clock=clock)


def test_a_key_counts_for_a_day(router: Router, clock: FakeClock) -> None:
    two_wait(router)
    dequeue(keyed(router))
    clock.advance(KEPT.total_seconds() - 1)
    assert as_call(dequeue(keyed(router))).call_id == "c1"  # type: ignore[arg-type]
    clock.advance(1)

    later = replace(ONE, request="something else")
    assert as_call(dequeue(keyed(router, later))).call_id == "c2"  # type: ignore[arg-type]
    with pytest.raises(KeyReusedError):
        dequeue(keyed(router))


def test_expired_keys_are_forgotten_and_no_others(router: Router, clock: FakeClock) -> None:
    two_wait(router)
    dequeue(keyed(router))
    services.command_claim(keyed(router, replace(ONE, key="claimed")))
    clock.advance(60)
    offer(keyed(router, replace(ONE, key="later")))
    clock.advance(KEPT.total_seconds() - 60)

    assert len(read_table(router).commands) == 3
    assert services.commands_forget(router) == 2
    assert [*read_table(router).commands] == [keys.command_key("later")]
    assert services.commands_forget(router) == 0


def test_a_repair_removes_expired_and_unreadable_keys(router: Router, clock: FakeClock) -> None:
    two_wait(router)
    dequeue(keyed(router))
    offer(keyed(router, replace(ONE, key="other")))
    assert audit(router) == []
    assert [*repair(router)] == []
    clock.advance(KEPT.total_seconds())
    offer(keyed(router, replace(ONE, key="new")))

    assert audit(router) == []
    assert {one.subject for one in repair(router)} == {"Key#one Key", "Key#other Key"}


def test_a_key_that_cannot_be_read_is_named_and_removed(router: Router) -> None:
    two_wait(router)
    dequeue(keyed(router))
    spoil(router, keys.command_key("one"), ExpiresAt="tomorrow")

    with pytest.raises(UnreadableItemError, match="Key#one Key"):
        dequeue(keyed(router))
    assert [(one.rule, one.subject) for one in audit(router)] == [("an item can be read", "Key#one Key")]
    assert [one.subject for one in repair(router)] == ["Key#one Key"]
    assert audit(router) == []


def test_a_claim_keeps_its_key_for_one_request_and_its_parts_expire_with_it(
    router: Router, clock: FakeClock
) -> None:
    claimed = services.command_claim(keyed(router))
    clock.advance(60)
    assert services.command_claim(keyed(router)).command == claimed.command
    with pytest.raises(KeyReusedError):
        services.command_claim(keyed(router, replace(ONE, request="something else")))

    an_agent_in(router, AgentStatus.QUEUED)
    part = services.command_claim(keyed(router)).for_part("ana")
    services.agent_choose(part, agent_id="ana", choice=Choice.PAUSED)
    assert {one.expires_at for one in read_table(router).commands.values()} == {
        int((clock.now - timedelta(seconds=60) + KEPT).timestamp())
    }
    clock.advance(KEPT.total_seconds() - 60)
    assert services.commands_forget(router) == 2
