"""Rows of the matching benchmark: medians over all matchers of each run."""

import argparse

import pytest

from bench.matchers import Measurement, Work
from bench.matching import row
from bench.options import positive


def a_measurement(seconds: float, *matches: int) -> Measurement:
    """Matchers that began together; each match took as many milliseconds as its matcher made matches."""
    return Measurement(
        tuple(
            Work(
                started_at=100.0,
                ended_at=100.0 + seconds,
                matches=made,
                retries=1,
                read_units=made / 2,
                write_units=made * 11,
                latencies=[made / 1000] * made,
            )
            for made in matches
        )
    )


def test_a_row_has_the_medians_over_the_rounds() -> None:
    rounds = [a_measurement(1.0, 10, 30), a_measurement(2.0, 10, 30), a_measurement(10.0, 10, 30)]

    assert row("batched", 2, 40, rounds) == {
        "strategy": "batched",
        "matchers": 2,
        "agents": 40,
        "matches_per_s": 20.0,
        "retries_per_match": 0.05,
        "p50_ms": 30.0,
        "p99_ms": 30.0,
        "read_units_per_match": 0.5,
        "write_units_per_match": 11.0,
    }


def test_time_counts_from_the_first_start_to_the_last_commit() -> None:
    measured = Measurement(
        (Work(started_at=5.0, ended_at=6.0, matches=1), Work(started_at=5.5, ended_at=9.0, matches=7))
    )

    assert measured.seconds == 4.0
    assert measured.matches_per_second == 2.0


def test_a_run_without_matches_has_no_speed() -> None:
    assert row("batched", 1, 0, [a_measurement(0.0, 0)])["matches_per_s"] == 0.0


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5", ""])
def test_an_option_that_is_no_positive_number_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number from 1"):
        positive(text)


def test_a_positive_number_is_taken() -> None:
    assert positive("8") == 8
