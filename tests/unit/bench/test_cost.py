"""Cost benchmark: rows from two samples, dollars, names of programs."""

from collections import Counter

import pytest

from bench.centre.engine import ROOT
from bench.cost.cost_figures import Sample, answered_share, cost_row, dollars, idle_row, tables
from bench.cost.counted import Counted
from bench.cost.fair_load import SPARE, fair_load
from bench.cost.usage import PROGRAMS, program_of
from bench.figures import printed
from bench.goals import COST_RATE, goals
from localservices.programs import procfile_read
from routing.model.calls import CallStatus
from simulation.load.load_plan import LIMITS
from tests.builders import NOON, a_call

EARLIER = Counted(Counter(Query=10), read_units=4, write_units=0)
LATER = Counted(Counter(Query=40, TransactWriteItems=20), read_units=34, write_units=80)
FIRST = Sample(100.0, calls=50, counted={"worker": EARLIER}, cpu={"worker": 1.0, "engine": 3.0})
LAST = Sample(110.0, calls=70, counted={"worker": LATER, "feed": EARLIER}, cpu={"worker": 1.5, "engine": 3.1})


def test_a_row_has_what_each_call_cost_between_the_samples() -> None:
    row = cost_row(2, FIRST, LAST)

    assert row["by_process"] == {
        "feed": {"requests": 0.5, "read_units": 0.2, "write_units": 0.0, "operations": {"Query": 0.5}},
        "worker": {
            "requests": 2.5,
            "read_units": 1.5,
            "write_units": 4.0,
            "operations": {"Query": 1.5, "TransactWriteItems": 1.0},
            "cpu_ms": 25.0,
        },
        "engine": {"cpu_ms": 5.0},
    }
    assert (row["requests_per_call"], row["read_units_per_call"], row["write_units_per_call"]) == (
        3.0,
        1.7,
        4.0,
    )
    assert (row["calls_per_s"], row["cpu_ms_per_call"]) == (2.0, 30.0)


@pytest.mark.parametrize("rate", [1.0, 5.0, 20.0, 50.0])
def test_a_load_has_agents_enough_for_its_callers(rate: float) -> None:
    load = fair_load(rate)

    busy = rate * (load.answer_seconds + load.talk_seconds + load.wrap_up_seconds)
    assert busy * SPARE <= load.agents <= LIMITS["agents"].most


def test_only_a_load_of_too_many_agents_has_shorter_talks() -> None:
    assert [fair_load(rate).talk_seconds for rate in (1.0, 20.0, 50.0)] == [6.0, 6.0, 4.6]


def test_the_share_of_answered_calls_is_of_those_that_ended() -> None:
    calls = [
        a_call(status=CallStatus.COMPLETED, answered_at=NOON, ended_at=NOON),
        a_call("c2", status=CallStatus.COMPLETED, answered_at=NOON, ended_at=NOON),
        a_call("c3", status=CallStatus.ABANDONED, ended_at=NOON),
        a_call("c4", status=CallStatus.QUEUED),
    ]
    assert answered_share(calls) == 0.667
    assert answered_share([]) == 1.0


def test_dollars_are_the_list_price_of_the_units() -> None:
    assert dollars(Counted(read_units=8e6, write_units=2e6)) == pytest.approx(1.0 + 1.25)
    assert cost_row(2, FIRST, LAST)["dollars_a_million_calls"] == pytest.approx(
        1.7 * 0.125 + 4 * 0.625, abs=0.01
    )


def test_the_time_without_calls_is_counted_by_the_minute() -> None:
    row = idle_row(FIRST, LAST)

    assert (row["requests_per_minute"], row["read_units_per_minute"]) == (360, 204)
    assert (row["write_units_per_minute"], row["cpu_ms_per_minute"]) == (480, 3_600)


def test_a_load_without_a_single_call_divides_by_nothing() -> None:
    assert cost_row(1, FIRST, Sample(110.0, calls=50, counted={}, cpu={}))["requests_per_call"] == 0


def test_rows_are_printed_as_json_with_their_processes() -> None:
    assert '"by_process": {"feed"' in printed([cost_row(2, FIRST, LAST)], as_json=True)


def test_every_process_of_the_procfile_is_known_by_its_command() -> None:
    commands = {name: text for name, text in procfile_read(ROOT / "Procfile").items() if name != "services"}

    assert {name: program_of(text) for name, text in commands.items()} == {name: name for name in commands}
    assert {"engine", "redis"} <= set(PROGRAMS.values())
    assert program_of("python -m bench.cost") == ""


def test_a_reader_gets_the_totals_and_a_line_for_each_process() -> None:
    totals, idle, *lines = tables([cost_row(2, FIRST, LAST), idle_row(FIRST, LAST)])

    assert "by_process" not in totals | idle
    assert [(one["process"], one["requests"], one["cpu_ms"]) for one in lines] == [
        ("feed", 0.5, 0.0),
        ("worker", 2.5, 25.0),
        ("engine", 0.0, 5.0),
    ]


def test_goals_are_of_one_rate_and_of_the_time_without_calls() -> None:
    rows = [cost_row(rate, FIRST, LAST) for rate in (1, COST_RATE)]

    found = goals(cost=[*tables(rows), idle_row(FIRST, LAST)])

    assert [(one["is"], one["reached"]) for one in found] == [
        ("3", "yes"),
        ("1.7", "yes"),
        ("4", "yes"),
        ("30", "yes"),
        ("204", "yes"),
    ]
    dear = cost_row(COST_RATE, FIRST, Sample(110.0, calls=51, counted=LAST.counted, cpu=LAST.cpu))
    assert {one["reached"] for one in goals(cost=[dear])} == {"**no**"}
