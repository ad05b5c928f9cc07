"""Forms: accepted values, and refusals that name field and limit."""

import pytest
from django.forms import Form
from django.http import QueryDict

from dashboard.forms import PAUSE_REASONS, RELEASE_REASONS, ChoiceForm, LettersForm, LoadForm, first_error
from routing.services.checks import MAX_REASON_LENGTH


def refusal(form: Form) -> str:
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
    assert all(0 < len(reason) <= MAX_REASON_LENGTH for reason in (*PAUSE_REASONS, *RELEASE_REASONS))


@pytest.mark.parametrize(("which", "versions"), [("picked", [("a:b", 3)]), ("all", [("a:b", 3), ("c", 7)])])
def test_it_takes_dead_letters_as_they_were_seen_each_once(
    which: str, versions: list[tuple[str, int]]
) -> None:
    form = LettersForm(QueryDict(f"which={which}&letter=3:a:b&shown=3:a:b&shown=7:c&shown=7:c&to_end=1"))

    assert form.is_valid()
    assert (form.cleaned_data["versions"], form.cleaned_data["to_end"]) == (versions, True)


@pytest.mark.parametrize("letters", ["", "letter=c1", "letter=:c1", "letter=x:c1", "letter=3:", "shown=3:c1"])
def test_dead_letters_without_their_version_are_refused(letters: str) -> None:
    assert refusal(LettersForm(QueryDict(f"which=picked&{letters}"))) == "select at least one call"
