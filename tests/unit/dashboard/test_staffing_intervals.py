"""List of calls per interval: read, or refused with line and column."""

import pytest

from dashboard.staffing.intervals import (
    MOST_INTERVALS,
    MOST_TEXT,
    Interval,
    IntervalsError,
    read_intervals,
    written_intervals,
)


def read(text: str) -> list[tuple[str, float]]:
    return [(one.label, one.calls) for one in read_intervals(text)]


@pytest.mark.parametrize(
    ("text", "intervals"),
    [
        ("", []),
        ("\n \n", []),
        ("10\n20.5\n", [("1", 10), ("2", 20.5)]),
        ("08:00,10\r\n08:30,20", [("08:00", 10), ("08:30", 20)]),
        ("08:00\t10\n08:30\t20", [("08:00", 10), ("08:30", 20)]),
        ("08:00;10\n\n08:30;20", [("08:00", 10), ("08:30", 20)]),
        ("interval,calls\n08:00,10", [("08:00", 10)]),
        ("Calls, Interval\n10, 08:00", [("08:00", 10)]),
        ("calls\n10\n20", [("1", 10), ("2", 20)]),
        ('"Mon, early",10', [("Mon, early", 10)]),
        (",10", [("1", 10)]),
    ],
)
def test_it_reads_numbers_alone_or_with_labels_with_or_without_a_header(
    text: str, intervals: list[tuple[str, float]]
) -> None:
    assert read(text) == intervals


def test_an_interval_may_have_a_handle_time_of_its_own() -> None:
    found = read_intervals("interval,calls,aht\n08:00,10,240\n08:30,20,")

    assert [one.aht_seconds for one in found] == [240, None]
    assert read_intervals(written_intervals(found)) == found
    assert written_intervals(read_intervals("calls,aht\n5,60.5\n6,")) == "calls,aht\n5,60.5\n6,"


def test_each_interval_knows_its_line() -> None:
    assert read_intervals("interval,calls\n\n08:00,10") == [Interval(3, "08:00", 10)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("10\nten", "line 2, column 1 (calls): 'ten' must be a number from 0 to 1,000,000"),
        ("08:00,10\n08:30,-1", "line 2, column 2 (calls): '-1' must be a number from 0 to 1,000,000"),
        ("08:00,10\n08:30,nan", "line 2, column 2 (calls): 'nan' must be a number from 0 to 1,000,000"),
        ("08:00,٣٠", "line 1, column 2 (calls): '٣٠' must be a number from 0 to 1,000,000"),
        ("08:00,1_0", "line 1, column 2 (calls): '1_0' must be a number from 0 to 1,000,000"),
        ("08:00,", "line 1, column 2 (calls): '' must be a number from 0 to 1,000,000"),
        ("calls\n1000001", "line 2, column 1 (calls): '1000001' must be a number from 0 to 1,000,000"),
        ("8,10,5", "line 1, column 3: one column too many; each line is interval,calls"),
        ("calls\n8,10", "line 2, column 2: one column too many; each line is calls"),
        ("interval,calls\n10", "line 2, column 2: a column is missing; each line is interval,calls"),
        (
            "time,calls\n8,10",
            "line 1, column 1: 'time' is not a known column; choose from interval,calls,aht",
        ),
        ("calls,aht\n8,0", "line 2, column 2 (aht): '0' must be a number from 0.1 to 7,200"),
        ("calls,calls\n8,10", "line 1, column 2: a second column calls"),
        ("interval\n8", "line 1: the header has no column calls"),
        (f"{'x' * 40}1,5", "line 1, column 1 (interval): at most 40 characters"),
        ("1\n" * (MOST_INTERVALS + 1), "at most 672 intervals; these are 673"),
        ("1" * (MOST_TEXT + 1), "at most 8,000 characters; these are 8,001"),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_column(text: str, sentence: str) -> None:
    with pytest.raises(IntervalsError) as refused:
        read_intervals(text)

    assert str(refused.value) == sentence


def test_a_week_in_quarters_of_an_hour_with_times_fits() -> None:
    assert len(read_intervals("08:00,100\n" * MOST_INTERVALS)) == MOST_INTERVALS


def test_a_file_needs_its_header() -> None:
    assert len(read_intervals("interval,calls\n08:00,10", needs_header=True)) == 1
    with pytest.raises(IntervalsError, match="line 1, column 1: '08:00' is not a known column"):
        read_intervals("08:00,10", needs_header=True)
    with pytest.raises(IntervalsError, match="no calls below its header"):
        read_intervals("interval,calls\n", needs_header=True)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("calls\n10\n20.50", "10\n20.5"),
        ("interval;calls\n08:00;10\n08:30;20", "08:00,10\n08:30,20"),
        ('interval,calls\n"Mon, ""early""",10', "Mon   early,10"),
    ],
)
def test_a_file_is_kept_as_short_as_it_can_be_read_again(text: str, written: str) -> None:
    assert written_intervals(read_intervals(text)) == written
    assert [calls for _, calls in read(written)] == [calls for _, calls in read(text)]
