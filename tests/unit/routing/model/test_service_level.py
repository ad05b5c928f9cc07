"""Service level: each denominator, the edges of target and short abandon, the formula in words."""

from datetime import timedelta
from typing import Any

import pytest

from routing.model.calls import Call, CallStatus
from routing.model.service_level import (
    Counted,
    Denominator,
    ServiceLevel,
    answered_within,
    is_within_target,
)
from tests.builders import NOON, a_call

# 20 calls: 12 answered, 9 of these in time; 5 abandoned, 2 of these soon; 3 removed, failed or overdue.
COUNTED = Counted(within_target=9, answered=12, abandoned=5, abandoned_soon=2, missed=3)


@pytest.mark.parametrize(
    ("of", "share", "formula"),
    [
        (Denominator.OFFERED, 9 / 20, "answered within 20 s ÷ calls offered"),
        (Denominator.ANSWERED, 9 / 12, "answered within 20 s ÷ answered"),
        (Denominator.DECIDED, 9 / 15, "answered within 20 s ÷ (answered + abandoned after 7 s)"),
    ],
)
def test_each_denominator_has_its_share_and_its_formula(of: Denominator, share: float, formula: str) -> None:
    level = ServiceLevel(of, short_abandon_seconds=7)

    assert level.share(COUNTED) == share
    assert level.formula("20 s", offered="calls offered") == formula


@pytest.mark.parametrize(
    ("of", "share"), [(Denominator.OFFERED, 0), (Denominator.ANSWERED, None), (Denominator.DECIDED, None)]
)
def test_a_share_of_no_calls_is_none(of: Denominator, share: float | None) -> None:
    only_short = Counted(within_target=0, answered=0, abandoned=2, abandoned_soon=2)

    assert ServiceLevel(of).share(only_short) == share
    assert ServiceLevel(of).share(Counted(0, 0, 0, 0)) is None


def a_wait(status: CallStatus, waited: float, **fields: Any) -> Call:
    left = NOON + timedelta(seconds=waited)
    return a_call(status=status, queued_at=NOON, ended_at=left, status_since=left, **fields)


def test_an_answer_at_the_target_is_in_time_and_a_microsecond_later_is_not() -> None:
    at, after = (
        a_wait(CallStatus.COMPLETED, 60, answered_at=NOON + timedelta(seconds=waited))
        for waited in (20, 20.000001)
    )

    assert (answered_within(at, 20), answered_within(after, 20)) == (True, False)
    assert (is_within_target(20, 20), is_within_target(20.1, 20)) == (True, False)
    assert not answered_within(a_wait(CallStatus.ABANDONED, 1), 20)
    assert not answered_within(a_call(), 20)


def test_a_caller_who_hangs_up_at_the_limit_is_no_short_abandon_and_a_microsecond_sooner_is() -> None:
    level = ServiceLevel(short_abandon_seconds=5)
    at, before = (a_wait(CallStatus.ABANDONED, waited) for waited in (5, 4.999999))

    assert (level.abandoned_soon(at), level.abandoned_soon(before)) == (False, True)
    assert not level.abandoned_soon(a_wait(CallStatus.REMOVED, 1))
    assert not level.abandoned_soon(a_call(status=CallStatus.ABANDONED, ended_at=NOON)), "it never waited"
