"""Staffing form: valid questions, and an error for each wrong field."""

import pytest
from django.http import QueryDict

from dashboard.staffing.plan import Asked
from dashboard.staffing.staffing_form import staffing_form
from simulation.theory import Demand, Goals


def asked(address: str) -> Asked:
    form = staffing_form(QueryDict(address))
    assert form.is_valid(), form.errors
    found = form.cleaned_data["asked"]
    assert isinstance(found, Asked)
    return found


def wrong(address: str) -> dict[str, str]:
    return {name: str(errors[0]) for name, errors in staffing_form(QueryDict(address)).errors.items()}


def test_silence_means_the_usual_question() -> None:
    usual = asked("")

    assert usual.demand == Demand(calls_per_second=100 / 1800, aht_seconds=180)
    assert usual.goals == Goals(service_level=0.8, within_seconds=20)
    assert (usual.shrinkage, usual.volume, usual.aht_change, usual.intervals) == (0, 0, 0, ())
    assert not usual.is_what_if


def test_an_address_can_say_everything() -> None:
    everything = asked(
        "calls=50&interval=15&aht=240.5&patience=90&target=99.9&within=10&max_asa=12&max_abandoned=3"
        "&max_occupancy=85&shrinkage=30&volume=-12.5&aht_change=5&intervals=8,10"
    )

    assert everything.demand == Demand(50 / 900, 240.5, 90)
    assert everything.goals == Goals(0.999, 10, 12, 0.03, 0.85)
    assert (everything.shrinkage, everything.volume, everything.aht_change) == (0.3, -0.125, 0.05)
    assert everything.demand_of(everything.intervals[0]) == Demand(10 / 900, 240.5, 90)
    assert everything.is_what_if


def test_an_emptied_goal_is_none() -> None:
    assert asked("target=&max_asa=15").goals == Goals(None, 20, 15)


def test_a_goal_given_alone_is_the_only_one() -> None:
    assert asked("max_asa=15").goals == Goals(None, 20, 15)
    assert asked("max_occupancy=85").goals == Goals(max_occupancy=0.85)
    assert asked("max_asa=+").goals == Goals(0.8, 20)
    assert asked("target=80&max_asa=15").goals == Goals(0.8, 20, 15)


@pytest.mark.parametrize(
    ("address", "field", "sentence"),
    [
        ("calls=", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("calls=-1", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("calls=nan", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("calls=1_0", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("calls=%D9%A3", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("calls=1,5", "calls", "a number from 0 to 1,000,000 calls in an interval"),
        ("interval=20", "interval", "15, 30 or 60 minutes"),
        ("aht=0.05", "aht", "a number from 0.1 to 7,200 seconds"),
        ("patience=x", "patience", "a number from 0.1 to 3,600 seconds, or nothing"),
        ("within=3601", "within", "a number from 0 to 3,600 seconds"),
        ("target=100", "target", "a number from 1 to 99.9 %, or nothing"),
        ("target=most", "target", "a number from 1 to 99.9 %, or nothing"),
        ("max_asa=0", "max_asa", "a number from 0.1 to 3,600 seconds, or nothing"),
        ("patience=9&max_abandoned=0", "max_abandoned", "a number from 0.1 to 99 %, or nothing"),
        ("max_occupancy=101", "max_occupancy", "a number from 10 to 100 %, or nothing"),
        ("shrinkage=91", "shrinkage", "a number from 0 to 90 %, or nothing"),
        ("volume=-101", "volume", "a number from -100 to 900 %, or nothing"),
        ("aht_change=-91", "aht_change", "a number from -90 to 900 %, or nothing"),
        (
            "max_abandoned=5",
            "max_abandoned",
            "needs a patience: without one nobody hangs up",
        ),
        (
            "target=",
            "target",
            "give at least one goal: a service level, an ASA, an abandonment or an occupancy",
        ),
        ("calls=1000000", "calls", "this makes 555.556 calls per second; from 0 to 100 are allowed"),
        (
            "calls=90000&aht=7200",
            "calls",
            "this makes 360,000 erlangs (calls per second · AHT); from 0 to 10,000 are allowed",
        ),
        ("aht=7000&aht_change=5", "aht_change", "this makes 7,350 seconds; from 0.1 to 7,200 are allowed"),
        (
            "calls=100000&aht=179&volume=10",
            "volume",
            "this makes 10,938.9 erlangs (calls per second · AHT); from 0 to 10,000 are allowed",
        ),
        (
            "intervals=5%0Ax",
            "intervals",
            "line 2, column 1 (calls): 'x' must be a number from 0 to 1,000,000",
        ),
        (
            "intervals=5%0A500000",
            "intervals",
            "line 2: this makes 277.778 calls per second; from 0 to 100 are allowed",
        ),
    ],
)
def test_one_wrong_field_is_named_with_what_it_takes(address: str, field: str, sentence: str) -> None:
    assert wrong(address) == {field: sentence}


def test_a_list_that_is_too_much_work_is_refused_also_where_only_the_what_if_makes_it_so() -> None:
    busy = "calls=1&intervals=" + "%0A".join(["9000"] * 50)

    assert asked(f"{busy}&aht=180")
    assert wrong(f"{busy}&aht=180&volume=20") == {
        "intervals": "54,000 erlangs in all intervals together; at most 50,000"
    }
    assert wrong(f"{busy}&aht=180&max_occupancy=50") == {
        "intervals": "45,000 erlangs in all intervals together; at most 25,000"
    }


def test_several_wrong_fields_are_all_named() -> None:
    assert set(wrong("calls=x&aht=x&max_abandoned=5&intervals=x,y")) == {
        "calls",
        "aht",
        "max_abandoned",
        "intervals",
    }
