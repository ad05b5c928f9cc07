"""Operations on calls in every status: the result, or a refusal that changes nothing."""

import pytest

from routing import selectors
from routing.model import calls
from routing.model.calls import Call, CallStatus
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.model.words import call_word
from routing.repair.audit import audit
from tests.centres import agent_now, infos_now, queues_moved, table_now
from tests.unit.routing.services.call_cases import (
    ABSENT,
    AGENT,
    AGENT_AFTER,
    CALL,
    CASES,
    CREATED,
    ENDS,
    IN_PROGRESS,
    LATE,
    NOT_REPEATABLE,
    OFFERED,
    OPERATIONS,
    POLICIES,
    QUEUED,
    SITUATIONS,
    TO_THE_END,
    VERSIONED,
    prepare,
)
from tests.unit.routing.services.outcomes import (
    CONFLICT,
    NOTED,
    REFUSED,
    UNCHANGED,
    UNKNOWN,
    attempted,
    lets_pass,
)
from tests.unit.routing.services.situations import Situations

NEVER = -1


a_centre = Situations(prepare, POLICIES).centre


@pytest.mark.parametrize(("name", "situation"), CASES)
def test_each_operation_leads_from_each_status_where_it_should(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    lets_pass(router, name, LATE)
    before, infos, table = selectors.call(router, CALL), infos_now(router), table_now(router)

    answer = attempted(OPERATIONS[name], router)

    after, end = selectors.call(router, CALL), ENDS[name][situation]
    assert audit(router) == []
    assert isinstance(answer, Conflict) is (end == CONFLICT), answer
    assert isinstance(answer, Exception) is (end == UNKNOWN), answer
    if isinstance(answer, Conflict):
        assert answer.current == before
        assert before is not None
        assert call_word(before) in answer.reason
    if isinstance(answer, Call):
        assert answer == after
    if end in REFUSED:
        assert table_now(router) == table
        assert told == []
    if end in UNCHANGED:
        assert after == before
    else:
        assert after is not None
        assert after.status == (situation if end == NOTED else end)
        assert after.version == (before.version + 1 if before else 1)
        _assert_it_cannot_wait_for_ever(after)
        if before and before.ticket and after.status is QUEUED:
            assert after.ticket is not None
            assert after.ticket > before.ticket if name in TO_THE_END else after.ticket == before.ticket
        if situation in (OFFERED, IN_PROGRESS):
            assert agent_now(router, AGENT).status is AGENT_AFTER[name]
    joined = (after is not None and after.status is QUEUED) - (situation == QUEUED)
    moved = queues_moved(infos, router).get("W#Spanish#Any")
    assert moved == ((1, joined) if joined or end == NOTED else None)
    _assert_all_that_happened_was_told(before, after, told)


def _assert_it_cannot_wait_for_ever(call: Call) -> None:
    """Whatever may last too long has an end, or a moment from which it is marked."""
    assert (call.due_at is not None) is (call.status in (CREATED, QUEUED, OFFERED, IN_PROGRESS))


def _assert_all_that_happened_was_told(before: Call | None, after: Call | None, told: list[Event]) -> None:
    """The events about the call are the new lines of its history."""
    known = before.notes if before else ()
    news = after.notes[len(known) :] if after else ()
    assert [(note.kind, note.agent_id, note.by, note.reason) for note in news] == [
        (event.kind, event.agent_id or "", event.by, event.reason)
        for event in told
        if event.call_id == CALL and event.kind is not EventKind.AGENT_STATUS_CHANGED
    ]
    if before and after and after.version > before.version:
        assert news


@pytest.mark.parametrize(("name", "situation"), [case for case in CASES if case not in NOT_REPEATABLE])
def test_an_operation_sent_twice_changes_nothing_the_second_time(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    lets_pass(router, name, LATE)
    attempted(OPERATIONS[name], router)
    table = table_now(router)
    told.clear()

    attempted(OPERATIONS[name], router)

    assert table_now(router) == table
    assert told == []


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("name", VERSIONED)
def test_an_operation_on_an_old_version_is_refused_and_changes_nothing(name: str, situation: str) -> None:
    router, told = a_centre(situation)
    table = table_now(router)

    answer = attempted(OPERATIONS[name], router, NEVER)

    assert table_now(router) == table
    assert told == []
    if ENDS[name][situation] not in UNCHANGED:
        assert isinstance(answer, Conflict)
        assert answer.reason.endswith(f"not {NEVER}")


def test_every_arrow_of_the_state_machine_is_the_way_of_some_operation_and_there_is_no_other() -> None:
    taken = {(situation, ENDS[name][situation]) for name, situation in CASES if situation != ABSENT}
    arrows = {(before, after) for before, after in taken if isinstance(after, CallStatus)}

    assert arrows == {(before, after) for before in CallStatus for after in calls.TRANSITIONS[before]}


def test_a_call_comes_into_the_table_created_queued_or_turned_away() -> None:
    births = {ENDS[name][ABSENT] for name in OPERATIONS} - {*UNCHANGED}

    assert births == {CREATED, QUEUED, CallStatus.REJECTED, CallStatus.DEAD_LETTERED}
