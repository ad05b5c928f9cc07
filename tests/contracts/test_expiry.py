"""Expiry of what is kept of callers: ended and failed calls, the audit log; what is younger stays."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.router import Router
from routing.services.erasing.expiry import CALLS, FIRST
from routing.storage.erasure_items import read_expired
from tests.builders import FakeClock, a_router, a_waiting_call
from tests.centres import call_now
from tests.trails import audit_trail

DAY = timedelta(days=1)


@pytest.fixture
def clock() -> FakeClock:
    """Some days after the first."""
    return FakeClock(FIRST + 3 * DAY)


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    return replace(a_router(either_table, clock=clock), origin="desk 7", actor="olga")


def never() -> bool:
    return False


def calls_on_three_days(router: Router, clock: FakeClock) -> None:
    """One ends each day; `waits` waits from the first."""
    a_waiting_call(router, "waits")
    for call_id in ("first", "second", "third"):
        a_waiting_call(router, call_id)
        services.call_abandon(router, call_id=call_id, by="olga")
        clock.now += DAY


def test_calls_expire_by_their_end_and_are_not_read_again(router: Router, clock: FakeClock) -> None:
    calls_on_three_days(router, clock)
    before = clock.now - DAY - timedelta(hours=1)

    assert services.calls_expire(router, before=before, enough=lambda: True) == 0
    assert services.calls_expire(router, before=before, enough=never) == 2
    assert {one.call_id for one in selectors.all_calls(router)} == {"third", "waits"}
    assert services.calls_expire(router, before=before, enough=never) == 0
    assert read_expired(router.table, CALLS, first=FIRST) > FIRST + DAY


def test_a_run_that_is_killed_is_done_again(
    router: Router, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls_on_three_days(router, clock)

    def killed(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("routing.services.erasing.expiry.note_expired", killed)
        with pytest.raises(KeyboardInterrupt):
            services.calls_expire(router, before=clock.now, enough=never)
    assert services.calls_expire(router, before=clock.now, enough=never) == 0
    assert [one.call_id for one in selectors.all_calls(router)] == ["waits"]


def test_a_call_that_has_changed_since_it_was_read_stays(router: Router, clock: FakeClock) -> None:
    calls_on_three_days(router, clock)
    (first,), (second,) = (selectors.calls(router, [one]) for one in ("first", "second"))

    assert services.calls_erase(router, [replace(first, version=first.version - 1), second]) == 1
    assert {one.call_id for one in selectors.all_calls(router)} == {"first", "third", "waits"}


def test_failed_calls_end_before_they_expire(router: Router, clock: FakeClock) -> None:
    a_waiting_call(router, "dead")
    services.call_dead_letter(router, call_id="dead", reason="nobody", by="olga")
    clock.now += DAY

    assert services.failed_calls_expire(router, before=clock.now - 2 * DAY, reason="old") == 0
    assert services.failed_calls_expire(router, before=clock.now, reason="failed 1 day ago") == 1
    assert call_now(router, "dead").status is CallStatus.REMOVED
    assert call_now(router, "dead").notes[-1].reason == "failed 1 day ago"


def test_the_audit_log_expires_by_days(router: Router, clock: FakeClock) -> None:
    first = clock.now.date()
    calls_on_three_days(router, clock)
    removed = [services.trail_expire(router, before=clock.now - DAY, enough=never) for _ in range(2)]

    assert removed == [5, 0]
    assert [len(audit_trail(router, first + day * DAY)) for day in range(3)] == [0, 0, 2]
