"""Idle chats: closed when nobody has written for their time."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from dynamo.table import Table
from routing.model.calls import Call, CallStatus, Note
from routing.model.outcomes import Conflict
from routing.router import Activity, Put
from routing.storage import keys
from tests.builders import NOON
from tests.centres import a_call_in, call_now, in_line
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import (
    ROWS,
    a_chat_life,
    a_row,
    chatting,
    held,
)
from tests.unit.routing.repair.damages import spoil


@pytest.fixture
def life(either_table: Table) -> Life:
    """A preferred agent has 30 seconds; a chat is idle after 60."""
    return a_chat_life(either_table, idle_seconds=60)


def test_a_chat_in_which_nobody_writes_is_closed_when_its_time_is_over(life: Life) -> None:
    a_row(life.router, slots=1)
    chatting(life.router, "h1")
    assert call_now(life.router, "h1").until == NOON + timedelta(seconds=60)

    assert life.sweep(after=59.999).changed == 0
    assert life.sweep(after=0.001).changed == 1

    call = call_now(life.router, "h1")
    assert (call.status, call.notes[-1].reason) == (CallStatus.COMPLETED, "nobody has written")
    assert in_line(life.router, ROWS) == ["ana~chat"]
    assert life.sweep(after=10_000).found == 0


def test_a_chat_in_which_somebody_has_written_stays_open_as_long_again(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    written = {"h1": Activity(NOON + timedelta(seconds=40))}
    life.router = replace(life.router, last_activity=lambda call: written.get(call.call_id))

    assert life.sweep(after=60).changed == 1
    call = call_now(life.router, "h1")
    assert (call.status, call.until) == (CallStatus.IN_PROGRESS, NOON + timedelta(seconds=100))
    assert life.sweep(after=39).changed == 0

    life.sweep(after=1)
    assert call_now(life.router, "h1").status is CallStatus.COMPLETED


def test_a_chat_that_must_not_be_closed_is_tried_again_later(life: Life) -> None:
    a_row(life.router)
    chatting(life.router, "h1")
    call = call_now(life.router, "h1")

    class Unseen:
        def beside(
            self, before: Call | None, after: Call, notes: Sequence[Note], *, operation_id: str
        ) -> Sequence[Put] | Conflict:
            assert before is not None, operation_id
            assert notes or after.status is CallStatus.IN_PROGRESS
            return () if after.status is CallStatus.IN_PROGRESS else Conflict("unseen", after)

    spoil(life.router, keys.call_key("h1"), ChatID="talk")
    life.router = replace(life.router, companions=Unseen())

    assert life.sweep(after=60).changed == 1

    after = call_now(life.router, "h1")
    assert (after.status, after.until) == (call.status, NOON + timedelta(seconds=120))
    assert held(life.router) == ("h1",)
    assert life.sweep(after=1).changed == 0


def test_calls_never_end_by_themselves(life: Life) -> None:
    a_call_in(life.router, CallStatus.IN_PROGRESS, "c1")

    assert life.sweep(after=10**6).changed == 0
    assert call_now(life.router, "c1").status is CallStatus.IN_PROGRESS
