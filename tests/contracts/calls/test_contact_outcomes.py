"""Outcomes of calls and chats: who may save them, and when; the last write stands; required where said."""

from dataclasses import replace
from typing import Any

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.agents import AgentStatus, row_id
from routing.model.calls import Call, CallStatus
from routing.model.contact_outcomes import read_outcomes
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.policies import Policies, QueuePolicy
from routing.router import Router
from tests.builders import NOON, FakeClock, a_router, as_agent, as_call, as_conflict
from tests.centres import a_call_in, agent_now, an_agent_in, call_now
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import a_chat_life, a_row, chatting
from tests.tables import InterruptedTable
from tests.trails import audit_trail

OUTCOMES = read_outcomes(
    {"sales": {"label": "Sales", "codes": {"booked": "Visit booked", "lost": "Not interested"}}}
)


@pytest.fixture
def router(either_table: Table) -> Router:
    """Mara acts, on calls whose queues need an outcome."""
    policies = Policies(default=QueuePolicy(outcome_required=True))
    router = a_router(either_table, policies=policies)
    return replace(router, outcomes=OUTCOMES, origin="127.0.0.1", actor="mara")


@pytest.fixture
def life(either_table: Table) -> Life:
    life = a_chat_life(either_table, outcome_required=True)
    life.router = replace(life.router, outcomes=OUTCOMES)
    return life


def saved(router: Router, *, by: str | None = "ana", call_id: str = "ana-call", **fields: Any) -> Call:
    return as_call(services.call_outcome(router, call_id=call_id, agent_id=by, by="mara", **fields))


def refused(router: Router, *, by: str | None = "ana", call_id: str = "ana-call", **fields: Any) -> str:
    found = as_conflict(services.call_outcome(router, call_id=call_id, agent_id=by, **fields))
    assert found.is_rule
    return found.reason


def test_its_agent_saves_an_outcome_while_talking_and_in_wrap_up(router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL)
    assert saved(router, code="sales.lost", note="rings again").outcome == "sales.lost"
    as_call(services.call_complete(router, call_id="ana-call", agent_id="ana"))
    last = saved(router, code="sales.booked")

    assert (last.outcome, last.outcome_note, last.status) == (
        "sales.booked",
        "rings again",
        CallStatus.COMPLETED,
    )
    assert call_now(router, "ana-call") == last
    assert agent_now(router, "ana").status is AgentStatus.WRAP_UP
    kinds = [note.kind for note in last.notes]
    assert kinds[-3:] == [
        EventKind.CALL_OUTCOME_SAVED,
        EventKind.CALL_COMPLETED,
        EventKind.CALL_OUTCOME_SAVED,
    ]
    assert last.notes[-1].reason == "Sales: Visit booked"
    as_agent(services.agent_end_wrap_up(router, agent_id="ana"))
    assert "ask a supervisor" in refused(router, note="too late")
    assert saved(router, by=None, note="by a supervisor").outcome_note == "by a supervisor"


def test_a_note_is_saved_without_a_line_in_history_and_trail(router: Router) -> None:
    told: list[str] = []
    router = replace(router, emit=lambda events: told.extend(event.kind for event in events))
    before = len(an_agent_in(router, AgentStatus.ATTENDING_CALL).operations)
    notes, entries = call_now(router, "ana-call").notes, audit_trail(router, NOON.date())
    told.clear()

    after = saved(router, note="<b>half a sen")
    assert saved(router, note="<b>half a sen").version == after.version, "a repeat changes nothing"

    assert before
    assert after.notes == notes
    assert audit_trail(router, NOON.date()) == entries
    assert told == [EventKind.CALL_OUTCOME_SAVED], "the board has to know the new version"
    assert saved(router, note="").outcome_note == ""


def test_nobody_else_may_and_not_before_an_answer(router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL)
    a_call_in(router, CallStatus.QUEUED, "c2")

    assert refused(router, by="bob", note="mine") == "it is with another agent"
    waiting = refused(router, by=None, call_id="c2", note="x")
    assert waiting == "it is waiting; only answered calls and chats have an outcome"
    with pytest.raises(InvalidFieldError, match=r"code: 'sales.gone' .* sales.booked, sales.lost"):
        saved(router, code="sales.gone")
    with pytest.raises(InvalidFieldError, match=r"note: .* at most 2000"):
        saved(router, note="x" * 2001)


def test_the_last_write_stands_and_a_change_in_between_loses_nothing(router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL)
    table = InterruptedTable(router.table)
    table.before_commits.append(lambda: services.call_complete(router, call_id="ana-call", agent_id="ana"))

    late = saved(replace(router, table=table), note="last words")

    assert (late.status, late.outcome_note) == (CallStatus.COMPLETED, "last words")


def test_a_required_outcome_comes_before_the_end_of_wrap_up(router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    first = as_conflict(services.agent_end_wrap_up(router, agent_id="ana"))
    assert (first.reason, first.is_rule) == ("choose an outcome first", True)

    saved(router, code="sales.booked")
    assert as_agent(services.agent_end_wrap_up(router, agent_id="ana")).is_free


def test_simulated_agents_need_none(router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)
    assert as_agent(services.agent_end_wrap_up(router, agent_id="ana", without_outcome=True)).is_free


def test_a_wrap_up_that_runs_out_ends_without_an_outcome(router: Router) -> None:
    clock = FakeClock()
    router = replace(router, clock=clock)
    an_agent_in(router, AgentStatus.WRAP_UP)
    clock.advance(31)
    services.agent_when_due(router, agent_id="ana")

    assert agent_now(router, "ana").is_free
    assert call_now(router, "ana-call").outcome == ""


def test_without_wrap_up_it_comes_before_the_end_of_the_call(router: Router) -> None:
    router = replace(router, policies=Policies(default=QueuePolicy(outcome_required=True, wrap_up_seconds=0)))
    an_agent_in(router, AgentStatus.ATTENDING_CALL)
    assert isinstance(services.call_complete(router, call_id="ana-call", agent_id="ana"), Conflict)
    assert as_call(services.call_complete(router, call_id="ana-call")).is_ended, "a supervisor may"


def test_a_chat_needs_one_before_its_agent_closes_it_and_takes_one_for_ten_minutes(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    router, row = life.router, row_id("ana")
    assert (
        as_conflict(services.call_complete(router, call_id="h1", agent_id=row)).reason
        == "choose an outcome first"
    )
    saved(life.router, call_id="h1", code="sales.lost")
    as_call(services.call_complete(router, call_id="h1", agent_id=row))

    life.clock.advance(600)
    assert saved(life.router, call_id="h1", code="sales.booked").outcome == "sales.booked"
    life.clock.advance(1)
    assert "10 minutes" in refused(life.router, call_id="h1", note="x")
