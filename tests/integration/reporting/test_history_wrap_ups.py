"""History: wrap-ups are filled in when they have ended."""

import pytest

from dynamo.aws_table import DynamoTable
from reporting.history.keeping import Reconciled, day_reconcile, hours_fill
from reporting.models import CallRecord
from routing import selectors, services
from routing.model.agents import KEPT_WRAP_UPS, Agent, Choice
from routing.model.calls import CallStatus
from routing.router import Router
from tests.builders import NOON, FakeClock, a_router, a_waiting_call
from tests.centres import a_call_in, match_all
from tests.integration.reporting.histories import DAY, forget, rows

pytestmark = pytest.mark.django_db


def test_a_wrap_up_is_filled_in_when_it_has_ended_and_stays_when_its_agent_has_forgotten_it(
    table: DynamoTable, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = a_router(table, clock=clock)
    clock.advance(1)
    a_call_in(router, CallStatus.IN_PROGRESS, "c1", agent_id="ana")
    services.call_complete(router, call_id="c1")
    hours_fill(router, since=NOON)
    assert CallRecord.objects.get().wrap_up_ms is None

    clock.advance(12.3456)
    services.agent_end_wrap_up(router, agent_id="ana")
    assert hours_fill(router, since=NOON) == Reconciled(1, 1)
    assert hours_fill(router, since=NOON) == Reconciled(0, 0)
    by_hours = rows()
    assert [row["wrap_up_ms"] for row in (*by_hours[0], *by_hours[1])] == [12_346] * 3

    forget()
    day_reconcile(router, DAY)
    assert rows() == by_hours
    monkeypatch.setattr(selectors, "named", lambda *_, **__: ([], [], []))
    assert day_reconcile(router, DAY) == Reconciled(1, 0)


def test_who_has_no_wrap_up_wrote_up_for_no_time(table: DynamoTable, clock: FakeClock) -> None:
    router = a_router(table, clock=clock)
    clock.advance(1)
    a_call_in(router, CallStatus.IN_PROGRESS, "c1", agent_id="ana")
    services.call_complete(router, call_id="c1", wrap_up_seconds=0)
    hours_fill(router, since=NOON)

    assert CallRecord.objects.get().wrap_up_ms == 0


def test_a_removed_agent_leaves_its_name_and_its_last_wrap_ups(table: DynamoTable, clock: FakeClock) -> None:
    router = a_router(table, clock=clock)
    clock.advance(1)
    a_call_in(router, CallStatus.IN_PROGRESS, "c1", agent_id="ana")
    services.call_complete(router, call_id="c1")
    clock.advance(7)
    services.agent_choose(router, agent_id="ana", choice=Choice.OFFLINE)
    services.agent_end_wrap_up(router, agent_id="ana")
    services.agent_remove(router, agent_id="ana")

    hours_fill(router, since=NOON)
    record = CallRecord.objects.get()
    assert (record.agent_name, record.wrap_up_ms) == ("Ana", 7_000)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The agents asked for a wrap-up."""
    names: list[str] = []
    agents = selectors.agents_by_id

    def watched(centre: Router, agent_ids: set[str]) -> list[Agent]:
        names.extend(agent_ids)
        return agents(centre, agent_ids)

    monkeypatch.setattr(selectors, "agents_by_id", watched)
    return names


def test_a_wrap_up_nobody_knows_is_not_asked_for_for_ever(
    router: Router, clock: FakeClock, asked: list[str]
) -> None:
    lost = set[str]()
    hours_fill(router, since=NOON, lost=lost)
    hours_fill(router, since=NOON, lost=lost)
    assert (asked, lost) == (["agent-done"] * 2, set()), "it is still written up"
    clock.advance(3600 * 3)

    hours_fill(router, since=NOON, lost=lost)
    assert len(asked) == 2


def test_a_wrap_up_that_its_agent_has_forgotten_is_asked_for_once(router: Router, asked: list[str]) -> None:
    hours_fill(router, since=NOON)
    services.agent_end_wrap_up(router, agent_id="agent-done")
    for number in range(KEPT_WRAP_UPS):
        a_waiting_call(router, f"later-{number}")
        ((call_id, agent_id),) = match_all(router)
        services.call_accept(router, call_id=call_id, agent_id=agent_id)
        services.call_complete(router, call_id=call_id)
        services.agent_end_wrap_up(router, agent_id="agent-done")
    asked.clear()
    lost = set[str]()
    hours_fill(router, since=NOON, lost=lost)
    assert "done" in lost
    asked.clear()

    hours_fill(router, since=NOON, lost=lost)

    assert (asked, CallRecord.objects.get(call_id="done").wrap_up_ms) == ([], None)
