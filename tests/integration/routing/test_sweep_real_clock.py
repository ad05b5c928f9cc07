"""Timers by the real clock: dispatcher process, its sweep thread, the worker's task."""

import logging
import threading
from dataclasses import replace

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.exceptions import EngineUnavailableError
from dynamo.items import Key
from routing import services, tasks
from routing.dispatcher.sweeper import Sweeper
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.repair.audit import audit
from routing.router import Router
from routing.runtime import router as make_router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, call_now, match_all
from tests.integration.routing.commands import running
from tests.tables import PassingTable
from tests.waiting import wait_until

QUICK = Policies(
    AgentPolicy(no_answer_rest_seconds=1, declined_rest_seconds=1), QueuePolicy(ring_seconds=1, max_offers=2)
)


@pytest.fixture
def router(table: DynamoTable, redis_url: str) -> Router:
    assert table.exists()
    assert redis_url
    quick = replace(make_router(), policies=QUICK)
    services.table_create(quick)
    return quick


def seconds_rung(call: Call) -> list[float]:
    """The length of each offer, by the call's history."""
    offered = [note.at for note in call.notes if note.kind == "callOffered"]
    missed = [note.at for note in call.notes if note.kind == "callNotAnswered"]
    return [(end - start).total_seconds() for start, end in zip(offered, missed, strict=False)]


def test_a_dispatcher_offers_ends_rests_and_buries_by_the_clock(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")

    with running("dispatch", RING_SECONDS="1", MAX_OFFERS="2", AGENT_POLICY='{"no_answer_rest_seconds": 1}'):
        wait_until(lambda: call_now(router, "c1").status is CallStatus.DEAD_LETTERED, "the call is set aside")
        wait_until(lambda: agent_now(router, "ana").status is AgentStatus.QUEUED, "the agent waits again")

    call, ana = call_now(router, "c1"), agent_now(router, "ana")
    kinds = ["callQueued", *["callOffered", "callNotAnswered"] * 2, "callDeadLettered"]
    assert [note.kind for note in call.notes] == kinds
    assert all(seconds >= 1 for seconds in seconds_rung(call))
    assert (call.attempts, call.error) == (2, "2 unanswered offers, the last: no answer")
    assert ana.missed_offers == 2
    assert audit(router) == []


def test_a_call_that_is_answered_in_time_is_not_touched_by_the_clock(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_agent(router, "eva")
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2")
    match_all(router)
    services.call_accept(router, call_id="c1", agent_id="ana")

    sweeper = Sweeper(router, lambda: True, seconds=0.05)
    sweeper.start()
    wait_until(lambda: call_now(router, "c2").status is CallStatus.QUEUED, "the other call waits again")
    sweeper.stop()

    assert call_now(router, "c1").status is CallStatus.IN_PROGRESS
    assert seconds_rung(call_now(router, "c2"))[0] >= 1


def test_only_who_leads_sweeps(router: Router) -> None:
    asked = threading.Event()

    def leads() -> bool:
        asked.set()
        return False

    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    match_all(replace(router, policies=Policies(default=QueuePolicy(ring_seconds=0))))
    sweeper = Sweeper(router, leads, seconds=0.01)
    sweeper.start()
    assert asked.wait(20)
    asked.clear()
    assert asked.wait(20)  # it asked again, so the look before is over
    sweeper.stop()

    assert call_now(router, "c1").status is CallStatus.OFFERED


class AwayTable(PassingTable):
    """Does not answer from its index until told otherwise."""

    away = True

    def pending(self, group: str, **limits: object) -> list[Key]:
        if self.away:
            raise EngineUnavailableError("http://nowhere")
        return self.behind.pending(group, **limits)  # type: ignore[arg-type]


def test_it_goes_on_when_the_table_is_back_and_says_so_once(
    router: Router, caplog: pytest.LogCaptureFixture
) -> None:
    away = AwayTable(router.table)
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    match_all(router)

    with caplog.at_level(logging.INFO, logger="routing.dispatcher.sweeper"):
        sweeper = Sweeper(replace(router, table=away), lambda: True, seconds=0.05)
        sweeper.start()
        wait_until(lambda: "sweeping waits" in caplog.text, "it says that it waits")
        away.away = False
        wait_until(lambda: call_now(router, "c1").status is CallStatus.QUEUED, "the call waits again")
        sweeper.stop()

    said = [record.levelname for record in caplog.records if record.name == "routing.dispatcher.sweeper"]
    assert said == ["WARNING", "INFO"]


def test_a_worker_does_what_a_dispatcher_that_is_gone_has_left(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "router", lambda: router)
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    match_all(router)
    until = call_now(router, "c1").until
    assert until is not None

    def swept() -> bool:
        tasks.sweep_overdue()
        return call_now(router, "c1").status is CallStatus.QUEUED

    wait_until(swept, "the worker ended the ringing")

    (note,) = [note for note in call_now(router, "c1").notes if note.kind == "callNotAnswered"]
    assert (note.at - until).total_seconds() >= tasks.OVERDUE_SECONDS
