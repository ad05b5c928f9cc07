"""Dead letters: after too many unanswered offers or by a supervisor, with the reason, and restored."""

from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.words import CALL_WORDS
from routing.repair.audit import audit
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_call, as_conflict, as_match
from tests.centres import a_call_in, agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, Life, a_life, seconds_of


@pytest.fixture
def life(either_table: Table) -> Life:
    """Two unanswered offers are enough, and an agent rests for a second."""
    return a_life(either_table, max_offers=2, agents={"declined_rest_seconds": 1, "max_missed_offers": 100})


def dead(life: Life, call_id: str, *, reason: str = "wrong number") -> None:
    """Queues a call and makes it a dead letter."""
    a_waiting_call(life.router, call_id)
    as_call(services.call_dead_letter(life.router, call_id=call_id, reason=reason, by="boss"))


# --- after too many unanswered offers


def test_a_call_is_a_dead_letter_at_the_limit_of_unanswered_offers_and_not_before(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    match_all(life.router)
    services.call_decline(life.router, call_id="c1", agent_id="ana")
    assert call_now(life.router, "c1").status is CallStatus.QUEUED
    life.sweep(after=1)
    match_all(life.router)
    infos = infos_now(life.router)
    life.told.clear()

    life.sweep(after=20)

    call, why = call_now(life.router, "c1"), "2 unanswered offers, the last: no answer"
    assert (call.status, call.agent_id, call.attempts, call.failures) == (
        CallStatus.DEAD_LETTERED,
        None,
        2,
        2,
    )
    assert (call.error, call.ended_at, call.due_at) == (why, None, None)
    assert (call.first_failed_at, call.last_failed_at) == (NOON, NOON + timedelta(seconds=21))
    assert [(event.kind, event.by, event.reason) for event in life.told] == [
        (EventKind.CALL_NOT_ANSWERED, "routing", "no answer"),
        (EventKind.CALL_DEAD_LETTERED, "routing", why),
    ]
    assert life.history("c1") == [
        "callQueued",
        "callOffered",
        "callDeclined",
        "callOffered",
        "callNotAnswered",
        "callDeadLettered",
    ]
    assert selectors.dead_letters(life.router) == [call]
    assert queues_moved(infos, life.router) == {}
    assert agent_now(life.router, "ana").status is AgentStatus.AVAILABLE
    assert audit(life.router) == []


def test_nothing_is_due_to_a_dead_letter(life: Life) -> None:
    dead(life, "c1")
    before = call_now(life.router, "c1")

    assert life.sweep(after=1_000_000).found == 0

    assert call_now(life.router, "c1") == before


# --- by a supervisor


def test_a_supervisor_sets_a_waiting_call_aside_with_a_reason(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    infos = infos_now(life.router)
    life.clock.advance(3)

    aside = as_call(services.call_dead_letter(life.router, call_id="c1", reason="wrong number", by="boss"))

    assert (aside.status, aside.error, aside.attempts) == (CallStatus.DEAD_LETTERED, "wrong number", 0)
    assert seconds_of(life, aside, "first_failed_at", "last_failed_at", "promote_at") == [0, 0, None]
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, -1)}
    assert life.last_told() == (EventKind.CALL_DEAD_LETTERED, "c1", None, "boss", "wrong number")
    assert audit(life.router) == []


def test_who_it_rang_for_keeps_its_place_when_the_call_is_set_aside(life: Life) -> None:
    first = a_waiting_agent(life.router, "ana")
    a_waiting_agent(life.router, "eva")
    a_waiting_call(life.router, "c1")
    match_all(life.router)

    services.call_dead_letter(life.router, call_id="c1", reason="noise")

    back = agent_now(life.router, "ana")
    assert (back.status, back.ticket, back.missed_offers) == (AgentStatus.QUEUED, first.ticket, 0)
    assert life.last_told()[:3] == (EventKind.CALL_DEAD_LETTERED, "c1", "ana")
    assert audit(life.router) == []


def test_only_a_call_that_is_not_answered_can_be_set_aside_and_only_with_a_reason(life: Life) -> None:
    for status in (CallStatus.IN_PROGRESS, CallStatus.COMPLETED, CallStatus.ABANDONED):
        a_call_in(life.router, status, str(status), agent_id=f"agent-{status}")
        refused = as_conflict(services.call_dead_letter(life.router, call_id=str(status), reason="noise"))
        assert refused.reason == f"call is {CALL_WORDS[status]} already"
    for wrong in ("", "  ", "x" * 61):
        with pytest.raises(InvalidFieldError, match="reason"):
            services.call_dead_letter(life.router, call_id="inProgress", reason=wrong)


def test_set_aside_twice_is_set_aside_once(life: Life) -> None:
    dead(life, "c1")
    told = len(life.told)

    again = as_call(services.call_dead_letter(life.router, call_id="c1", reason="another"))

    assert (again.error, again.version, len(life.told)) == ("wrong number", 2, told)


# --- brought back


def test_a_restored_dead_letter_is_at_its_old_place_and_counts_from_zero(life: Life) -> None:
    for name in ("c0", "c1"):
        a_waiting_call(life.router, name)
    services.call_abandon(life.router, call_id="c0")
    a_waiting_agent(life.router, "ana")
    for _ in range(2):
        as_match(services.call_offer(life.router, agent_id="ana"))
        services.call_decline(life.router, call_id="c1", agent_id="ana")
        life.sweep(after=1)
    old = call_now(life.router, "c1")
    assert (old.status, old.attempts) == (CallStatus.DEAD_LETTERED, 2)
    a_waiting_call(life.router, "c2")
    life.clock.advance(500)

    back = as_call(services.call_restore(life.router, call_id="c1", by="boss", reason="calls again"))

    assert in_line(life.router, ANYBODY) == ["c1", "c2"]
    assert (back.status, back.ticket, back.queued_at, back.band) == (CallStatus.QUEUED, old.ticket, NOON, 5)
    assert (back.attempts, back.failures, back.tried, back.error) == (0, 0, (), "")
    assert (back.first_failed_at, back.last_failed_at) == (None, None)
    assert seconds_of(life, back, "promote_at") == [120]
    assert life.last_told() == (EventKind.CALL_RESTORED, "c1", None, "boss", "calls again")
    assert life.history("c1")[-2:] == ["callDeadLettered", "callRestored"]
    assert selectors.dead_letters(life.router) == []
    assert match_all(life.router) == [("c1", "ana")]
    assert audit(life.router) == []


def test_a_dead_letter_that_was_promoted_is_back_in_its_own_priority(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    life.sweep(after=120)
    services.call_dead_letter(life.router, call_id="c1", reason="noise")
    assert call_now(life.router, "c1").band == 4

    assert as_call(services.call_restore(life.router, call_id="c1")).band == 5


def test_where_wanted_a_dead_letter_is_back_at_the_end(life: Life) -> None:
    dead(life, "c1")
    a_waiting_call(life.router, "c2")

    services.call_restore(life.router, call_id="c1", to_end=True)

    assert in_line(life.router, ANYBODY) == ["c2", "c1"]
    assert call_now(life.router, "c1").queued_at == NOON


@pytest.mark.parametrize(("to_end", "line"), [(False, ["c1", "c2"]), (True, ["c2", "c1"])])
def test_a_call_that_rings_can_be_put_back_without_a_miss(
    life: Life, *, to_end: bool, line: list[str]
) -> None:
    ana = a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "c1")
    match_all(life.router)
    a_waiting_call(life.router, "c2")

    back = as_call(services.call_restore(life.router, call_id="c1", to_end=to_end))

    assert in_line(life.router, ANYBODY) == line
    assert (back.attempts, back.failures, back.tried) == (1, 0, ("ana",))
    assert (agent_now(life.router, "ana").ticket, agent_now(life.router, "ana").missed_offers) == (
        ana.ticket,
        0,
    )
    assert audit(life.router) == []


def test_a_dead_letter_may_end_without_waiting_again(life: Life) -> None:
    dead(life, "c1")
    dead(life, "c2")

    assert as_call(services.call_abandon(life.router, call_id="c1")).status is CallStatus.ABANDONED
    removed = as_call(services.call_remove(life.router, call_id="c2", reason="settled"))

    assert removed.status is CallStatus.REMOVED
    assert selectors.dead_letters(life.router) == []
    assert as_conflict(services.call_restore(life.router, call_id="c1")).current is not None


# --- many at once


def test_many_are_restored_as_somebody_saw_them_and_those_that_changed_are_not(life: Life) -> None:
    for name in ("c1", "c2", "c3", "c4"):
        dead(life, name)
        life.clock.advance(1)
    seen = [(call.call_id, call.version) for call in selectors.dead_letters(life.router)]
    assert [call_id for call_id, _ in seen] == ["c1", "c2", "c3", "c4"]
    services.call_restore(life.router, call_id="c2")
    services.call_dead_letter(life.router, call_id="c2", reason="noise again")
    services.call_remove(life.router, call_id="c3", reason="settled")
    a_waiting_agent(life.router, "ana")
    a_waiting_call(life.router, "rings")
    match_all(life.router)
    seen.append(("rings", call_now(life.router, "rings").version))

    restored = services.dead_letters_restore(life.router, versions=[*seen, ("ghost", 1)], by="boss")

    assert [call.call_id for call in restored.calls] == ["c1", "c4"]
    assert list(restored.refused) == ["c2", "c3", "rings", "ghost"]
    assert restored.refused["rings"] == "call is ringing, no longer a dead letter"
    assert restored.refused["c2"] == "call is at version 4, not 2"
    assert "no call 'ghost'" in restored.refused["ghost"]
    assert in_line(life.router, ANYBODY) == ["c1", "c4"]
    assert [call.call_id for call in selectors.dead_letters(life.router)] == ["c2"]
    assert audit(life.router) == []


def test_to_restore_them_again_after_an_error_changes_nothing(life: Life) -> None:
    dead(life, "c1")
    services.dead_letters_restore(life.router, versions=[("c1", 2)])
    told = len(life.told)

    again = services.dead_letters_restore(life.router, versions=[("c1", 2)], to_end=True)

    assert [(call.call_id, call.version) for call in again.calls] == [("c1", 3)]
    assert len(life.told) == told
