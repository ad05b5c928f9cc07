"""Health of a sink, from its workers' notes and the age of its oldest event."""

import pytest

from reporting.breaker import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, Breaker
from reporting.delivery.health import Health, condition_of

FRESH_MS = 180_000


@pytest.mark.parametrize(
    ("noted", "age_ms", "health"),
    [
        ({}, 0, Health.WELL),
        ({}, FRESH_MS // 4 - 1, Health.WELL),
        ({}, FRESH_MS // 4, Health.BEHIND),
        ({"state": "well", "error": "x", "pause_ms": "15000"}, 0, Health.WELL),
        ({"state": "failing", "error": "x", "pause_ms": "250"}, 0, Health.FAILING),
        ({"state": "failing", "error": "x"}, 0, Health.FAILING),
        ({"state": "failing", "error": "x", "pause_ms": "2000"}, FRESH_MS, Health.OPEN),
    ],
)
def test_a_failure_counts_before_age_and_several_before_one(
    noted: dict[str, str], age_ms: int, health: Health
) -> None:
    assert condition_of(noted, age_ms=age_ms, fresh_ms=FRESH_MS).health is health


def test_what_was_noted_of_failures_is_kept_when_they_are_over() -> None:
    noted = {"state": "well", "error": "refused", "error_at": "1800000000", "returned": "3", "lapsed": "1"}
    found = condition_of(noted, age_ms=0, fresh_ms=FRESH_MS)

    assert (found.error, found.returned, found.lapsed, found.is_failing) == ("refused", 3, 1, False)
    assert found.error_at is not None
    assert found.error_at.isoformat() == "2027-01-15T08:00:00+00:00"


def test_the_fourth_failure_in_a_row_opens_the_breaker_for_the_reader() -> None:
    breaker = Breaker(
        first_seconds=FIRST_PAUSE_SECONDS, longest_seconds=LONGEST_PAUSE_SECONDS, clock=lambda: 0.0
    )
    seen = []
    for _ in range(5):
        breaker.failed()
        noted = {"state": "failing", "pause_ms": f"{1000 * breaker.pause_seconds:.0f}"}
        seen.append(condition_of(noted, age_ms=0, fresh_ms=FRESH_MS).health)

    assert seen == [Health.FAILING] * 3 + [Health.OPEN] * 2
