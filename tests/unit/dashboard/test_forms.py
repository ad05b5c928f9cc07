"""What the forms take, and that each refusal names the field and the limit."""

import pytest

from dashboard.forms import PAUSE_REASONS, ChoiceForm, LoadForm, first_error
from routing.services.checks import MAX_REASON_LENGTH


def refusal(form: ChoiceForm | LoadForm) -> str:
    assert not form.is_valid()
    return first_error(form)


def test_it_takes_a_choice_with_the_version_that_was_seen() -> None:
    form = ChoiceForm({"choice": "paused", "reason": " Lunch ", "expected_version": "12"})

    assert form.is_valid()
    assert form.cleaned_data == {"choice": "paused", "reason": "Lunch", "expected_version": 12}


def test_it_takes_a_choice_alone() -> None:
    form = ChoiceForm({"choice": "ready"})

    assert form.is_valid()
    assert form.cleaned_data == {"choice": "ready", "reason": "", "expected_version": None}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "choice: choose one of ready, paused, offline"),
        ({"choice": "asleep"}, "choice: choose one of ready, paused, offline"),
        (
            {"choice": "paused", "reason": "x" * 75},
            "reason: at most 60 characters; this one has 75",
        ),
        ({"choice": "ready", "expected_version": "new"}, "expected_version: a whole number from 1"),
        ({"choice": "ready", "expected_version": "0"}, "expected_version: a whole number from 1"),
    ],
)
def test_a_refused_choice_names_the_field_and_what_it_takes(data: dict[str, str], sentence: str) -> None:
    assert refusal(ChoiceForm(data)) == sentence


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "many", "agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "nan", "agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "5", "agents": "4.5"}, "agents: a number from 1 to 500 agents"),
        ({"rate": "5"}, "agents: a number from 1 to 500 agents"),
    ],
)
def test_a_refused_load_names_the_field_and_its_limits(data: dict[str, str], sentence: str) -> None:
    assert refusal(LoadForm(data)) == sentence


def test_it_takes_a_load() -> None:
    form = LoadForm({"rate": "2.5", "agents": "40"})

    assert form.is_valid()
    assert form.cleaned_data == {"rate": 2.5, "agents": 40}


def test_every_offered_reason_fits() -> None:
    assert all(0 < len(reason) <= MAX_REASON_LENGTH for reason in PAUSE_REASONS)
