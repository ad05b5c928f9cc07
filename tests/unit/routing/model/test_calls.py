"""Call: every pair of statuses, the time of each, limits of fields."""

from datetime import timedelta
from itertools import product

import pytest

from routing.exceptions import IllegalTransitionError, InvalidFieldError
from routing.model.calls import MAX_TEXT_LENGTH, TRANSITIONS, CallStatus, check_call_fields
from routing.model.steps import Step
from tests.builders import NOON, a_call

LATER = NOON + timedelta(seconds=3)
PAIRS = list(product(CallStatus, CallStatus))
ENDED = {CallStatus.COMPLETED, CallStatus.ABANDONED, CallStatus.REMOVED, CallStatus.REJECTED}


@pytest.mark.parametrize(("before", "after"), [pair for pair in PAIRS if pair[1] in TRANSITIONS[pair[0]]])
def test_it_moves_where_the_table_allows(before: CallStatus, after: CallStatus) -> None:
    moved = a_call(status=before, agent_id="ana").moved(after, at=LATER)

    assert (moved.status, moved.status_since) == (after, LATER)
    assert moved.is_ended is (after in ENDED)


@pytest.mark.parametrize(("before", "after"), [pair for pair in PAIRS if pair[1] not in TRANSITIONS[pair[0]]])
def test_it_refuses_to_move_anywhere_else_and_says_from_where_to_where(
    before: CallStatus, after: CallStatus
) -> None:
    with pytest.raises(IllegalTransitionError) as raised:
        a_call(status=before).moved(after, at=LATER)

    assert str(raised.value) == f"call c1: cannot go from {before} to {after}"


def test_every_status_has_a_line_in_the_table_and_only_ended_ones_have_no_way_out() -> None:
    assert set(TRANSITIONS) == set(CallStatus)
    assert {status for status, following in TRANSITIONS.items() if not following} == ENDED


def test_it_notes_the_moment_that_belongs_to_a_status() -> None:
    offered = a_call(status=CallStatus.OFFERED, agent_id="ana")

    answered = offered.moved(CallStatus.IN_PROGRESS, at=LATER)
    assert (answered.answered_at, answered.ended_at, answered.agent_id) == (LATER, None, "ana")

    completed = answered.moved(CallStatus.COMPLETED, at=LATER)
    assert (completed.ended_at, completed.agent_id) == (LATER, "ana")


def test_at_its_end_it_keeps_steps_only_if_they_say_more_than_its_fields() -> None:
    plain, for_ana = Step("Any"), Step("Any", seconds=20, agent_id="ana")
    for steps, kept in [((plain,), ()), ((for_ana,),) * 2, ((for_ana, plain),) * 2]:
        waiting = a_call(status=CallStatus.QUEUED, steps=steps)
        assert waiting.moved(CallStatus.OFFERED, at=LATER).steps == steps
        assert waiting.moved(CallStatus.ABANDONED, at=LATER).steps == kept


def test_back_in_its_queue_it_has_no_agent_but_its_old_place() -> None:
    offered = a_call(status=CallStatus.OFFERED, agent_id="ana", ticket=4, queued_at=NOON)

    back = offered.moved(CallStatus.QUEUED, at=LATER)

    assert (back.agent_id, back.ticket, back.queued_at) == (None, 4, NOON)


def test_its_wait_counts_again_from_when_an_agent_gives_it_back() -> None:
    ringing = a_call(status=CallStatus.OFFERED, agent_id="ana", ticket=4, queued_at=NOON)
    assert ringing.moved(CallStatus.QUEUED, at=LATER).waiting_since == NOON, "it has not been answered"
    talking = ringing.moved(CallStatus.IN_PROGRESS, at=NOON + timedelta(seconds=3))

    back = talking.moved(CallStatus.QUEUED, at=LATER)

    assert (back.ticket, back.queued_at, back.waiting_since, back.waited) == (4, NOON, LATER, None)
    again = back.moved(CallStatus.OFFERED, at=LATER).moved(CallStatus.QUEUED, at=LATER + timedelta(seconds=5))
    assert again.waiting_since == LATER
    left = again.moved(CallStatus.ABANDONED, at=LATER + timedelta(seconds=7))
    assert left.waited == timedelta(seconds=7)


@pytest.mark.parametrize("priority", [0, 9])
def test_it_takes_priorities_from_0_to_9(priority: int) -> None:
    check_call_fields(priority=priority, caller="x" * MAX_TEXT_LENGTH)


@pytest.mark.parametrize("priority", [-1, 10])
def test_it_refuses_other_priorities_and_names_the_limits(priority: int) -> None:
    with pytest.raises(
        InvalidFieldError, match=r"priority: -?\d+ is not allowed; from 0 \(first\) to 9 \(last\)"
    ):
        check_call_fields(priority=priority)


@pytest.mark.parametrize("field", ["caller", "topic", "source", "call_id"])
def test_it_refuses_long_texts_and_names_the_field(field: str) -> None:
    with pytest.raises(
        InvalidFieldError, match=rf"{field}: .* is not allowed; at most 80 characters"
    ) as raised:
        check_call_fields(priority=5, **{field: "x" * 81})

    assert raised.value.field == field
